// The box: what is typed is judged before it is sent.

import { post } from "./api.js";
import { toRecorded } from "./blocks.js";
import { button, byId } from "./elements.js";
import { strings } from "./strings.js";
import { suggestions } from "./suggestions.js";

const REST = 400; // milliseconds without typing before what is typed is judged

export class TypingBox {
  /** `state` has the world and the dialogue; `send` takes a step; `judged` takes what the server says of a text. */
  constructor(state, send, judged) {
    Object.assign(this, { state, send, judged });
    this.box = byId("say-text");
    this.asked = 0;
    byId("say").addEventListener("submit", (event) => {
      event.preventDefault();
      this.submit(state().open ? "answer" : "say");
    });
    // Without words for something new, the question is dropped.
    byId("say-anew").addEventListener("click", () => {
      if (this.box.value.trim()) return this.submit("say");
      this.box.focus();
      return send({ answer: strings.neverMind });
    });
    this.box.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
      event.preventDefault();
      byId("say").requestSubmit();
    });
    this.box.addEventListener("input", () => {
      clearTimeout(this.resting);
      this.resting = setTimeout(() => this.judge(), REST);
    });
  }

  /** Say what the box is for: an answer to the open question, or an instruction, with ideas if none was given yet. */
  show(turns, open, { world, target }) {
    const hasOptions = !byId("options").hidden;
    const question = open && turns.findLast(({ turn }) => turn.action !== "reply")?.turn.question;
    document.body.classList.toggle("asking", open);
    byId("say-label").textContent = question ? strings.answerTo(question.short) : strings.instruction;
    this.box.placeholder = !open ? strings.instructionHint : hasOptions ? strings.answerHint : strings.answerHintFree;
    byId("say-anew").hidden = !open;
    byId("welcome").hidden = turns.length > 0;
    if (turns.length) return;
    byId("welcome-title").textContent = target ? strings.welcomeGoal : strings.welcomeTitle;
    const suggest = (text) => {
      this.box.focus();
      this.fill(text);
    };
    byId("suggestions").replaceChildren(...suggestions(world).map((text) => button(text, () => suggest(text))));
  }

  /** Put a text into the box, to be sent or changed. */
  fill(text) {
    this.box.value = text;
    this.judge();
  }

  async judge() {
    const instruction = this.box.value.trim();
    const { world, dialogue, open, busy } = this.state();
    if (!/[\p{L}\p{N}]/u.test(instruction) || open || busy) return;
    this.asked += 1;
    const mine = this.asked;
    try {
      const found = await post("classify", { instruction, ...(dialogue ? { after: dialogue } : { world: toRecorded(world) }) });
      if (mine === this.asked && !this.state().busy && instruction === this.box.value.trim()) this.judged(found);
    } catch {
      // A half-typed text may be refused; sending it says why.
    }
  }

  submit(step) {
    const text = this.box.value.trim();
    if (text) this.send({ [step]: text });
    else this.box.focus();
  }
}
