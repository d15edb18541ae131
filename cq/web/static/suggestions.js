// Instructions to begin with, which fit the world.

import { GROUND, coloursOf, place } from "./blocks.js";

/** A question about which block is meant, one about what is open, and a build: as far as the world has them. */
export function suggestions(world) {
  const colour = ambiguousColour(world);
  const first = colour ? [`Break the ${colour} one`] : [];
  const names = Object.keys(coloursOf(world));
  const [red, blue] = ["red", "blue"].map((one) => (names.includes(one) ? one : names[0]));
  const last = hasOneTop(world) ? `Place a ${red} block on top of the highest block` : `Place a ${blue} block in the northwest corner`;
  return [...first, "Build a tower", last];
}

/** The colour whose blocks stand in most columns; undefined if none stands in two. */
function ambiguousColour(world) {
  const columns = {};
  for (const [cell, colour] of world.blocks) {
    const [x, , z] = place(cell);
    (columns[colour] ??= new Set()).add(`${x},${z}`);
  }
  const [most] = Object.entries(columns).sort((a, b) => b[1].size - a[1].size);
  return most?.[1].size > 1 ? most[0] : undefined;
}

/** Whether one block is the highest, with room above it. */
function hasOneTop(world) {
  const heights = [...world.blocks.keys()].map((cell) => place(cell)[1]);
  const top = Math.max(...heights);
  return heights.filter((height) => height === top).length === 1 && top < GROUND + world.zone.height - 1;
}
