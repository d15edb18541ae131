// The verdict: how likely a person asks back, against a threshold that is the cost of asking.

import { byId, element, percent } from "./elements.js";

export class Verdict {
  /** `changed()` is called if the cost of asking changes. */
  constructor(changed) {
    this.clarity = null;
    this.slider = byId("cost");
    this.slider.addEventListener("input", () => {
      this.cost = Number(this.slider.value);
      this.paint();
    });
    this.slider.addEventListener("change", changed);
    byId("cost-reset").addEventListener("click", () => {
      this.cost = null;
      this.paint();
      changed();
    });
    this.cost = null;
    this.threshold = 0.3;
  }

  /** Show a verdict of the server, with `reasons` to read while the instruction is not sent yet. */
  show(clarity) {
    this.clarity = clarity;
    if (clarity && this.cost === null) this.threshold = clarity.threshold;
    this.paint();
  }

  paint() {
    byId("verdict").hidden = this.clarity === null;
    if (this.clarity === null) return;
    const { p_unclear: p } = this.clarity;
    const threshold = this.cost ?? this.threshold;
    const unclear = p > threshold;
    byId("verdict").classList.toggle("unclear", unclear);
    byId("verdict-words").textContent = unclear ? "Unclear: a person may well ask back" : "Clear enough for most people";
    byId("verdict-number").textContent = `${percent(p)}, threshold ${percent(threshold)}`;
    const gauge = byId("gauge");
    gauge.setAttribute("aria-valuenow", Math.round(100 * p));
    gauge.setAttribute("aria-valuetext", `${percent(p)}; the threshold is ${percent(threshold)}`);
    gauge.querySelector(".fill").style.width = `${100 * p}%`;
    gauge.querySelector(".mark").style.left = `${100 * threshold}%`;
    if (this.cost === null) this.slider.value = threshold;
    byId("cost-words").textContent = this.cost === null ? "default" : this.cost.toFixed(2);
    byId("cost-reset").hidden = this.cost === null;
  }
}
