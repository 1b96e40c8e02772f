/**
 * Decides which points the eye can see, by a few rays a frame. Turning the camera needs no rays:
 * only the place of the eye decides.
 */

/** Most rays a frame. One takes some ten microseconds. */
const RAYS_A_FRAME = 6;
/** Inches that the eye may move before points are tested again. */
const MOVED = 0.5;

/** Returns true if nothing is between the eye and a point, given by its row. */
export type IsClear = (row: number, x: number, y: number, z: number) => boolean;

export class HotspotSight {
  readonly #isClear: IsClear;
  readonly #eye = new Float64Array(3).fill(Number.NaN);
  /** Increases whenever all points must be tested again. */
  #turn = 1;
  /** Turn in which each point was tested last; 0 if never. */
  #tested = new Uint32Array(0);
  #clear = new Uint8Array(0);
  /** Row that is tested next, so that all have their turn while the eye moves. */
  #next = 0;

  constructor(isClear: IsClear) {
    this.#isClear = isClear;
  }

  /** Forgets all points. */
  restart(count: number): void {
    this.#tested = new Uint32Array(count);
    this.#clear = new Uint8Array(count);
    this.#next = 0;
  }

  /** Tests all points again, because the map has changed. */
  invalidate(): void {
    this.#turn++;
  }

  /** Whether a point was seen when it was tested last; `null` before the first test. */
  isClear(row: number): boolean | null {
    return this.#tested[row] === 0 ? null : this.#clear[row] === 1;
  }

  /**
   * Casts the rays of a frame.
   * @param isWanted one byte a point: whether it is in the picture
   */
  update(x: number, y: number, z: number, isWanted: Uint8Array): void {
    const eye = this.#eye;
    const moved = Math.max(Math.abs(eye[0] - x), Math.abs(eye[1] - y), Math.abs(eye[2] - z));
    if (!(moved < MOVED)) {
      eye[0] = x;
      eye[1] = y;
      eye[2] = z;
      this.#turn++;
    }
    const count = this.#tested.length;
    let rays = 0;
    for (let i = 0; i < count && rays < RAYS_A_FRAME; i++) {
      const row = (this.#next + i) % count;
      if (isWanted[row] === 0 || this.#tested[row] === this.#turn) continue;
      this.#tested[row] = this.#turn;
      this.#clear[row] = this.#isClear(row, x, y, z) ? 1 : 0;
      rays++;
      if (rays === RAYS_A_FRAME) this.#next = (row + 1) % count;
    }
  }
}
