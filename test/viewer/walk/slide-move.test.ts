/** Tests a tick's slide along planes with given sweep results. */

import { describe, expect, it } from "vitest";
import { slideMove } from "../../../src/viewer/walk/slide-move.ts";
import type { WalkBody } from "../../../src/viewer/walk/walk-body.ts";

interface Met {
  readonly fraction: number;
  readonly normal?: readonly [number, number, number];
}

/** Builds a body at the origin on the ground, whose sweeps return the given hits and then none. */
function makeBody(velocity: readonly [number, number, number], met: readonly Met[]) {
  const hit = { fraction: 1, normalX: 0, normalY: 0, normalZ: 0, isAllSolid: false };
  const end = [0, 0, 0];
  let sweeps = 0;
  const body = {
    ...{ x: 0, y: 0, z: 0, vx: velocity[0], vy: velocity[1], vz: velocity[2] },
    ...{ onGround: true, onLadder: false },
    sweepTo(x: number, y: number, z: number) {
      const { fraction, normal = [0, 0, 0] } = met[sweeps++] ?? { fraction: 1 };
      [hit.normalX, hit.normalY, hit.normalZ] = normal;
      hit.fraction = fraction;
      [x, y, z].forEach((to, i) => {
        const from = [body.x, body.y, body.z][i];
        end[i] = from + (to - from) * fraction;
      });
      return hit;
    },
    takeEnd() {
      [body.x, body.y, body.z] = end;
    },
    isStuckAt: () => false,
    stop() {
      body.vx = body.vy = body.vz = 0;
    },
  };
  return body;
}
const slide = (body: ReturnType<typeof makeBody>, seconds = 0.1) => {
  slideMove(body as unknown as WalkBody, seconds);
  return [body.vx, body.vy, body.vz, body.x, body.y, body.z].map((value) => +value.toFixed(9));
};

describe("slideMove", () => {
  it("drops a plane once the body has moved away from it", () => {
    // Along a wall from the start; halfway, a second wall deflects the player towards the first.
    const met: Met[] = [
      { fraction: 0, normal: [-1, 0, 0] },
      { fraction: 0.5, normal: [0.6, -0.8, 0] },
    ];
    expect(slide(makeBody([100, 100, 0], met))).toEqual([48, 36, 0, 2.4, 6.8, 0]);
  });

  it("keeps both planes of a corner and stops or follows their crease", () => {
    const corner: Met[] = [
      { fraction: 0, normal: [-1, 0, 0] },
      { fraction: 0, normal: [0.6, -0.8, 0] },
    ];
    expect(slide(makeBody([100, 100, 0], corner))).toEqual([0, 0, 0, 0, 0, 0]);
    const rising = makeBody([100, 100, 50], corner);
    expect(slide(rising)).toEqual([0, 0, 50, 0, 0, 5]);
  });

  it("starts each tick without the planes of the last one", () => {
    const first = makeBody([100, 0, 0], [{ fraction: 0.5, normal: [-1, 0, 0] }]);
    expect(slide(first)).toEqual([0, 0, 0, 5, 0, 0]);
    const second = makeBody([0, 100, 0], [{ fraction: 0, normal: [0.6, -0.8, 0] }]);
    expect(slide(second)).toEqual([48, 36, 0, 4.8, 3.6, 0]);
    expect(slide(makeBody([0, 100, 0], [{ fraction: 0, normal: [0.6, -0.8, 0] }]))).toEqual([
      48, 36, 0, 4.8, 3.6, 0,
    ]);
  });
});
