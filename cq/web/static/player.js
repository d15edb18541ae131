// The build, block by block, and its plan.

import { byId } from "./elements.js";
import { GROUND, replay } from "./blocks.js";

const LONGEST = 3_000; // milliseconds that a whole build takes to play
const SLOWEST = 350; // and one block

export class Player {
  /** `show(world, plan)` draws a moment of the build. */
  constructor(show) {
    this.show = show;
    this.build = null;
    byId("step").addEventListener("input", () => this.go(Number(byId("step").value)));
    byId("play").addEventListener("click", () => (this.timer ? this.stop() : this.play()));
    byId("plan").addEventListener("change", () => this.draw());
  }

  /** Show a build: the world before it, its actions and its plan; null if there is none. */
  load(build, animated) {
    this.stop();
    this.build = build;
    byId("player").hidden = build === null;
    byId("plan").checked = false;
    byId("plan-legend").hidden = true;
    if (build === null) return;
    byId("step").max = build.actions.length;
    byId("play").disabled = build.actions.length === 0;
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    if (animated && !still && build.actions.length) this.play();
    else this.go(build.actions.length);
  }

  play() {
    const { length } = this.build.actions;
    let step = 0;
    this.go(0);
    byId("play").textContent = "Stop";
    this.timer = setInterval(() => {
      step += 1;
      this.go(step);
      if (step >= length) this.stop();
    }, Math.min(SLOWEST, LONGEST / length));
  }

  stop() {
    clearInterval(this.timer);
    this.timer = null;
    byId("play").textContent = "Play";
  }

  go(step) {
    this.step = step;
    byId("step").value = step;
    const { actions } = this.build;
    byId("step-words").textContent = step ? `${step} of ${actions.length}: ${inWords(actions[step - 1])}` : "before the build";
    if (!actions.length) byId("step-words").textContent = "nothing changes";
    this.draw();
  }

  draw() {
    const planned = byId("plan").checked;
    byId("plan-legend").hidden = !planned;
    const { before, actions, plan } = this.build;
    this.show(planned ? before : replay(before, actions.slice(0, this.step)), planned ? plan : []);
  }
}

function inWords({ kind, x, y, z, colour }) {
  const where = `x ${x}, z ${z}, level ${y - GROUND + 1}`;
  return kind === "place" ? `place ${colour} at ${where}` : `break the block at ${where}`;
}
