// How near the world is to its target: in words, and outlined in the world.

import { post } from "./api.js";
import { hexOf, toRecorded } from "./blocks.js";
import { byId } from "./elements.js";
import { strings } from "./strings.js";

export class Score {
  constructor(view, state) {
    Object.assign(this, { view, state });
    byId("differences").addEventListener("change", () => this.draw());
  }

  /** Compare the world with its target, if it has one; `turns` are those about it. */
  async show(turns) {
    const now = this.state();
    this.found = { missing: [], superfluous: [] };
    byId("score").hidden = now.target === null;
    if (now.target === null) return;
    const questions = turns.filter((turn) => turn.question).length;
    byId("effort").textContent = strings.effort(turns.length, questions);
    const body = { built: now.world, target: now.target, start: now.start };
    const found = await post("score", Object.fromEntries(Object.entries(body).map(([name, one]) => [name, toRecorded(one)])));
    if (now !== this.state()) return;
    const { target_blocks: all, maximal_intersection: fits, missing, superfluous } = found;
    byId("score-words").textContent = strings.score({ standing: all - missing.length, all, extra: superfluous.length, fits });
    this.found = found;
    if (byId("differences").checked) this.draw();
  }

  /** Outline what is missing in its colour, and what is too much. */
  draw() {
    const { missing, superfluous } = this.found;
    const lacking = missing.map(([x, y, z, colour]) => ({ at: [x, y, z], colour: hexOf(colour), filled: hexOf(colour) }));
    const extra = superfluous.map(([x, y, z]) => ({ at: [x, y, z], colour: this.view.danger }));
    this.view.outline(byId("differences").checked ? [...lacking, ...extra] : []);
  }
}
