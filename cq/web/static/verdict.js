// The verdict: how likely a person asks back. Below it, what a question costs the builder, which is its own choice.

import { byId, percent } from "./elements.js";

export class Verdict {
  /** `changed()` is called if the cost of asking changes; `cost` is null for the server's default. */
  constructor(changed) {
    this.clarity = null;
    this.cost = null;
    this.defaults = null;
    this.slider = byId("cost");
    this.slider.addEventListener("input", () => this.setCost(Number(this.slider.value)));
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

  /** Show a verdict of the server; null hides it. */
  show(clarity) {
    this.clarity = clarity;
    this.paint();
  }

  paint() {
    const hidden = this.clarity === null || this.defaults === null;
    byId("verdict").hidden = hidden;
    if (hidden) return;
    // The threshold of a turn is the cost of asking, if one was given; that of a person does not depend on it.
    const { threshold, cost_of_asking: usual } = this.defaults;
    const { p_unclear: p } = this.clarity;
    const unclear = p > threshold;
    byId("verdict").classList.toggle("unclear", unclear);
    byId("verdict-words").textContent = unclear ? "Unclear: a person may well ask back" : "Clear enough for most people";
    byId("verdict-number").textContent = `${percent(p)}, threshold ${percent(threshold)}`;
    const gauge = byId("gauge");
    gauge.setAttribute("aria-valuenow", Math.round(100 * p));
    gauge.setAttribute("aria-valuetext", `${percent(p)}; the threshold is ${percent(threshold)}`);
    gauge.querySelector(".fill").style.width = `${100 * p}%`;
    gauge.querySelector(".mark").style.left = `${100 * threshold}%`;
    this.slider.value = this.cost ?? usual;
    byId("cost-words").textContent = this.cost === null ? `${usual.toFixed(2)} (default)` : this.cost.toFixed(2);
    byId("cost-reset").hidden = this.cost === null;
  }
}
