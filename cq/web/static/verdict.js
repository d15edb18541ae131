// What is behind "Details": how many people would ask back, and how much the visitor minds questions.

import { byId, percent } from "./elements.js";
import { strings } from "./strings.js";

export class Verdict {
  /** `changed()` is called if the cost of asking changes; `cost` is null for the server's default. */
  constructor(changed) {
    this.clarity = null;
    this.cost = null;
    this.defaults = null;
    this.slider = byId("cost");
    // To the right, the builder asks more often: its questions cost less.
    this.slider.addEventListener("input", () => this.setCost(mirrored(this.slider.value)));
    this.slider.addEventListener("change", changed);
    byId("cost-reset").addEventListener("click", () => {
      this.setCost(null);
      changed();
    });
  }

  /** Take the server's `cost_of_asking` and `threshold`. */
  setDefaults(defaults) {
    this.defaults = defaults;
    this.paint();
  }

  setCost(cost) {
    this.cost = cost;
    this.paint();
  }

  /** Show a verdict of the server; null if there is none. */
  show(clarity) {
    this.clarity = clarity;
    this.paint();
  }

  paint() {
    if (this.defaults === null) return;
    // The threshold of a turn is the cost of asking, if one was given; that of a person does not depend on it.
    const { threshold, cost_of_asking: usual } = this.defaults;
    this.slider.value = mirrored(this.cost ?? usual);
    byId("cost-reset").hidden = this.cost === null;
    const gauge = byId("gauge");
    gauge.hidden = this.clarity === null;
    byId("verdict-words").textContent = this.clarity ? strings.people(percent(this.clarity.p_unclear)) : strings.nobodyYet;
    byId("verdict-number").textContent = this.clarity ? strings.threshold(percent(threshold)) : "";
    if (this.clarity === null) return;
    const share = this.clarity.p_unclear;
    gauge.classList.toggle("unclear", share > threshold);
    gauge.setAttribute("aria-valuenow", Math.round(100 * share));
    gauge.setAttribute("aria-valuetext", percent(share));
    gauge.querySelector(".fill").style.width = `${100 * share}%`;
    gauge.querySelector(".mark").style.left = `${100 * threshold}%`;
  }
}

/** The place of a cost on the slider, and the cost of a place. */
function mirrored(value) {
  return Number((1 - value).toFixed(2));
}
