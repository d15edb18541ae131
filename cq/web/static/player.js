// The build, block by block, and its plan.

import { byId } from "./elements.js";
import { GROUND, replay } from "./blocks.js";
import { strings } from "./strings.js";

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
    byId("play").textContent = strings.stop;
    this.timer = setInterval(() => {
      step += 1;
      this.go(step);
      if (step >= length) this.stop();
    }, Math.min(SLOWEST, LONGEST / length));
  }

  stop() {
    clearInterval(this.timer);
    this.timer = null;
    byId("play").textContent = strings.play;
  }

  go(step) {
    this.step = step;
    byId("step").value = step;
    const { actions } = this.build;
    const words = step ? strings.stepWords(step, actions.length, inWords(actions[step - 1])) : strings.beforeBuild;
    byId("step-words").textContent = actions.length ? words : strings.nothingChanges;
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
  const level = y - GROUND + 1;
  return kind === "place" ? strings.placed(colour, x, z, level) : strings.broken(x, z, level);
}
