// The conversation: what was said, what is open, and what the builder does.

import { post } from "./api.js";
import { button, byId, element, percent } from "./elements.js";

/** The conversation's list. `actions` are what its buttons do. */
export class Conversation {
  constructor(actions) {
    this.actions = actions;
    this.log = byId("log");
    this.nodes = new WeakMap();
  }

  /** Show entries; only the last one can still be taken back, if `active`, and only the last question can be
   * answered: replies leave it open.
   */
  show(entries, active) {
    const wanted = entries.map((entry) => this.nodes.get(entry) ?? this.make(entry));
    const shown = [...this.log.children];
    let same = 0;
    while (same < shown.length && shown[same] === wanted[same]) same += 1;
    for (const node of shown.slice(same)) node.remove();
    this.log.append(...wanted.slice(same));
    const asked = entries.findLastIndex(({ turn }) => turn?.action !== "reply");
    for (const [index, node] of wanted.entries()) {
      const open = active && index === wanted.length - 1;
      for (const control of node.querySelectorAll(".options button")) control.disabled = !active || index !== asked;
      for (const control of node.querySelectorAll(".decide")) control.hidden = !open || control.dataset.done === "yes";
    }
    if (same < wanted.length) this.reveal(wanted.at(-1));
  }

  /** Scroll to the beginning of an entry: in the list, or on a narrow screen in the page, below the world. */
  reveal(node) {
    if (getComputedStyle(this.log).overflowY !== "visible") this.log.scrollTop = node.offsetTop - this.log.offsetTop;
    else if (node.querySelector(".bubble")) node.scrollIntoView();
  }

  /** Choose an option of the open question by its number, from 1. */
  choose(number) {
    const options = this.log.querySelectorAll(".options button:not(:disabled)");
    options[number - 1]?.click();
  }

  make(entry) {
    const node = entry.note ? element("li", { className: "note" }, entry.note) : this.makeTurn(entry);
    this.nodes.set(entry, node);
    return node;
  }

  makeTurn({ turn, context }) {
    const said = element("p", { className: "said" }, ...underlined(turn.said, turn.evidence));
    const you = element("div", { className: "bubble you" }, element("span", { className: "hidden" }, "You: "), said);
    const builder = element("div", { className: `bubble builder ${turn.action}` }, speaker(turn.action));
    builder.append(...(turn.question ? asked(turn.question) : [element("p", {}, turn.reply)]));
    // A refusal has said why.
    const told = (one) => turn.action === "refuse" && !one.blocks.length && turn.reply.includes(one.text);
    const open = turn.evidence.filter((one) => !told(one));
    const inTheWay = open.filter((one) => one.in_the_way);
    const first = turn.build ? [] : inTheWay.length ? inTheWay : open;
    const others = open.filter((one) => !first.includes(one));
    if (turn.question && inTheWay.length) builder.append(element("p", { className: "muted" }, "Asked whatever the cost:"));
    if (first.length) builder.append(this.evidence(first, turn.evidence, said));
    builder.append(...otherReasons(turn));
    if (turn.question) builder.append(...this.question(turn, context));
    if (turn.build) builder.append(this.build(turn.build));
    if (others.length) {
      const summary = element("summary", {}, first.length ? "What else the words leave open" : "What the words leave open");
      builder.append(element("details", {}, summary, this.evidence(others, turn.evidence, said)));
    }
    return element("li", {}, you, builder);
  }

  question(turn, context) {
    const { options } = turn.question;
    // Options that overlap have no shares of a whole.
    const exclusive = options.reduce((sum, option) => sum + option.probability, 0) < 1.01;
    const list = element("ol", { className: "options" });
    for (const [index, option] of options.entries()) {
      const chosen = button("", () => this.actions.answer(index + 1), { className: "option" });
      chosen.append(
        element("kbd", { attributes: { "aria-hidden": "true" } }, String(index + 1)),
        element("span", {}, option.text),
        exclusive ? element("small", { title: "how likely this is" }, percent(option.probability)) : "",
      );
      list.append(element("li", {}, chosen));
    }
    return [list, this.otherQuestions(turn, context)];
  }

