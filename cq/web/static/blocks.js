// Worlds as the page keeps them: an immutable object of a Map from "x,y,z" to a colour name, and a pose.

export const COLOURS = {
  blue: "#2f6fde",
  green: "#2e9e4f",
  red: "#d8392b",
  orange: "#f08a24",
  purple: "#8e44ad",
  yellow: "#f2cf1d",
};
export const GROUND = 63; // the y of level 1
export const HALF = 5; // x and z run from -5 to 5
export const LEVELS = 9;

const RECORDED = { 57: "blue", 59: "green", 60: "red", 47: "orange", 56: "purple", 50: "yellow" };

export const key = (x, y, z) => `${x},${y},${z}`;
export const place = (cell) => cell.split(",").map(Number);

export function inZone(x, y, z) {
  return Math.abs(x) <= HALF && Math.abs(z) <= HALF && y >= GROUND && y < GROUND + LEVELS;
}

/** A world from the recorded state that the server sends. */
export function fromRecorded(state) {
  const blocks = new Map(state.worldEndingState.blocks.map(([x, y, z, id]) => [key(x, y, z), RECORDED[id]]));
  return { blocks, pose: state.avatarInfo ?? null };
}

/** The recorded state of a world, with colour names. */
export function toRecorded(world) {
  const blocks = [...world.blocks].map(([cell, colour]) => [...place(cell), colour]);
  const state = { worldEndingState: { blocks } };
  return world.pose ? { ...state, avatarInfo: world.pose } : state;
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
  return sorted.map(([colour, count]) => `${count} ${colour}`).join(", ") || "empty";
}

/** Every block in words, for a screen reader. */
export function describe(world) {
  const levels = new Map();
  for (const [cell, colour] of world.blocks) {
    const [x, y, z] = place(cell);
    const level = y - GROUND + 1;
    levels.set(level, [...(levels.get(level) ?? []), `${colour} at x ${x}, z ${z}`]);
  }
  const sorted = [...levels].sort((a, b) => a[0] - b[0]);
  return sorted.map(([level, found]) => `Level ${level}: ${found.join("; ")}.`).join(" ") || "The world is empty.";
}
