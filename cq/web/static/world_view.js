// A world in three dimensions: blocks and their shadows, outlines, a translucent plan, ghosts, and the picking of cells.

import {
  AmbientLight, BoxGeometry, BufferGeometry, CanvasTexture, Color, DirectionalLight, EdgesGeometry,
  Float32BufferAttribute, Group, LineBasicMaterial, LineSegments, Mesh, MeshBasicMaterial, MeshLambertMaterial,
  OrbitControls, PerspectiveCamera, PlaneGeometry, Raycaster, Scene, Sprite, SpriteMaterial, Vector2, Vector3,
  WebGLRenderer,
} from "./vendor/three.js";
import { GROUND, empty, extent, hexOf, inZone, key, place } from "./blocks.js";
import { LINE, contactLines } from "./contacts.js";

const USUAL = 11; // cells that the letters at the sides are made for
// Where the camera stands, seen from the middle.
const VIEWS = { usual: new Vector3(4, 10.5, 15.5), south: new Vector3(0, 8, 17), above: new Vector3(0, 21, 0.01) };
const LEVELS = 3; // above the ground that are in sight
const FITTING = 6; // steps until a view fills the frame
const MARGIN = 0.92; // of the frame that the ground fills
const FALL = { height: 1.6, time: 220, most: 3 }; // in cells and milliseconds; of more blocks at once none falls

const box = new BoxGeometry(1, 1, 1);
const edges = new EdgesGeometry(box);
const edgeMaterial = new LineBasicMaterial({ color: "#000000", transparent: true, opacity: 0.35 });
const blockMaterials = {};

function materialOf(colour) {
  return (blockMaterials[colour] ??= new MeshLambertMaterial({ color: hexOf(colour) }));
}

function solid(colour) {
  const block = new Mesh(box, materialOf(colour));
  block.add(new LineSegments(edges, edgeMaterial));
  block.castShadow = block.receiveShadow = true;
  block.userData.colour = colour;
  return block;
}