  otherQuestions(turn, context) {
    const list = element("ol", { className: "ranking" });
    const fold = element("details", {}, element("summary", {}, "Other questions"), list);
    fold.addEventListener("toggle", async () => {
      if (!fold.open || list.children.length) return;
      list.append(element("li", { className: "muted" }, "ranking …"));
      try {
        const ranked = await post("rank", { instruction: turn.said, top_k: 8, ...context });
        list.replaceChildren(...ranked.map(rankedQuestion));
      } catch (error) {
        list.replaceChildren(element("li", { className: "error" }, error.message));
      }
    });
    return fold;
  }

  build({ actions, confidence }) {
    const keep = element("div", { className: "decide line" });
    const done = () => {
      keep.dataset.done = "yes";
      keep.hidden = true;
      this.actions.keep();
    };
    keep.append(button("Keep it", done), button("Take it back", () => this.actions.takeBack()));
    const blocks = `${actions.length} ${actions.length === 1 ? "action" : "actions"}`;
    const words = `${blocks}; confidence ${percent(confidence)}, the expected changed F1.`;
    const meter = element("span", { className: "meter", attributes: { "aria-hidden": "true" } }, element("span"));
    meter.firstChild.style.width = `${100 * confidence}%`;
    return element("div", {}, element("p", { className: "muted" }, words), meter, keep);
  }

  /** Buttons for some of a turn's evidence, which is `all`. */
  evidence(some, all, said) {
    const list = element("ul", { className: "evidence" });
    for (const one of some) {
      const show = button(one.text, () => {
        const wasOn = show.getAttribute("aria-pressed") === "true";
        for (const other of show.closest("li:has(.bubble)").querySelectorAll(".evidence button")) {
          other.setAttribute("aria-pressed", "false");
        }
        show.setAttribute("aria-pressed", String(!wasOn));
        for (const mark of said.querySelectorAll("mark")) {
          mark.classList.toggle("on", !wasOn && mark.dataset.index === String(all.indexOf(one)));
        }
        this.actions.highlight(wasOn ? all : [one]);
      });
      show.setAttribute("aria-pressed", "false");
      list.append(element("li", { className: one.in_the_way ? "in-the-way" : "" }, show));
    }
    return list;
  }
}

/** A question: on the screen without its options, which stand below as buttons; a screen reader reads all. */
function asked({ text, short }) {
  if (short === text) return [element("p", {}, text)];
  return [
    element("p", { attributes: { "aria-hidden": "true" } }, short),
    element("p", { className: "hidden" }, text),
  ];
}

/** What speaks for the turn beside the evidence: what an answer is worth, and how misspelt words are read. */
function otherReasons({ action, reasons, evidence }) {
  if (action === "refuse" || action === "reply") return [];
  const shown = new Set(evidence.map((one) => one.text));
  const others = reasons.filter((text) => !shown.has(text));
  return others.map((text) => element("p", { className: "muted" }, `${text[0].toUpperCase()}${text.slice(1)}.`));
}

function speaker(action) {
  const words = { ask: "Builder asks", build: "Builder builds", refuse: "Builder refuses", reply: "Builder says" };
  return element("span", { className: "speaker" }, words[action]);
}

function rankedQuestion({ question, score }) {
  const bar = element("span", { className: "meter", attributes: { "aria-hidden": "true" } }, element("span"));
  bar.firstChild.style.width = `${100 * score}%`;
  return element("li", {}, element("span", {}, question), element("small", {}, percent(score)), bar);
}

/** A text with the words of the evidence underlined, as text nodes and marks. */
export function underlined(text, evidence) {
  const lower = text.toLowerCase();
  // Some letters change their length in lower case; then positions would be wrong.
  const spans = lower.length === text.length ? findSpans(lower, evidence) : [];
  const parts = [];
  let end = 0;
  for (const { from, to, index } of spans) {
    parts.push(text.slice(end, from));
    const mark = element("mark", { title: evidence[index].text }, text.slice(from, to));
    mark.dataset.index = index;
    parts.push(mark);
    end = to;
  }
  return [...parts, text.slice(end)];
}

function findSpans(lower, evidence) {
  const spans = [];
  for (const [index, { words }] of evidence.entries()) {
    const from = words ? lower.indexOf(words.toLowerCase()) : -1;
    const to = from + words.length;
    const overlaps = spans.some((span) => from < span.to && span.from < to);
    if (from >= 0 && !overlaps) spans.push({ from, to, index });
  }
  return spans.sort((a, b) => a.from - b.from);
}
