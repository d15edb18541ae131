// A world in three dimensions: blocks and their shadows, outlines, a translucent plan, ghosts, and the picking of cells.

import {
  AmbientLight, Color, DirectionalLight, Group, LineBasicMaterial, LineSegments, Mesh, MeshBasicMaterial,
  MeshLambertMaterial, PlaneGeometry, Raycaster, Scene, Vector2, Vector3, WebGLRenderer,
} from "./vendor/three.js";
import { GROUND, empty, extent, hexOf, inZone, key, likeliest, place } from "./blocks.js";
import { contactLines } from "./contacts.js";
import { box, builder, edgeMaterial, edges, floorGrid, frameBars, label, moveTo, solid } from "./meshes.js";
import { Viewpoint } from "./viewpoint.js";

const USUAL = 11; // cells that the letters at the sides are made for
const LEVELS = 3; // above the ground that are in sight
const FALL = { height: 1.6, time: 220, most: 3 }; // in cells and milliseconds; of more blocks at once none falls

export class WorldView {
  constructor(canvas) {
    this.canvas = canvas;
    this.renderer = new WebGLRenderer({ canvas, antialias: true, alpha: true, preserveDrawingBuffer: false });
    this.renderer.setPixelRatio(Math.min(window.devicePixelRatio, 2));
    this.scene = new Scene();
    this.viewpoint = new Viewpoint(canvas, () => this.corners(), () => this.render());
    this.raycaster = new Raycaster();

    this.renderer.shadowMap.enabled = true;
    this.floor = new Group();
    this.ground = new Mesh(new PlaneGeometry(1, 1), new MeshLambertMaterial());
    this.ground.rotation.x = -Math.PI / 2;
    this.ground.receiveShadow = true;
    this.meshes = new Map(); // cell to block
    this.falling = new Map(); // block to the moment at which it began to fall
    [this.blocks, this.plan, this.outlines, this.ghosts, this.contacts, this.person] = Array.from({ length: 6 }, () => new Group());
    this.cursor = new LineSegments(edges, new LineBasicMaterial({ color: "#888888" }));
    this.cursor.visible = false;
    this.sun = new DirectionalLight("#ffffff", 2.1);
    this.sun.castShadow = true;
    this.sun.shadow.mapSize.set(1024, 1024);
    this.sun.shadow.radius = 4;
    this.sun.shadow.normalBias = 0.03;
    this.sun.shadow.intensity = 0.55;
    this.scene.add(
      new AmbientLight("#ffffff", 1.9), this.sun, this.sun.target, this.floor, this.ground, this.blocks, this.contacts,
      this.person, this.plan, this.outlines, this.ghosts, this.cursor,
    );
    this.showZone(empty.zone);
    new ResizeObserver(() => this.resize()).observe(canvas);
  }

  /** Show the blocks of a world, and where the builder stands. A few new blocks fall into their places. */
  show(world) {
    const isFirst = !this.meshes.size;
    this.showZone(world.zone);
    for (const [cell, mesh] of this.meshes) {
      if (world.blocks.get(cell) === mesh.userData.colour) continue;
      this.blocks.remove(mesh);
      this.falling.delete(mesh);
      this.meshes.delete(cell);
    }
    const added = [...world.blocks].filter(([cell]) => !this.meshes.has(cell));
    for (const [cell, colour] of added) {
      const mesh = solid(colour);
      moveTo(mesh, (mesh.userData.at = place(cell)));
      this.meshes.set(cell, mesh);
      this.blocks.add(mesh);
      const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
      if (!isFirst && !still && added.length <= FALL.most) this.falling.set(mesh, performance.now());
    }
    this.person.clear();
    if (world.pose) this.person.add(builder(world.pose, this.accent));
    this.contacts.clear();
    this.contacts.add(contactLines(world, this.shade));
    this.viewpoint.refit();
    this.render();
  }

  /** Show the ground of a zone, and look at it from the south; the same zone stays as it is seen. */
  showZone(zone) {
    const { width, depth, height } = zone;
    if (this.zone && width === this.zone.width && depth === this.zone.depth && height === this.zone.height) return;
    const { west, north, east, south } = extent(zone);
    this.zone = zone;
    this.middle = new Vector3((west + east) / 2, 1.2, (north + south) / 2);
    this.scale = Math.max(USUAL, width, depth, height + 2) / USUAL;
    this.ground.scale.set(width, depth, 1);
    this.ground.position.set(this.middle.x, 0, this.middle.z);
    this.viewpoint.move(this.middle, this.scale);
    this.lightUp(Math.max(width, depth, height) / 2 + 2);
    this.paint();
    this.viewpoint.look("usual");
  }

  /** Let the sun's shadows cover a radius about the middle. */
  lightUp(radius) {
    this.sun.target.position.copy(this.middle);
    this.sun.position.set(this.middle.x + 0.5 * radius, 2.2 * radius, this.middle.z + radius);
    const { camera } = this.sun.shadow;
    Object.assign(camera, { left: -1.3 * radius, right: 1.3 * radius, top: 1.3 * radius, bottom: -1.3 * radius, far: 5 * radius });
    camera.updateProjectionMatrix();
  }

  /** Show a plan over a world: each cell in its likeliest new content, the likelier a change the more opaque. */
  showPlan(changes, world) {
    this.plan.clear();
    for (const { at, colour, probability } of likeliest(changes)) {
      const material = new MeshBasicMaterial({
        color: colour ? hexOf(colour) : "#ffffff",
        transparent: true,
        opacity: 0.05 + 0.85 * probability,
        depthWrite: false,
      });
      const cell = new Mesh(box, material);
      cell.scale.setScalar(world.blocks.has(key(...at)) ? 1.06 : 0.98);
      cell.add(new LineSegments(edges, edgeMaterial));
      moveTo(cell, at);
      this.plan.add(cell);
    }
    this.render();
  }

