// A world, and a dialogue below it, in a notebook. `texts` holds the page's modules, each after those that it imports.

const urls = {};
for (const [name, text] of Object.entries(texts)) {
  const linked = text.replace(/from "\.\/([\w/]+)\.js"/g, (_, other) => `from "${urls[other]}"`);
  urls[name] = URL.createObjectURL(new Blob([linked], { type: "text/javascript" }));
}
const [{ WorldView }, { fromRecorded }, { strings }] = await Promise.all(
  ["world_view", "blocks", "strings"].map((name) => import(urls[name])),
);

function make(tag, properties, ...children) {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
}

function render({ model, el }) {
  const canvas = make("canvas", { tabIndex: 0, role: "img" });
  const root = make("div", { className: "cq-widget" }, make("figure", {}, canvas));
  root.dataset.lmSuppressShortcuts = "true"; // Else Jupyter takes letters for its shortcuts.
  el.append(root);
  // Jupyter attaches `el` later; only then the style sheet has colours for the view.
  const attached = new ResizeObserver(() => {
    if (!canvas.isConnected) return;
    attached.disconnect();
    const view = new WorldView(canvas);
    const show = () => {
      view.show(fromRecorded(model.get("world")));
      canvas.setAttribute("aria-label", model.get("description"));
    };
    model.on("change:world", show);
    show();
  });
  attached.observe(root);
  if (model.get("talks")) root.append(talk(model));
}

/** What was said, the options of the open question, and a box to say something. */
function talk(model) {
  const log = make("ol", {});
  const options = make("div", {});
  const error = make("p", { role: "alert" });
  const box = make("input", { ariaLabel: strings.instruction, placeholder: strings.instructionHint });
  const form = make("form", {}, box, make("button", {}, strings.send));
  // JupyterLab takes the default action of Enter away.
  box.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.isComposing) return;
    event.preventDefault();
    form.requestSubmit();
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (box.value.trim()) model.send({ text: box.value });
  });
  const button = (text, step) => {
    const made = make("button", { type: "button" }, text);
    made.addEventListener("click", () => model.send(step));
    return made;
  };
  const undo = button(strings.takeBack, { undo: true });
  const show = () => {
    const turns = model.get("turns");
    log.replaceChildren(...turns.flatMap(([said, reply]) => [make("li", { className: "you" }, said), make("li", {}, reply)]));
    log.scrollTop = log.scrollHeight;
    options.replaceChildren(...model.get("options").map((text, index) => button(text, { option: index + 1 })));
    error.textContent = model.get("error");
    undo.hidden = !turns.length;
    if (!error.textContent) box.value = "";
  };
  for (const name of ["turns", "options", "error"]) model.on(`change:${name}`, show);
  show();
  return make("div", { className: "talk" }, log, options, error, form, undo);
}

export default { render };