export class WorldView {
  constructor(canvas) {
    this.canvas = canvas;
    this.renderer = new WebGLRenderer({ canvas, antialias: true, alpha: true, preserveDrawingBuffer: false });
    this.renderer.setPixelRatio(Math.min(window.devicePixelRatio, 2));
    this.scene = new Scene();
    this.camera = new PerspectiveCamera(42, 1, 0.1, 100);
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.enablePan = false;
    this.controls.minDistance = 6;
    this.controls.maxPolarAngle = Math.PI / 2 - 0.02;
    this.controls.addEventListener("change", () => this.render());
    this.controls.addEventListener("start", () => (this.seen = null)); // of VIEWS, while nobody turns it
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
    new ResizeObserver(() => this.resize()).observe(canvas.parentElement);
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
    if (this.seen && !this.leader && this.leavesFrame()) this.look(this.seen);
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
    this.controls.maxDistance = 60 * this.scale;
    this.camera.far = 140 * this.scale;
    this.camera.updateProjectionMatrix();
    this.lightUp(Math.max(width, depth, height) / 2 + 2);
    this.paint();
    this.look("usual");
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
    this.raycaster.setFromCamera(new Vector2(x, y), this.camera);
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

  /** Look as is usual, from the south, or from above, so that the ground and some levels above it fill the frame. */
  look(view) {
    const offset = VIEWS[view].clone().normalize();
    this.controls.target.copy(this.middle);
    let distance = USUAL * this.scale;
    for (let step = 0; step < FITTING; step += 1) {
      this.camera.position.copy(this.controls.target).addScaledVector(offset, distance);
      this.camera.lookAt(this.controls.target);
      this.camera.updateMatrixWorld();
      const corners = this.corners().map((one) => one.project(this.camera));
      const [[left, right], [low, high]] = ["x", "y"].map((axis) => {
        const found = corners.map((one) => one[axis]);
        return [Math.min(...found), Math.max(...found)];
      });
      const half = distance * Math.tan((this.camera.fov * Math.PI) / 360);
      const { elements } = this.camera.matrixWorld;
      const shift = [((left + right) / 2) * half * this.camera.aspect, ((low + high) / 2) * half];
      for (const [axis, by] of shift.entries()) {
        // From the south the middle of the ground stays in the middle.
        if (axis === 0 && view !== "usual") continue;
        this.controls.target.addScaledVector(new Vector3(...elements.slice(4 * axis, 4 * axis + 3)), by);
      }
      distance *= Math.max(right - left, high - low) / 2 / MARGIN;
    }
    this.camera.position.copy(this.controls.target).addScaledVector(offset, distance);
    this.controls.update();
    this.seen = view;
    this.render();
  }

  /** Whether something of the world is out of sight. */
  leavesFrame() {
    this.camera.updateMatrixWorld();
    return this.corners().some((one) => Math.max(...one.project(this.camera).toArray().slice(0, 2).map(Math.abs)) > 1);
  }

  /** The corners of what is to be seen: the ground with the letters at its sides, its north up to some levels, and all
   * blocks.
   */
  corners() {
    const { west, north, east, south } = extent(this.zone);
    const top = Math.min(LEVELS, this.zone.height);
    const found = [[west - 1, 0, south + 1], [east + 1, 0, south + 1], [west - 1, top, north - 1], [east + 1, top, north - 1]];
    for (const { userData } of this.meshes.values()) {
      const [x, y, z] = userData.at;
      found.push([x, y - GROUND + 1.5, z]);
    }
    return found.map((one) => new Vector3(...one));
  }

  /** Turn about the vertical axis by an angle, and change the distance by a factor. */
  turn(angle, factor = 1) {
    this.seen = null;
    const offset = this.camera.position.clone().sub(this.controls.target);
    offset.applyAxisAngle(new Vector3(0, 1, 0), angle).multiplyScalar(factor);
    this.camera.position.copy(this.controls.target).add(offset);
    this.controls.update();
    this.render();
  }

  /** Keep the same point of view as another view of the same size. */
  follow(leader) {
    this.leader = leader;
    leader.controls.addEventListener("change", () => this.copyLeader());
    this.controls.addEventListener("change", () => {
      if (!this.leader.camera.position.equals(this.camera.position)) this.leader.copyView(this);
    });
  }

  copyLeader() {
    if (!this.camera.position.equals(this.leader.camera.position)) this.copyView(this.leader);
  }

  copyView(other) {
    this.camera.position.copy(other.camera.position);
    this.controls.target.copy(other.controls.target);
    this.controls.update();
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
    this.camera.aspect = clientWidth / clientHeight;
    this.camera.updateProjectionMatrix();
    this.renderer.setSize(clientWidth, clientHeight, false);
    if (this.leader) this.copyLeader();
    else if (this.seen) this.look(this.seen);
    this.render();
  }

  render() {
    if (this.waiting) return;
    this.waiting = requestAnimationFrame((now) => {
      this.waiting = null;
      this.fall(now);
      this.renderer.render(this.scene, this.camera);
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

function moveTo(object, [x, y, z]) {
  object.position.set(x, y - GROUND + 0.5, z);
}

/** One change a cell: its likeliest content, and the probability of any change. */
function likeliest(changes) {
  const cells = new Map();
  for (const { x, y, z, colour, probability } of changes) {
    const found = cells.get(key(x, y, z)) ?? { at: [x, y, z], best: 0, probability: 0 };
    if (probability > found.best) Object.assign(found, { best: probability, colour });
    found.probability = Math.min(1, found.probability + probability);
    cells.set(key(x, y, z), found);
  }
  return [...cells.values()];
}

function floorGrid(colour, zone) {
  const points = [];
  const { west, north, east, south } = extent(zone);
  for (let z = north; z <= south + 1; z += 1) points.push(west - 0.5, LINE, z - 0.5, east + 0.5, LINE, z - 0.5);
  for (let x = west; x <= east + 1; x += 1) points.push(x - 0.5, LINE, north - 0.5, x - 0.5, LINE, south + 0.5);
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new Float32BufferAttribute(points, 3));
  return new LineSegments(geometry, new LineBasicMaterial({ color: colour }));
}

function label(text, colour, x, z, scale) {
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
function builder(pose, colour) {
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

function frameBars(colour) {
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
