// The conversation: what was said, what is open, and what the builder does.

import { post } from "./api.js";
import { button, byId, element, percent } from "./elements.js";
import { strings } from "./strings.js";
import { rating } from "./study.js";

const SPACE = 8; // pixels below the last entry
const SURE_FROM = 0.7; // the confidence below which a build sounds unsure

/** The conversation's list, and the options of the open question in the answer box. `actions` are what its
 * buttons do.
 */
export class Conversation {
  constructor(actions) {
    this.actions = actions;
    this.log = byId("log");
    this.options = byId("options");
    this.nodes = new WeakMap();
    // What takes room beside the list must not cover its end, if that was in sight.
    const list = byId("scroll");
    let height = list.clientHeight;
    new ResizeObserver(() => {
      const showedEnd = list.scrollTop + height > list.scrollHeight - SPACE;
      height = list.clientHeight;
      if (showedEnd && this.log.querySelector(".bubble")) this.reveal(this.log.lastChild);
    }).observe(list);
  }

  /** Show entries; only the last one can still be taken back, if `active`, and only the last question can be
   * answered: replies leave it open.
   */
  show(entries, active, open) {
    const wanted = entries.map((entry) => this.nodes.get(entry) ?? this.make(entry));
    const shown = [...this.log.children];
    let same = 0;
    while (same < shown.length && shown[same] === wanted[same]) same += 1;
    for (const node of shown.slice(same)) node.remove();
    this.log.append(...wanted.slice(same));
    for (const [index, node] of wanted.entries()) {
      const last = active && index === wanted.length - 1;
      for (const control of node.querySelectorAll(".decide")) control.hidden = !last || control.dataset.done === "yes";
    }
    const asked = active && open && entries.findLast(({ turn }) => turn && turn.action !== "reply");
    this.showOptions(asked ? asked.turn.question : null);
    // After the parts beside it have taken their room.
    if (same < wanted.length) requestAnimationFrame(() => this.reveal(wanted.at(-1)));
  }

  /** Scroll the list to the end of an entry, or to the beginning of what is longer and asks for nothing. */
  reveal(node) {
    const list = byId("scroll");
    if (!this.log.querySelector(".bubble")) {
      list.scrollTop = 0; // to the welcome
      return;
    }
    const end = node.offsetTop + node.offsetHeight - list.clientHeight + SPACE;
    const top = node.querySelector(".decide") ? Infinity : (node.querySelector(".builder")?.offsetTop ?? node.offsetTop);
    list.scrollTop = Math.min(top, Math.max(end, 0));
  }

  /** Choose an option of the open question by its number, from 1. */
  choose(number) {
    this.options.querySelectorAll("button")[number - 1]?.click();
  }

  /** The options of the open question, which stand above the place for an answer in words; null for none. */
  showOptions(question) {
    const options = question?.options ?? [];
    this.options.hidden = !options.length;
    this.actions.preview(null);
    if (this.shown === question) return;
    this.shown = question;
    // Options that overlap have no shares of a whole.
    const exclusive = options.reduce((sum, option) => sum + option.probability, 0) < 1.01;
    this.options.replaceChildren(...options.map((option, index) => this.option(option, index + 1, exclusive)));
    this.options.scrollTop = 0;
  }

  option({ text, probability }, number, exclusive) {
    const chosen = button("", () => this.actions.answer(number), { className: "option" });
    chosen.append(
      element("kbd", { attributes: { "aria-hidden": "true" } }, String(number)),
      element("span", {}, text),
      exclusive ? element("small", { title: strings.howLikely }, percent(probability)) : "",
    );
    for (const event of ["pointerenter", "focus"]) chosen.addEventListener(event, () => this.actions.preview(number));
    for (const event of ["pointerleave", "blur"]) chosen.addEventListener(event, () => this.actions.preview(null));
    return element("li", {}, chosen);
  }

  make(entry) {
    const node = entry.note ? element("li", { className: "note" }, entry.note) : this.makeTurn(entry);
    this.nodes.set(entry, node);
    return node;
  }

