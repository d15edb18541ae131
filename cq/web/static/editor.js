// Placing and breaking blocks, by pointer and by keyboard.

import { byId, element } from "./elements.js";
import { GROUND, coloursOf, extent, hexOf, inZone, key } from "./blocks.js";
import { strings } from "./strings.js";

const DRAG = 5; // pixels; a longer movement turns the view
const TURN = Math.PI / 16;

export class Editor {
  /** `change([x, y, z], colour)` places a block, or breaks one if the colour is null. */
  constructor(view, world, change, say) {
    Object.assign(this, { view, world, change, say });
    this.colour = "blue";
    this.cursor = [0, GROUND, 0];
    this.pressed = null;
    this.showPalette();
    const canvas = view.canvas;
    canvas.addEventListener("pointerdown", (event) => (this.pressed = [event.clientX, event.clientY]));
    canvas.addEventListener("pointerup", (event) => this.released(event));
    canvas.addEventListener("pointermove", (event) => this.hover(event));
    canvas.addEventListener("pointerleave", () => this.hideCursor());
    canvas.addEventListener("contextmenu", (event) => event.preventDefault());
    canvas.addEventListener("keydown", (event) => this.keyDown(event));
    canvas.addEventListener("focus", () => canvas.matches(":focus-visible") && this.showCursor());
    canvas.addEventListener("blur", () => this.hideCursor());
  }

  /** Choose a colour to place, or "break". */
  choose(colour) {
    this.colour = colour;
    byId(`colour-${colour}`).checked = true;
  }

  /** Show the colours that the world has, if they are others than before, and keep the cursor inside. */
  showPalette() {
    const names = Object.keys(coloursOf(this.world()));
    if (!inZone(this.world().zone, ...this.cursor)) this.cursor = [0, GROUND, 0];
    if (names.join() === this.names) return;
    this.names = names.join();
    if (![...names, "break"].includes(this.colour)) [this.colour] = names;
    byId("palette").querySelectorAll("label").forEach((one) => one.remove());
    for (const [index, name] of [...names, "break"].entries()) {
      const input = element("input", { type: "radio", name: "colour", id: `colour-${name}`, checked: name === this.colour });
      input.addEventListener("change", () => this.choose(name));
      const title = name === "break" ? strings.breakBlocks : strings.placeBlocks(name, index + 1);
      const swatch = element("span", { className: `swatch ${name}`, title, ariaHidden: "true" }, name === "break" ? "×" : "");
      if (name !== "break") swatch.style.background = hexOf(name);
      const label = element("label", {}, input, swatch, element("span", { className: "hidden" }, title));
      byId("palette").append(label);
    }
  }

  released(event) {
    if (this.pressed === null) return;
    const [x, y] = this.pressed;
    this.pressed = null;
    if (Math.hypot(event.clientX - x, event.clientY - y) > DRAG) return;
    const found = this.view.pick(event);
    if (found === null) return;
    const breaks = event.button === 2 || this.colour === "break";
    if (breaks && found.block !== null) this.change(found.block, null);
    else if (!breaks && found.free !== null) this.change(found.free, this.colour);
  }

  hover(event) {
    if (event.pointerType !== "mouse" || event.buttons) return;
    const found = this.view.pick(event);
    const at = this.colour === "break" ? found?.block : found?.free;
    this.view.showCursor(at ?? null, this.tone());
  }

  tone() {
    return this.colour === "break" ? "#888888" : hexOf(this.colour);
  }

  hideCursor() {
    this.view.showCursor(null);
    this.say("");
  }

  showCursor() {
    this.view.showCursor(this.cursor, this.tone());
    const [x, y, z] = this.cursor;
    const colour = this.world().blocks.get(key(x, y, z));
    this.say(strings.cursorAt(x, z, y - GROUND + 1, colour));
  }

  keyDown(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const moves = {
      ArrowLeft: [-1, 0, 0], ArrowRight: [1, 0, 0], ArrowUp: [0, 0, -1], ArrowDown: [0, 0, 1],
      PageUp: [0, 1, 0], PageDown: [0, -1, 0],
    };
    const turns = { ArrowLeft: [TURN], ArrowRight: [-TURN], "+": [0, 0.9], "=": [0, 0.9], "-": [0, 1.1] };
    const colours = Object.keys(coloursOf(this.world()));
    let ended = false;
    if ((event.shiftKey || !(event.key in moves)) && event.key in turns) this.view.viewpoint.turn(...turns[event.key]);
    else if (event.key in moves) ended = !this.moveCursor(moves[event.key]);
    else if (event.key === "Enter" && this.colour !== "break") this.change(this.cursor, this.colour);
    else if (["Enter", "Delete", "Backspace"].includes(event.key)) this.change(this.cursor, null);
    else if (colours[event.key - 1]) this.choose(colours[event.key - 1]);
    else return;
    event.preventDefault();
    if (!event.shiftKey && !ended) this.showCursor();
  }

  /** Move the cursor within the zone; false at its end, which is said. */
  moveCursor(step) {
    const moved = this.cursor.map((value, axis) => value + step[axis]);
    const { zone } = this.world();
    if (inZone(zone, ...moved)) this.cursor = moved;
    else this.say(strings.edgeHere({ ...extent(zone), height: zone.height }));
    return inZone(zone, ...moved);
  }
}
