// Worlds as the page keeps them: an immutable object of a Map from "x,y,z" to a colour name, a pose, a zone, and
// a palette of the user's own (names to ids), null for the six colours.

import { strings } from "./strings.js";

const SIX = {
  blue: "#2f6fde",
  green: "#2e9e4f",
  red: "#d8392b",
  orange: "#f08a24",
  purple: "#8e44ad",
  yellow: "#f2cf1d",
};
const MORE = {
  white: "#f2f2f2", black: "#2b2b2b", grey: "#8c8c8c", gray: "#8c8c8c", pink: "#ef7fb2", brown: "#7a4b2a",
  cyan: "#2bbcd4", magenta: "#c2329b", teal: "#14807a", lime: "#9bcf2f", beige: "#e0cfa9", turquoise: "#36c9b0",
  gold: "#d4a017", silver: "#b8bcc2", navy: "#1f2f6b", maroon: "#6e1f2a", olive: "#7a7a1f", violet: "#9b6fd1",
};
export const GROUND = 63; // the y of level 1
const ZONE = { width: 11, depth: 11, height: 9 };

export const empty = { blocks: new Map(), pose: null, zone: ZONE, palette: null };

const RECORDED = { 57: "blue", 59: "green", 60: "red", 47: "orange", 56: "purple", 50: "yellow" };

export const key = (x, y, z) => `${x},${y},${z}`;
export const place = (cell) => cell.split(",").map(Number);

/** How far coordinates run in a zone: x 0, z 0 is its middle. */
export function extent({ width, depth }) {
  const [west, north] = [-Math.floor(width / 2), -Math.floor(depth / 2)];
  return { west, north, east: west + width - 1, south: north + depth - 1 };
}

export function inZone(zone, x, y, z) {
  const { west, north, east, south } = extent(zone);
  return x >= west && x <= east && z >= north && z <= south && y >= GROUND && y < GROUND + zone.height;
}

/** The colours that blocks of a world can have: name to what they are drawn in. */
export function coloursOf({ palette }) {
  return palette ? Object.fromEntries(Object.keys(palette).map((name) => [name, hexOf(name)])) : SIX;
}

/** What a colour is drawn in; a name that nobody knows gets a tone of its own. */
export function hexOf(name) {
  const known = SIX[name] ?? MORE[name] ?? MORE[name.split(" ").at(-1)];
  if (known) return known;
  const sum = [...name].reduce((so_far, letter) => (31 * so_far + letter.codePointAt(0)) % 360, 7);
  return `hsl(${sum}, 60%, 50%)`;
}

/** A world from a recorded state: colours by their ids, as the server sends them, or by name, as `toRecorded` does. */
export function fromRecorded(state) {
  const palette = state.palette ?? null;
  const names = palette ? Object.fromEntries(Object.entries(palette).map(([name, id]) => [id, name])) : RECORDED;
  const blocks = new Map(state.worldEndingState.blocks.map(([x, y, z, id]) => [key(x, y, z), names[id] ?? id]));
  return { blocks, pose: state.avatarInfo ?? null, zone: state.zone ?? ZONE, palette };
}

/** The recorded state of a world, with colour names. */
export function toRecorded(world) {
  const blocks = [...world.blocks].map(([cell, colour]) => [...place(cell), colour]);
  const state = { worldEndingState: { blocks } };
  if (world.pose) state.avatarInfo = world.pose;
  if (Object.entries(ZONE).some(([name, cells]) => world.zone[name] !== cells)) state.zone = world.zone;
  if (world.palette) state.palette = world.palette;
  return state;
}

/** The world with one cell changed; colour null breaks. */
export function withBlock(world, [x, y, z], colour) {
  const blocks = new Map(world.blocks);
  if (colour === null) blocks.delete(key(x, y, z));
  else blocks.set(key(x, y, z), colour);
  return { ...world, blocks };
}

/** The world after some actions of a build. */
export function replay(world, actions) {
  return actions.reduce((so_far, { x, y, z, colour }) => withBlock(so_far, [x, y, z], colour), world);
}

/** A short count: "3 red, 1 blue". */
export function counts(world) {
  const found = {};
  for (const colour of world.blocks.values()) found[colour] = (found[colour] ?? 0) + 1;
  const sorted = Object.entries(found).sort((a, b) => b[1] - a[1]);
  return sorted.map(([colour, count]) => strings.counted(count, colour)).join(", ") || strings.emptyWorld;
}

/** Every block in words, for a screen reader. */
export function describe(world) {
  const levels = new Map();
  for (const [cell, colour] of world.blocks) {
    const [x, y, z] = place(cell);
    const level = y - GROUND + 1;
    levels.set(level, [...(levels.get(level) ?? []), strings.blockAt(colour, x, z)]);
  }
  const sorted = [...levels].sort((a, b) => a[0] - b[0]);
  return sorted.map(([level, found]) => strings.level(level, found.join("; "))).join(" ") || strings.worldIsEmpty;
}

/** One change a cell: its likeliest content, and the probability of any change. */
export function likeliest(changes) {
  const cells = new Map();
  for (const { x, y, z, colour, probability } of changes) {
    const found = cells.get(key(x, y, z)) ?? { at: [x, y, z], best: 0, probability: 0 };
    if (probability > found.best) Object.assign(found, { best: probability, colour });
    found.probability = Math.min(1, found.probability + probability);
    cells.set(key(x, y, z), found);
  }
  return [...cells.values()];
}
