/** Lets the control points of a tree follow their entities while a simulation moves them. */

import type { EntityTracks } from "../../map/motion/entity-tracks.ts";
import type { ControlPoints } from "./control-points.ts";
import { type PlacedPoint, placeBuilt } from "./placed-systems.ts";
import type { SystemPlayer } from "./system-player.ts";

const matrix = new Float32Array(12);
/** Numbers of a 3x4 matrix in the order of a control point's axes: forward, left, up. */
const COLUMNS = [0, 4, 8, 1, 5, 9, 2, 6, 10];
const axes = new Float32Array(9);

export class PointFollower {
  readonly #player: SystemPlayer;
  readonly #built: readonly PlacedPoint[];
  #tracks: EntityTracks | null = null;
  #olderSteps = 0;
  #isFollowing = false;
  readonly #place = (points: ControlPoints, step: number): void => this.#placeAll(points, step);

  constructor(player: SystemPlayer, built: readonly PlacedPoint[]) {
    this.#player = player;
    this.#built = built;
  }

  /**
   * @param tracks `null` puts points back where the map has them
   * @param olderSteps steps of the player before tick 0
   * @param rewritten first tick with other places than before; `Infinity` for none
   */
  follow(tracks: EntityTracks | null, olderSteps: number, rewritten: number): void {
    const isOther = tracks !== this.#tracks;
    this.#tracks = tracks;
    this.#olderSteps = olderSteps;
    if (tracks === null) {
      if (this.#isFollowing) {
        this.#player.followPoints((points) => placeBuilt(points, this.#built), 0);
        this.#player.followPoints(null, Number.POSITIVE_INFINITY);
      }
      this.#isFollowing = false;
      return;
    }
    if (!this.#isFollowing && !this.#hasMoved(tracks)) return;
    const isFirst = !this.#isFollowing;
    this.#isFollowing = true;
    // Until the first movement, the points were where they still are at those ticks.
    const from = isOther && !isFirst ? 0 : Math.max(rewritten + olderSteps, 0);
    if (isFirst || from !== Number.POSITIVE_INFINITY) this.#player.followPoints(this.#place, from);
  }

  #hasMoved(tracks: EntityTracks): boolean {
    for (let i = 0; i < this.#built.length; i++) {
      const { entity = -1 } = this.#built[i];
      if (tracks.hasMoved(entity)) return true;
    }
    return false;
  }

  #placeAll(points: ControlPoints, step: number): void {
    const tick = Math.max(step - this.#olderSteps, 0);
    for (let i = 0; i < this.#built.length; i++) {
      const { point, entity = -1 } = this.#built[i];
      if (!this.#tracks!.read(entity, tick, matrix)) continue;
      points.place(point, matrix[3], matrix[7], matrix[11]);
      for (let axis = 0; axis < 9; axis++) axes[axis] = matrix[COLUMNS[axis]];
      points.turn(point, axes);
    }
  }
}
