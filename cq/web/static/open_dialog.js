// Opening worlds: examples, tasks, rows of the data sets, and files.

import { ApiError, get, post } from "./api.js";
import { button, byId, element } from "./elements.js";
import { strings } from "./strings.js";

export class OpenDialog {
  /** `opened` takes a stored world, and `openedDialogue` a saved dialogue. */
  constructor(opened, openedDialogue) {
    Object.assign(this, { opened, openedDialogue });
    this.dialog = byId("open-dialog");
    byId("open-button").addEventListener("click", () => this.open());
    byId("file").addEventListener("change", () => this.attempt(() => this.readFile()));
  }

  async open() {
    this.dialog.showModal();
    if (byId("collections").children.length) return;
    await this.attempt(async () => {
      const collections = await get("worlds");
      byId("collections").replaceChildren(...collections.map((one) => this.collection(one)));
    });
  }

  collection({ id, title, names, missing }) {
    const heading = element("h3", {}, title);
    if (missing) return element("section", {}, heading, element("p", { className: "muted missing" }, missing));
    if (id === "examples" || id === "goals") {
      const buttons = Object.entries(names).map(([name, words]) => button(words, () => this.choose(id, name)));
      return element("section", {}, heading, element("p", { className: "line chips" }, ...buttons));
    }
    const field = names
      ? element("select", {}, ...Object.entries(names).map(([name, words]) => new Option(`${name}: ${words}`, name)))
      : element("input", { type: "number", min: 0, value: 0 });
    field.setAttribute("aria-label", names ? title : strings.rowOf(title));
    const submit = element("button", {}, strings.open);
    const onsubmit = (event) => {
      event.preventDefault();
      this.choose(id, field.value);
    };
    return element("section", {}, heading, element("form", { className: "line", onsubmit }, field, submit));
  }

  choose(collection, name) {
    return this.attempt(async () => {
      this.opened(await get(`worlds/${collection}/${encodeURIComponent(name || "0")}`));
      this.dialog.close();
    });
  }

  async readFile() {
    const [file] = byId("file").files;
    byId("file").value = "";
    if (!file) return;
    let value;
    try {
      value = JSON.parse(await file.text());
    } catch {
      throw new ApiError(strings.notJson(file.name));
    }
    if (value?.steps) await this.openedDialogue(value);
    else this.opened({ title: file.name, target: null, instruction: null, ...(await post("world", { world: value })) });
    this.dialog.close();
  }

  async attempt(action) {
    byId("open-error").textContent = strings.opening;
    try {
      await action();
      byId("open-error").textContent = "";
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      byId("open-error").textContent = error.message;
    }
  }
}