  /** Outline some cells: [x, y, z] with a colour; `filled` adds a translucent block. */
  outline(cells) {
    this.outlines.clear();
    for (const { at, colour, filled } of cells) {
      const frame = new Group();
      // Lines are one pixel wide everywhere, so bars make the frame visible.
      for (const bar of frameBars(colour)) frame.add(bar);
      if (filled) {
        const material = new MeshBasicMaterial({ color: filled, transparent: true, opacity: 0.4, depthWrite: false });
        frame.add(new Mesh(box, material));
      }
      moveTo(frame, at);
      this.outlines.add(frame);
    }
    this.canvas.dataset.outlined = cells.map(({ at }) => at.join()).join(" ");
    this.render();
  }

  /** Show what actions would change: new blocks translucent, broken ones crossed out in white. */
  ghost(actions) {
    this.ghosts.clear();
    for (const { x, y, z, colour } of actions) {
      const material = new MeshBasicMaterial({ color: colour ? hexOf(colour) : "#ffffff", transparent: true, opacity: 0.55, depthWrite: false });
      const cell = new Mesh(box, material);
      cell.scale.setScalar(colour ? 0.96 : 1.06);
      cell.add(new LineSegments(edges, new LineBasicMaterial({ color: colour ? hexOf(colour) : this.danger })));
      moveTo(cell, [x, y, z]);
      this.ghosts.add(cell);
    }
    this.canvas.dataset.ghosts = String(actions.length);
    this.render();
  }

  /** Show a cursor around a cell; null hides it. */
  showCursor(at, colour) {
    this.cursor.visible = at !== null;
    if (at !== null) {
      moveTo(this.cursor, at);
      this.cursor.scale.setScalar(1.02);
      this.cursor.material.color.set(colour);
    }
    this.render();
  }

  /** The block under a pointer, and the free cell beside the face that it points at; null if there is none. */
  pick(event) {
    const frame = this.canvas.getBoundingClientRect();
    const x = (2 * (event.clientX - frame.left)) / frame.width - 1;
    const y = 1 - (2 * (event.clientY - frame.top)) / frame.height;
    this.raycaster.setFromCamera(new Vector2(x, y), this.viewpoint.camera);
    const [hit] = this.raycaster.intersectObjects([...this.meshes.values(), this.ground], false);
    if (!hit) return null;
    const { at } = hit.object.userData;
    if (!at) {
      const free = [Math.round(hit.point.x), GROUND, Math.round(hit.point.z)];
      return { block: null, free: inZone(this.zone, ...free) ? free : null };
    }
    const { normal } = hit.face;
    const free = [at[0] + Math.round(normal.x), at[1] + Math.round(normal.y), at[2] + Math.round(normal.z)];
    return { block: at, free: inZone(this.zone, ...free) ? free : null };
  }

  /** Keep in sight what a world beside this one has, which is seen from the same point; null for none. */
  keepInSight(beside) {
    this.beside = beside;
    this.viewpoint.refit();
  }

  /** The corners of what is to be seen: the ground with the letters at its sides, its north up to some levels, and all
   * blocks, here and beside.
   */
  corners() {
    const { west, north, east, south } = extent(this.zone);
    const top = Math.min(LEVELS, this.zone.height);
    const found = [[west - 1, 0, south + 1], [east + 1, 0, south + 1], [west - 1, top, north - 1], [east + 1, top, north - 1]];
    for (const cell of [...this.meshes.keys(), ...(this.beside?.blocks.keys() ?? [])]) {
      const [x, y, z] = place(cell);
      found.push([x, y - GROUND + 1.5, z]);
    }
    return found.map((one) => new Vector3(...one));
  }

  /** Take the theme's colours from the style sheet. */
  paint() {
    const style = getComputedStyle(this.canvas);
    const lines = new Color(style.getPropertyValue("--grid").trim());
    this.accent = style.getPropertyValue("--accent").trim();
    this.danger = style.getPropertyValue("--danger").trim();
    this.good = style.getPropertyValue("--good").trim();
    this.shade = style.getPropertyValue("--text").trim();
    this.ground.material.color.set(style.getPropertyValue("--ground").trim());
    const letters = style.getPropertyValue("--muted").trim();
    this.floor.clear();
    this.floor.add(floorGrid(lines, this.zone));
    const { west, north, east, south } = extent(this.zone);
    const { x, z } = this.middle;
    const sides = { N: [x, north - 1.2], S: [x, south + 1.2], E: [east + 1.2, z], W: [west - 1.2, z] };
    for (const [letter, [at, to]] of Object.entries(sides)) this.floor.add(label(letter, letters, at, to, this.scale));
    this.render();
  }

  resize() {
    const { clientWidth, clientHeight } = this.canvas;
    if (!clientWidth || !clientHeight) return;
    this.renderer.setSize(clientWidth, clientHeight, false);
    this.viewpoint.reshape(clientWidth / clientHeight);
    this.render();
  }

  render() {
    if (this.waiting) return;
    this.waiting = requestAnimationFrame((now) => {
      this.waiting = null;
      this.fall(now);
      this.renderer.render(this.scene, this.viewpoint.camera);
      if (this.falling.size) this.render();
    });
  }

  /** Move what falls to where it is at a moment. */
  fall(now) {
    for (const [mesh, began] of this.falling) {
      const left = Math.max(0, 1 - (now - began) / FALL.time);
      moveTo(mesh, mesh.userData.at);
      mesh.position.y += FALL.height * (1 - (1 - left) ** 2);
      if (left === 0) this.falling.delete(mesh);
    }
    this.canvas.dataset.falling = String(this.falling.size);
  }
}
