// The world and its target, side by side, with what is outlined in the world.

import { counts, describe } from "./blocks.js";
import { byId } from "./elements.js";
import { WorldView } from "./world_view.js";

export class Stage {
  constructor() {
    this.view = new WorldView(byId("world"));
    this.targetView = null; // made when there is a target
  }

  /** Show a world, during a build or after it, with a plan over it. */
  show(world, plan = []) {
    this.view.show(world);
    this.view.showPlan(plan, world);
    byId("world-count").textContent = counts(world);
  }

  /** Outline what a turn is about: the words that its question is about, and what it takes "it" to be. */
  outlineTurn(turn) {
    const inTheWay = turn?.evidence.filter((one) => one.in_the_way && one.blocks.length) ?? [];
    if (turn && !turn.build) this.outline(inTheWay.length ? inTheWay : turn.evidence, turn.reading.refers);
    else this.outline([]);
  }

  /** Outline the blocks that some evidence is about, and those that pronouns refer to. */
  outline(evidence, refers = []) {
    const outlined = (ones, colour) => ones.flatMap((one) => one.blocks.map((at) => ({ at, colour })));
    this.view.outline([...outlined(evidence, this.view.accent), ...outlined(refers, this.view.good)]);
  }

  showTarget(target) {
    byId("target-view").hidden = target === null;
    this.view.keepInSight(target);
    if (target === null) return;
    if (this.targetView === null) {
      this.targetView = new WorldView(byId("target"));
      this.targetView.viewpoint.follow(this.view.viewpoint);
    }
    this.targetView.show(target);
    byId("target-count").textContent = counts(target);
    byId("target-words").textContent = describe(target);
  }

  /** Take the colours of the theme. */
  paint() {
    this.view.paint();
    this.targetView?.paint();
  }
}
