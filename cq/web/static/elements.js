// Building parts of the page. Text always becomes a text node, so that nothing anybody types is read as HTML.

export const byId = (id) => document.getElementById(id);

/** An element with properties (and attributes, under `attributes`) and children: elements or texts. */
export function element(tag, properties = {}, ...children) {
  const { attributes = {}, ...rest } = properties;
  const made = Object.assign(document.createElement(tag), rest);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}

export const button = (text, onclick, properties = {}) =>
  element("button", { type: "button", onclick, ...properties }, text);

/** Offer a JSON value as a file. */
export function download(name, value) {
  const url = URL.createObjectURL(new Blob([`${JSON.stringify(value)}\n`], { type: "application/json" }));
  element("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** Say something, on the screen and to a screen reader; "" clears it. The next action clears it too. */
export function announce(text, id = "status") {
  byId(id).textContent = text;
}

// After a click, when nothing can move away from under the pointer any more, and before what it does.
for (const action of ["click", "keydown", "input"]) {
  document.addEventListener(action, () => ["status", "share-status"].filter(byId).forEach((id) => announce("", id)), true);
}

export const percent = (share) => `${Math.round(100 * share)} %`;
