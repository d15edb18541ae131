// A study's participant: consent, one task after the other, a questionnaire. The server keeps what is done.

import { ApiError, get, post } from "./api.js";
import { announce, button, byId, element } from "./elements.js";
import { strings } from "./strings.js";

const STORED = "cq-study-code"; // all that the browser keeps
const words = strings.study;

export const isStudy = () => document.body.dataset.study === "yes";

export class Study {
  /** `opened(task)` shows a task and its dialogue so far; `ended()` that there is none. */
  constructor(opened, ended) {
    Object.assign(this, { opened, ended });
    this.dialog = element("dialog", { id: "study-dialog" }, (this.inside = element("div")));
    this.dialog.addEventListener("cancel", (event) => event.preventDefault());
    this.line = element("p", { id: "study-task" });
    const bar = element(
      "div", { className: "bar", id: "study" }, this.line,
      button(words.done, () => this.attempt(() => this.finish()), { id: "study-done" }),
      button(words.withdraw, () => this.attempt(() => this.withdraw()), { id: "study-withdraw" }),
    );
    document.querySelector(".stage").prepend(bar);
    document.body.append(this.dialog);
  }

  /** Go on where this browser's participant stopped, or ask for consent. */
  async start() {
    this.introduction = await get("study");
    document.title = this.introduction.title;
    this.code = localStorage.getItem(STORED);
    if (this.code === null) return this.askConsent();
    try {
      await this.show(await this.ask("state"));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      localStorage.removeItem(STORED);
      this.askConsent();
    }
  }

  /** A step of the dialogue about the task: what /api/dialogue gives. A step that is sent again is taken once. */
  async step(step) {
    const result = await this.ask("step", { task: this.task.id, number: this.turns, ...step });
    this.turns += 1;
    return result;
  }

  /** Keep what the participant thinks of the build of a turn. */
  rate(number, thumb, meant) {
    return this.ask("rate", { task: this.task.id, number, thumb, meant });
  }

  ask(name, body = {}) {
    return post(`study/${name}`, { code: this.code, ...body });
  }

  askConsent() {
    const code = element("input", { id: "study-code", autocomplete: "off" });
    const back = async (event) => {
      event.preventDefault();
      this.code = code.value.trim();
      await this.attempt(async () => this.enter(await this.ask("state")));
    };
    this.say(
      this.introduction.title,
      ...this.introduction.consent.trim().split(/\n\s*\n/).map((one) => element("p", {}, one)),
      button(words.agree, () => this.attempt(() => this.begin()), { className: "primary", id: "study-agree" }),
      element("form", { onsubmit: back }, element("p", { className: "line" },
        element("label", { htmlFor: "study-code" }, words.haveCode), code, element("button", {}, words.goOn))),
    );
  }

  async begin() {
    this.code = (await post("study/begin", { consent: true })).code;
    this.enter(await this.ask("state"));
  }

  enter(state) {
    localStorage.setItem(STORED, this.code);
    return this.show(state);
  }

  show({ task, tasks, questionnaire }) {
    this.task = task;
    if (task) {
      this.turns = task.turns;
      this.line.textContent = words.task(task.number, tasks, task.title);
      this.dialog.close();
      this.opened(task);
    } else if (questionnaire) this.askQuestions(questionnaire);
    else this.thank();
  }

  async finish() {
    await this.show(await this.ask("finish", { task: this.task.id }));
  }

  askQuestions(items) {
    this.ended();
    const onsubmit = (event) => {
      event.preventDefault();
      const answers = Object.fromEntries(new FormData(event.target));
      this.attempt(async () => {
        await this.ask("answers", { answers });
        this.thank();
      });
    };
    const submit = element("button", { className: "primary" }, words.send);
    this.say(words.questions, element("form", { id: "study-questions", onsubmit }, ...items.map(question), submit));
  }

  thank() {
    this.ended();
    const forget = button(words.withdraw, () => this.attempt(() => this.withdraw()));
    this.say(words.thanks, element("p", {}, words.yourCode(this.code)), forget);
  }

  async withdraw() {
    if (!confirm(words.reallyWithdraw)) return;
    await this.ask("withdraw");
    localStorage.removeItem(STORED);
    this.ended();
    this.say(words.withdrawn);
  }

  /** Show a dialog that stays until something in it is done. */
  say(title, ...parts) {
    this.error = element("p", { attributes: { role: "alert" } });
    this.inside.replaceChildren(element("h2", { id: "study-title" }, title), ...parts, this.error);
    this.dialog.setAttribute("aria-labelledby", "study-title");
    if (!this.dialog.open) this.dialog.showModal();
  }

  async attempt(action) {
    try {
      await action();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (this.dialog.open) this.error.textContent = error.message;
      else announce(error.message);
    }
  }
}

/** Thumbs for a build, and what was meant; `rate(thumb, meant)` keeps them. */
export function rating(rate) {
  const meant = element("input", { ariaLabel: words.meant, placeholder: words.meant, maxLength: 5000 });
  const save = button(words.sendMeant, () => choose("down"));
  const more = element("p", { className: "line", hidden: true }, meant, save);
  const thumbs = ["up", "down"].map((one) => button(words.thumbs[one], () => choose(one), { ariaLabel: words.thumbNames[one] }));
  const choose = async (one) => {
    await rate(one, meant.value);
    more.hidden = one === "up";
    for (const [i, name] of ["up", "down"].entries()) thumbs[i].setAttribute("aria-pressed", String(name === one));
    announce(words.rated);
  };
  return element("div", { className: "rating" }, element("p", { className: "line" }, ...thumbs), more);
}

function question({ id, text, choices }) {
  if (!choices.length) {
    return element("p", {}, element("label", { htmlFor: `answer-${id}` }, text), element("textarea", { id: `answer-${id}`, name: id, maxLength: 5000 }));
  }
  const options = choices.map((one) =>
    element("label", { className: "switch" }, element("input", { type: "radio", name: id, value: one }), one));
  return element("fieldset", {}, element("legend", {}, text), ...options);
}
