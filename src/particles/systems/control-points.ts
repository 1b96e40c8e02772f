/** Control points: places that particle systems are steered by. */

export const MAX_CONTROL_POINTS = 64;

/**
 * Places and axes of the control points of a system, in the world. Point 0 is the system's own
 * place. `previous` holds the places a step ago.
 */
export class ControlPoints {
  /** Three a point, inches. */
  readonly position = new Float32Array(MAX_CONTROL_POINTS * 3);
  readonly previous = new Float32Array(MAX_CONTROL_POINTS * 3);
  /** Nine a point: forward, left, up. */
  readonly axes = new Float32Array(MAX_CONTROL_POINTS * 9);
  /** 1 for points that do not follow those of the parent system. */
  readonly #isOwn = new Uint8Array(MAX_CONTROL_POINTS);
  /** Number of changes of places and axes; at the last `settle`; of the parent's that are known. */
  #changes = 0;
  #settled = -1;
  #inherited = -1;

  constructor() {
    for (let point = 0; point < MAX_CONTROL_POINTS; point++) {
      for (let axis = 0; axis < 3; axis++) this.axes[point * 9 + axis * 4] = 1;
    }
  }

  place(point: number, x: number, y: number, z: number): void {
    this.#changes++;
    this.position[point * 3] = x;
    this.position[point * 3 + 1] = y;
    this.position[point * 3 + 2] = z;
  }

  /** Places a point of this system and its children only. */
  placeOwn(point: number, x: number, y: number, z: number): void {
    this.#isOwn[point] = 1;
    this.place(point, x, y, z);
  }

  /** Lets all points follow the parent system again. */
  disown(): void {
    this.#isOwn.fill(0);
    this.#inherited = -1;
  }

  /** Takes over all points of the parent system but its own. */
  inherit(parent: ControlPoints): void {
    if (this.#inherited === parent.#changes) return;
    this.#inherited = parent.#changes;
    this.#changes++;
    for (let point = 0; point < MAX_CONTROL_POINTS; point++) {
      if (this.#isOwn[point] === 1) continue;
      for (let axis = 0; axis < 3; axis++) {
        this.position[point * 3 + axis] = parent.position[point * 3 + axis];
      }
      for (let i = point * 9; i < point * 9 + 9; i++) this.axes[i] = parent.axes[i];
    }
  }

  /** Turns a point. @param axes nine numbers: forward, left, up */
  turn(point: number, axes: ArrayLike<number>): void {
    this.#changes++;
    this.axes.set(axes, point * 9);
  }

  /** Ends a step: places become those of a step ago. */
  settle(): void {
    if (this.#settled === this.#changes) return;
    this.#settled = this.#changes;
    this.previous.set(this.position);
  }

  copyFrom(other: ControlPoints): void {
    this.#changes++;
    this.#settled = this.#inherited = -1;
    this.position.set(other.position);
    this.previous.set(other.previous);
    this.axes.set(other.axes);
    this.#isOwn.set(other.#isOwn);
  }

  /** Returns a coordinate in the world of a vector in the frame of a point. */
  toWorld(point: number, axis: 0 | 1 | 2, x: number, y: number, z: number): number {
    const at = point * 9 + axis;
    return this.axes[at] * x + this.axes[at + 3] * y + this.axes[at + 6] * z;
  }
}
