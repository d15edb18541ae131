// Where a world is seen from: the usual views, fitted to the frame, the mouse, and two views that turn together.

import { OrbitControls, PerspectiveCamera, Vector3 } from "./vendor/three.js";

const USUAL = 11; // cells that the camera's distances are made for
// Where the camera stands, seen from the middle.
const VIEWS = { usual: new Vector3(4, 10.5, 15.5), south: new Vector3(0, 8, 17), above: new Vector3(0, 21, 0.01) };
const FITTING = 6; // steps until a view fills the frame
const MARGIN = 0.92; // of the frame that the ground fills

export class Viewpoint {
  /** `corners` gives the points that a usual view has in its frame; `changed` is called after each move. */
  constructor(canvas, corners, changed) {
    Object.assign(this, { corners, changed });
    this.camera = new PerspectiveCamera(42, 1, 0.1, 100);
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.enablePan = false;
    this.controls.minDistance = 6;
    this.controls.maxPolarAngle = Math.PI / 2 - 0.02;
    this.controls.addEventListener("change", changed);
    this.controls.addEventListener("start", () => (this.seen = null)); // of VIEWS, while nobody turns it
  }

  /** Look at another middle, in a world that is so many times larger than the usual one. */
  move(middle, scale) {
    Object.assign(this, { middle, scale });
    this.controls.maxDistance = 60 * scale;
    this.camera.far = 140 * scale;
    this.camera.updateProjectionMatrix();
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
    this.changed();
  }

  /** Fit the view again if something is out of sight that was not there before. */
  refit() {
    if (this.seen && !this.leader && this.leavesFrame()) this.look(this.seen);
  }

  leavesFrame() {
    this.camera.updateMatrixWorld();
    return this.corners().some((one) => Math.max(...one.project(this.camera).toArray().slice(0, 2).map(Math.abs)) > 1);
  }

  /** Turn about the vertical axis by an angle, and change the distance by a factor. */
  turn(angle, factor = 1) {
    this.seen = null;
    const offset = this.camera.position.clone().sub(this.controls.target);
    offset.applyAxisAngle(new Vector3(0, 1, 0), angle).multiplyScalar(factor);
    this.camera.position.copy(this.controls.target).add(offset);
    this.controls.update();
    this.changed();
  }

  /** Fill a frame of another shape: width by height. */
  reshape(aspect) {
    this.camera.aspect = aspect;
    this.camera.updateProjectionMatrix();
    if (this.leader) this.copy(this.leader);
    else if (this.seen) this.look(this.seen);
  }

  /** Keep the same point of view as another of the same size, and let it follow this one. */
  follow(leader) {
    this.leader = leader;
    const meet = (from, to) => !from.camera.position.equals(to.camera.position) && to.copy(from);
    leader.controls.addEventListener("change", () => meet(leader, this));
    this.controls.addEventListener("change", () => meet(this, leader));
  }

  copy(other) {
    this.camera.position.copy(other.camera.position);
    this.controls.target.copy(other.controls.target);
    this.controls.update();
  }
}
