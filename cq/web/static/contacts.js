// Where blocks touch the ground, and how far others are above what is below them.

import { BufferGeometry, Float32BufferAttribute, LineBasicMaterial, LineSegments } from "./vendor/three.js";
import { GROUND, key, place } from "./blocks.js";

export const LINE = 0.012; // the height of lines on the ground, which they do not sink into
const DASH = 0.16; // of the lines below a block that floats

/** A frame on the ground around each block that stands on it; below each that floats, a frame on what is below, and
 * dashed lines down to it.
 */
export function contactLines(world, colour) {
  const points = [];
  for (const cell of world.blocks.keys()) {
    const [x, y, z] = place(cell);
    const bottom = y - GROUND;
    if (world.blocks.has(key(x, y - 1, z))) continue;
    let below = bottom;
    while (below > 0 && !world.blocks.has(key(x, below - 1 + GROUND, z))) below -= 1;
    frame(points, x, below + LINE, z);
    for (const [dx, dz] of below < bottom ? CORNERS : []) dashes(points, x + dx, z + dz, below, bottom);
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new Float32BufferAttribute(points, 3));
  return new LineSegments(geometry, new LineBasicMaterial({ color: colour, transparent: true, opacity: 0.55 }));
}

const CORNERS = [[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]];

function frame(points, x, y, z) {
  for (const [i, [dx, dz]] of CORNERS.entries()) {
    const [nx, nz] = CORNERS[(i + 1) % CORNERS.length];
    points.push(x + dx, y, z + dz, x + nx, y, z + nz);
  }
}

function dashes(points, x, z, from, to) {
  for (let y = from; y < to; y += 2 * DASH) points.push(x, y, z, x, Math.min(to, y + DASH), z);
}
