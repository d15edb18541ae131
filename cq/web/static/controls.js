// The page's buttons, and the keys that work anywhere on it.

import { byId } from "./elements.js";

/** `act` has undo, redo, look, save and choose. In a study nothing is undone by a key. */
export function addControls(act) {
  byId("undo").addEventListener("click", act.undo);
  byId("redo").addEventListener("click", act.redo);
  byId("above").addEventListener("click", () => act.look("above"));
  byId("front").addEventListener("click", () => act.look("south"));
  byId("save-world").addEventListener("click", act.save);
  byId("keys-button").addEventListener("click", () => byId("keys-dialog").showModal());
  document.addEventListener("keydown", (event) => {
    // A text that is typed has an undo of its own; the box keeps the focus when it is sent, and is empty then.
    const isText = event.target.matches("textarea, input:not([type=range], [type=radio], [type=checkbox])");
    const typingText = isText && (event.target.id !== "say-text" || event.target.value !== "");
    if (event.altKey && event.key >= "1" && event.key <= "9") act.choose(Number(event.key));
    else if (!(event.ctrlKey || event.metaKey) || typingText) return;
    else if (act.study) return;
    else if (event.key.toLowerCase() === "z" && !event.shiftKey) act.undo();
    else if (["y", "z"].includes(event.key.toLowerCase())) act.redo();
    else return;
    event.preventDefault();
  });
}
