// The parts that a world is drawn with: blocks, the grid on the ground and its letters, the builder's arrow, frames.

import {
  BoxGeometry, BufferGeometry, CanvasTexture, EdgesGeometry, Float32BufferAttribute, Group, LineBasicMaterial,
  LineSegments, Mesh, MeshBasicMaterial, MeshLambertMaterial, Sprite, SpriteMaterial,
} from "./vendor/three.js";
import { GROUND, extent, hexOf } from "./blocks.js";
import { LINE } from "./contacts.js";

export const box = new BoxGeometry(1, 1, 1);
export const edges = new EdgesGeometry(box);
export const edgeMaterial = new LineBasicMaterial({ color: "#000000", transparent: true, opacity: 0.35 });
const blockMaterials = {};

function materialOf(colour) {
  return (blockMaterials[colour] ??= new MeshLambertMaterial({ color: hexOf(colour) }));
}

export function solid(colour) {
  const block = new Mesh(box, materialOf(colour));
  block.add(new LineSegments(edges, edgeMaterial));
  block.castShadow = block.receiveShadow = true;
  block.userData.colour = colour;
  return block;
}

export function moveTo(object, [x, y, z]) {
  object.position.set(x, y - GROUND + 0.5, z);
}

export function floorGrid(colour, zone) {
  const points = [];
  const { west, north, east, south } = extent(zone);
  for (let z = north; z <= south + 1; z += 1) points.push(west - 0.5, LINE, z - 0.5, east + 0.5, LINE, z - 0.5);
  for (let x = west; x <= east + 1; x += 1) points.push(x - 0.5, LINE, north - 0.5, x - 0.5, LINE, south + 0.5);
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new Float32BufferAttribute(points, 3));
  return new LineSegments(geometry, new LineBasicMaterial({ color: colour }));
}

export function label(text, colour, x, z, scale) {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 64;
  const pen = canvas.getContext("2d");
  pen.font = "600 44px system-ui, sans-serif";
  pen.fillStyle = colour;
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  pen.fillText(text, 32, 34);
  const sprite = new Sprite(new SpriteMaterial({ map: new CanvasTexture(canvas), depthWrite: false }));
  sprite.position.set(x, 0.1, z);
  sprite.scale.setScalar(scale);
  return sprite;
}

/** An arrow on the ground where the builder stands, in the direction of its look. */
export function builder(pose, colour) {
  const geometry = new BufferGeometry();
  const [length, width] = [0.8, 0.45];
  const points = [0, 0, -length, width, 0, length / 2, 0, 0, length / 5, 0, 0, -length, 0, 0, length / 5, -width, 0, length / 2];
  geometry.setAttribute("position", new Float32BufferAttribute(points, 3));
  const arrow = new Mesh(geometry, new MeshBasicMaterial({ color: colour, side: 2, transparent: true, opacity: 0.85 }));
  arrow.rotation.y = pose.look[1];
  arrow.position.set(pose.pos[0], 0.04, pose.pos[2]);
  const group = new Group();
  group.add(arrow);
  return group;
}

export function frameBars(colour) {
  const material = new MeshBasicMaterial({ color: colour });
  const [far, thick] = [0.53, 0.08];
  const bars = [];
  for (const a of [-far, far]) {
    for (const b of [-far, far]) {
      for (const axis of ["x", "y", "z"]) {
        const bar = new Mesh(box, material);
        const [first, second] = ["x", "y", "z"].filter((one) => one !== axis);
        bar.scale.setScalar(thick);
        bar.scale[axis] = 2 * far + thick;
        bar.position[first] = a;
        bar.position[second] = b;
        bars.push(bar);
      }
    }
  }
  return bars;
}
