// A world in three dimensions: blocks, outlines, a translucent plan, and the picking of cells.

import {
  AmbientLight, BoxGeometry, BufferGeometry, CanvasTexture, Color, DirectionalLight, EdgesGeometry,
  Float32BufferAttribute, Group, LineBasicMaterial, LineSegments, Mesh, MeshBasicMaterial, MeshLambertMaterial,
  OrbitControls, PerspectiveCamera, PlaneGeometry, Raycaster, Scene, Sprite, SpriteMaterial, Vector2, Vector3,
  WebGLRenderer,
} from "./vendor/three.js";
import { GROUND, empty, extent, hexOf, inZone, key, place } from "./blocks.js";

const USUAL = 11; // cells that the views are made for
const VIEWS = { front: new Vector3(4, 10.5, 15.5), above: new Vector3(0, 21, 0.01) };

const box = new BoxGeometry(1, 1, 1);
const edges = new EdgesGeometry(box);
const edgeMaterial = new LineBasicMaterial({ color: "#000000", transparent: true, opacity: 0.35 });
const blockMaterials = {};

function materialOf(colour) {
  return (blockMaterials[colour] ??= new MeshLambertMaterial({ color: hexOf(colour) }));
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
    this.raycaster = new Raycaster();

    this.floor = new Group();
    this.ground = new Mesh(new PlaneGeometry(1, 1), new MeshBasicMaterial({ visible: false }));
    this.ground.rotation.x = -Math.PI / 2;
    [this.blocks, this.plan, this.outlines] = [new Group(), new Group(), new Group()];
    this.cursor = new LineSegments(edges, new LineBasicMaterial({ color: "#888888" }));
    this.cursor.visible = false;
    const sun = new DirectionalLight("#ffffff", 2.1);
    sun.position.set(5, 12, 8);
    this.scene.add(
      new AmbientLight("#ffffff", 1.5), sun, this.floor, this.ground, this.blocks, this.plan, this.outlines, this.cursor,
    );
    this.showZone(empty.zone);
    new ResizeObserver(() => this.resize()).observe(canvas.parentElement);
  }

  /** Show the blocks of a world, and where the builder stands. */
  show(world) {
    this.showZone(world.zone);
    this.blocks.clear();
    for (const [cell, colour] of world.blocks) {
      const block = new Mesh(box, materialOf(colour));
      block.add(new LineSegments(edges, edgeMaterial));
      moveTo(block, place(cell));
      this.blocks.add(block);
    }
    if (world.pose) this.blocks.add(builder(world.pose, this.accent));
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
    this.controls.maxDistance = 40 * this.scale;
    this.camera.far = 100 * this.scale;
    this.camera.updateProjectionMatrix();
    this.paint();
    this.look("front");
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
    const solid = this.blocks.children.filter((one) => one.isMesh);
    const [hit] = this.raycaster.intersectObjects([...solid, this.ground], false);
    if (!hit) return null;
    const onGround = hit.object === this.ground;
    const inside = hit.point.clone().addScaledVector(hit.face.normal, onGround ? 0 : 0.5);
    const free = onGround
      ? [Math.round(hit.point.x), GROUND, Math.round(hit.point.z)]
      : [Math.round(inside.x), Math.round(inside.y - 0.5) + GROUND, Math.round(inside.z)];
    return { block: onGround ? null : toPlace(hit.object.position), free: inZone(this.zone, ...free) ? free : null };
  }

  /** Look from the south ("front") or from "above". */
  look(view) {
    this.camera.position.copy(VIEWS[view]);
    // In a narrow frame the whole ground must still be in sight.
    this.camera.position.multiplyScalar(this.distance() * this.scale);
    this.camera.position.x += this.middle.x;
    this.camera.position.z += this.middle.z;
    this.controls.target.copy(this.middle);
    this.controls.update();
    this.render();
  }

  /** Turn about the vertical axis by an angle, and change the distance by a factor. */
  turn(angle, factor = 1) {
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
    const style = getComputedStyle(document.documentElement);
    const lines = new Color(style.getPropertyValue("--grid").trim());
    this.accent = style.getPropertyValue("--accent").trim();
    this.danger = style.getPropertyValue("--danger").trim();
    const letters = style.getPropertyValue("--muted").trim();
    this.floor.clear();
    this.floor.add(floorGrid(lines, this.zone));
    const { west, north, east, south } = extent(this.zone);
    const { x, z } = this.middle;
    const sides = { N: [x, north - 1.2], S: [x, south + 1.2], E: [east + 1.2, z], W: [west - 1.2, z] };
    for (const [letter, [at, to]] of Object.entries(sides)) this.floor.add(label(letter, letters, at, to, this.scale));
    this.render();
  }

  distance() {
    return Math.max(1, Math.min(1.9, 1.15 / (this.camera.aspect || 1)));
  }

  resize() {
    const { clientWidth, clientHeight } = this.canvas;
    if (!clientWidth || !clientHeight) return;
    const before = this.distance();
    this.camera.aspect = clientWidth / clientHeight;
    this.camera.updateProjectionMatrix();
    this.renderer.setSize(clientWidth, clientHeight, false);
    if (this.leader) this.copyLeader();
    else this.turn(0, this.distance() / before);
    this.render();
  }

  render() {
    if (this.waiting) return;
    this.waiting = requestAnimationFrame(() => {
      this.waiting = null;
      this.renderer.render(this.scene, this.camera);
    });
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

function toPlace(position) {
  return [Math.round(position.x), Math.round(position.y - 0.5) + GROUND, Math.round(position.z)];
}

function floorGrid(colour, zone) {
  const points = [];
  const { west, north, east, south } = extent(zone);
  for (let z = north; z <= south + 1; z += 1) points.push(west - 0.5, 0, z - 0.5, east + 0.5, 0, z - 0.5);
  for (let x = west; x <= east + 1; x += 1) points.push(x - 0.5, 0, north - 0.5, x - 0.5, 0, south + 0.5);
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