  makeTurn({ turn, context, number }) {
    const said = element("p", { className: "said" }, ...underlined(turn.said, turn.evidence));
    const you = element("div", { className: "bubble you" }, element("span", { className: "hidden" }, strings.you), said);
    const builder = element("div", { className: `bubble builder ${turn.action}` }, speaker(turn.action));
    builder.append(...(turn.question ? asked(turn.question) : told(turn)));
    // A refusal and a question may have said it, and a refusal is not about what was said before.
    const isOld = (one) => turn.action === "refuse" && one.words && !turn.said.toLowerCase().includes(one.words.toLowerCase());
    const wasTold = (one) => isOld(one) || (!one.blocks.length && turn.reply.includes(one.text));
    const open = turn.evidence.filter((one) => !wasTold(one));
    const inTheWay = turn.evidence.some((one) => one.in_the_way);
    const first = turn.build ? [] : inTheWay ? open.filter((one) => one.in_the_way) : open;
    const others = open.filter((one) => !first.includes(one));
    if (turn.question && inTheWay && first.length) builder.append(element("p", { className: "muted" }, strings.needed));
    if (first.length) builder.append(this.evidence(first, turn.evidence, said));
    builder.append(...otherReasons(turn));
    if (turn.build) builder.append(...this.build(turn));
    if (turn.build && this.actions.rate && number !== undefined) {
      builder.append(rating((thumb, meant) => this.actions.rate(number, thumb, meant)));
    }
    if (turn.question) builder.append(this.otherQuestions(turn, context));
    if (others.length) {
      const summary = element("summary", {}, first.length ? strings.openToo : strings.open_);
      builder.append(element("details", {}, summary, this.evidence(others, turn.evidence, said)));
    }
    return element("li", {}, you, builder);
  }

  otherQuestions(turn, context) {
    const list = element("ol", { className: "ranking" });
    const fold = element("details", {}, element("summary", {}, strings.otherQuestions), list);
    fold.addEventListener("toggle", async () => {
      if (!fold.open || list.children.length) return;
      list.append(element("li", { className: "muted" }, strings.ranking));
      try {
        const ranked = await post("rank", { instruction: turn.said, top_k: 8, ...context });
        list.replaceChildren(...ranked.map(rankedQuestion));
      } catch (error) {
        list.replaceChildren(element("li", { className: "error" }, error.message));
      }
    });
    return fold;
  }

  /** What was read, how sure the builder is, and what the visitor makes of it. */
  build({ build, reading, said }) {
    const isUnsure = build.confidence < SURE_FROM;
    const keep = element("div", { className: "decide line" });
    const done = () => {
      keep.dataset.done = "yes";
      keep.hidden = true;
      this.actions.keep();
    };
    const back = isUnsure
      ? button(strings.tryAgain, () => this.actions.tryAgain(said))
      : button(strings.takeBack, () => this.actions.takeBack());
    keep.append(button(strings.keep, done), back);
    const words = isUnsure ? strings.unsure : strings.sure;
    return [
      ...read(reading),
      element("p", { className: isUnsure ? "unsure" : "muted" }, words(percent(build.confidence))),
      keep,
    ];
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

/** What the builder says, and in small what it took for granted. */
function told({ reply, assumptions }) {
  const taken = assumptions.filter((one) => reply.includes(` ${one}.`));
  const words = taken.reduce((text, one) => text.replace(` ${one}.`, ""), reply);
  return [element("p", {}, words), ...taken.map((one) => element("p", { className: "muted" }, `${one}.`))];
}

/** What speaks for the turn beside the evidence and its reply: what an answer is worth, how misspelt words are read. */
function otherReasons({ action, reasons, evidence, reply }) {
  if (action === "refuse" || action === "reply") return [];
  const others = reasons.filter((text) => !reply.includes(text) && !evidence.some((one) => text.startsWith(one.text)));
  return others.map((text) => element("p", { className: "muted" }, `${text[0].toUpperCase()}${text.slice(1)}.`));
}

function speaker(action) {
  return element("span", { className: "speaker" }, strings.speakers[action]);
}

/** What was read of an instruction, in words, and what was not. */
function read({ words, unread, is_read: isRead }) {
  const lines = [words ? strings.read(words) : isRead ? strings.readAll : strings.guessed, unread.length ? strings.notRead(unread) : null];
  return [element("p", { className: "muted read" }, lines.filter(Boolean).join(" "))];
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
