// What an option of the open question would build, as a ghost in the world.

import { post } from "./api.js";

const REST = 120; // milliseconds on an option before the server is asked

export class Preview {
  constructor(view, state) {
    Object.assign(this, { view, state });
    this.dialogue = null; // what `builds` are known for
    this.builds = new Map();
  }

  /** Show what an option builds, by its number from 1; null shows nothing. */
  show(number) {
    clearTimeout(this.waiting);
    this.wanted = number;
    this.view.ghost([]);
    if (number !== null) this.waiting = setTimeout(() => this.draw(number), REST);
  }

  async draw(number) {
    const { dialogue } = this.state();
    if (dialogue !== this.dialogue) Object.assign(this, { dialogue, builds: new Map() });
    if (!this.builds.has(number)) this.builds.set(number, post("dialogue", { dialogue, answer: number }));
    try {
      const result = await this.builds.get(number);
      if (this.wanted === number && dialogue === this.state().dialogue) this.view.ghost(result.turns[0].build?.actions ?? []);
    } catch {
      this.builds.delete(number); // Choosing the option says what is wrong.
    }
  }
}
