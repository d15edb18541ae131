// Sharing: the dialogue as a link or as a file.

import { announce, byId, download } from "./elements.js";
import { toFragment } from "./link.js";
import { strings } from "./strings.js";

/** `shared()` gives the value that the link holds, with the dialogue under `dialogue`. */
export function addShareDialog(shared) {
  byId("share-button").addEventListener("click", async () => {
    const url = new URL(location.href);
    url.hash = await toFragment(await shared());
    byId("link").value = url.href;
    byId("share-dialog").showModal();
  });
  byId("copy-link").addEventListener("click", async () => {
    byId("link").select();
    try {
      await navigator.clipboard.writeText(byId("link").value);
      announce(strings.copied, "share-status");
    } catch {
      announce(strings.notCopied, "share-status");
    }
  });
  byId("save-dialogue").addEventListener("click", async () => download("dialogue.json", (await shared()).dialogue));
}
