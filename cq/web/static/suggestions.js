// Six instructions to begin with, which fit the world.

import { GROUND, coloursOf, place } from "./blocks.js";
import { strings } from "./strings.js";

const MOST = 6;

/** What shows most of the builder first: a question about which block is meant, one about what is left open. */
export function suggestions(world) {
  const { ideaOf } = strings;
  const names = Object.keys(coloursOf(world));
  const [red, blue, green, yellow] = ["red", "blue", "green", "yellow"].map((one, i) => (names.includes(one) ? one : names[i % names.length]));
  const columns = columnsOf(world);
  const most = Object.entries(columns).sort((a, b) => b[1].size - a[1].size)[0]?.[0];
  const other = names.find((one) => one !== most);
  const isWide = world.zone.width >= 3 && world.zone.depth >= 3;
  const found = [
    columns[most]?.size > 1 && ideaOf.breakOne(most),
    ideaOf.tower(),
    hasOneTop(world) && ideaOf.onHighest(red),
    most && other && ideaOf.paint(most, other),
    most && ideaOf.count(most),
    ideaOf.corner(blue),
    isWide && ideaOf.corners(yellow),
    world.zone.height >= 4 && ideaOf.middle(blue),
    isWide && ideaOf.square(green),
    ideaOf.able(),
  ];
  return found.filter(Boolean).slice(0, MOST);
}

/** For each colour the columns that its blocks stand in. */
function columnsOf(world) {
  const columns = {};
  for (const [cell, colour] of world.blocks) {
    const [x, , z] = place(cell);
    (columns[colour] ??= new Set()).add(`${x},${z}`);
  }
  return columns;
}

/** Whether one block is the highest, with room above it. */
function hasOneTop(world) {
  const heights = [...world.blocks.keys()].map((cell) => place(cell)[1]);
  const top = Math.max(...heights);
  return heights.filter((height) => height === top).length === 1 && top < GROUND + world.zone.height - 1;
}
