// Sharing: the dialogue as a link or as a file.

import { announce, byId, download } from "./elements.js";
import { toFragment } from "./link.js";

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
      announce("The link is copied.", "share-status");
    } catch {
      announce("The browser does not allow copying here; copy the marked link yourself.", "share-status");
    }
  });
  byId("save-dialogue").addEventListener("click", async () => download("dialogue.json", (await shared()).dialogue));
}
