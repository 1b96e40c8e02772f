/** Tests light blockers in a room with a roof, a window and a grate under the sky. */

import { describe, expect, it } from "vitest";
import { writeBsp } from "../../../src/compile/compile-map.ts";
import { parseBsp } from "../../../src/formats/bsp/parse-bsp.ts";
import { parseBspHeader } from "../../../src/formats/bsp/parse-bsp-header.ts";
import { readBrushes } from "../../../src/formats/bsp/read/read-brushes.ts";
import { wholeBytes } from "../../../src/formats/bsp/whole-bytes.ts";
import {
  BLOCKER_SKY,
  BLOCKER_WALL,
  buildLightBlockers,
} from "../../../src/scene/light/light-blockers.ts";
import { buildLeafTree } from "../../../src/scene/world/leaf-tree.ts";
import { createTrace } from "../../../src/visibility/trace.ts";
import { makeBox, makeRoom, makeVmf, pointEntity, SKY } from "../../compile/make-vmf.ts";
import { compile } from "../../compile/vbsp/compile.ts";

function build() {
  const solids = [
    ...makeRoom([0, 0, 0], [512, 256, 256], { sides: { bottom: { material: SKY } } }),
    makeBox([0, 0, 200], [128, 256, 208]),
    makeBox([128, 0, 200], [256, 256, 208], { material: "glass/glass" }),
    makeBox([256, 0, 200], [384, 256, 208], { material: "metal/grate" }),
  ];
  const { map } = compile(makeVmf(solids, [pointEntity("info_player_start", [16, 16, 16])]));
  const bytes = writeBsp(map);
  const bsp = parseBsp(bytes);
  const tree = buildLeafTree(bsp);
  const brushes = readBrushes(wholeBytes(bytes), parseBspHeader(bytes), bsp);
  return { bsp, tree, blockers: buildLightBlockers(bsp, brushes) };
}

const { bsp, tree, blockers } = build();
const trace = createTrace(tree, blockers, true);

/** Returns what a ray straight up hits, and its distance. */
function upFrom(x: number, z: number): [material: number, distance: number] | null {
  const isHit = trace.cast(x, 128, z, 0, 0, 1, Number.POSITIVE_INFINITY);
  return isHit ? [trace.hit.material, Math.round(trace.hit.distance)] : null;
}

describe("light blockers", () => {
  it("include roofs, but not windows or grates, before the sky", () => {
    expect(upFrom(64, 100)).toEqual([BLOCKER_WALL, 100]);
    expect(upFrom(192, 100)).toEqual([BLOCKER_SKY, 156]);
    expect(upFrom(320, 100)).toEqual([BLOCKER_SKY, 156]);
    expect(upFrom(448, 100)).toEqual([BLOCKER_SKY, 156]);
  });

  it("exclude the brush that contains the point", () => {
    expect(upFrom(64, 204)).toEqual([BLOCKER_SKY, 52]);
    const inside = createTrace(tree, blockers);
    expect(inside.cast(64, 128, 204, 0, 0, 1, 100)).toBe(true);
    expect(inside.hit.distance).toBe(0);
  });

  it("give the same result for both kinds of query", () => {
    let seed = 7;
    const random = () => {
      seed = (seed * 1103515245 + 12345) & 0x7fffffff;
      return seed / 0x7fffffff;
    };
    let blocked = 0;
    for (let i = 0; i < 2000; i++) {
      const from = [random() * 512, random() * 256, random() * 256] as const;
      const to = [random() - 0.5, random() - 0.5, random() - 0.5];
      const length = Math.hypot(...to);
      const [x, y, z] = to.map((value) => value / length);
      const reach = random() * 300;
      const isHit = trace.cast(...from, x, y, z, reach);
      expect(trace.isBlocked(...from, x, y, z, reach)).toBe(isHit);
      blocked += isHit ? 1 : 0;
    }
    expect(blocked).toBeGreaterThan(500);
    expect(blocked).toBeLessThan(1900);
  });

  it("are empty if the brushes could not be read", () => {
    const none = createTrace(tree, buildLightBlockers(bsp, null), true);
    expect(none.cast(64, 128, 100, 0, 0, 1, Number.POSITIVE_INFINITY)).toBe(false);
  });
});
