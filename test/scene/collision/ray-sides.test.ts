/**
 * Tests rays at generated brushes: visible ones stop them, invisible ones do not, the sky ends
 * them.
 */

import { describe, expect, it } from "vitest";
import { parseBsp } from "../../../src/formats/bsp/parse-bsp.ts";
import type { Brushes } from "../../../src/formats/bsp/read/read-brushes.ts";
import type { Bsp } from "../../../src/formats/bsp/types.ts";
import { buildCollision } from "../../../src/scene/collision/collision.ts";
import { buildLeafTree } from "../../../src/scene/world/leaf-tree.ts";
import { createTrace } from "../../../src/visibility/trace.ts";
import { makeBsp } from "../../formats/bsp/make-bsp.ts";

const SOLID = 1;
const PLAYERCLIP = 0x10000;
const NODRAW = 0x80;
const SKY = 0x4;

interface Box {
  /** Extent along x; unbounded in y and z. */
  readonly from: number;
  readonly to: number;
  /** Materials of the sides at `from` and at `to`. */
  readonly materials: readonly [string, string];
  readonly flags?: readonly [number, number];
  readonly contents?: number;
}

/** Builds the room's tree with boxes across x in both leaves, and no displacements. */
function makeTrace(boxes: readonly Box[]) {
  const room = parseBsp(makeBsp());
  const names = boxes.flatMap(({ materials }) => materials);
  const planes = boxes.flatMap(({ from, to }) => [
    { normal: [-1, 0, 0], dist: -from },
    { normal: [1, 0, 0], dist: to },
  ]);
  const bsp = {
    ...room,
    entities: room.entities.slice(0, 1),
    faces: { ...room.faces, count: 0 },
    planes: {
      ...room.planes,
      count: planes.length,
      normal: Float32Array.from(planes.flatMap(({ normal }) => normal)),
      dist: Float32Array.from(planes, ({ dist }) => dist),
    },
    texDatas: { ...room.texDatas, count: names.length, name: names },
    texInfos: {
      ...room.texInfos,
      count: names.length,
      texdata: Int32Array.from(names, (_, i) => i),
      flags: Int32Array.from(boxes.flatMap(({ flags }) => flags ?? [0, 0])),
    },
    leafs: {
      ...room.leafs,
      firstLeafBrush: new Uint32Array(room.leafs.count),
      leafBrushCount: new Uint32Array(room.leafs.count).fill(boxes.length),
    },
  } as unknown as Bsp;
  const brushes: Brushes = {
    count: boxes.length,
    firstSide: Int32Array.from(boxes, (_, i) => i * 2),
    sideCount: new Int32Array(boxes.length).fill(2),
    contents: Int32Array.from(boxes, ({ contents }) => contents ?? SOLID),
    sidePlane: Uint32Array.from(names, (_, i) => i),
    sideTexInfo: Int32Array.from(names, (_, i) => i),
    sideIsBevel: new Uint8Array(names.length),
    leafBrushes: Uint32Array.from(boxes, (_, i) => i),
  };
  const collision = buildCollision(bsp, brushes);
  const trace = createTrace(buildLeafTree(room), collision);
  /** Casts along or against the x axis; returns distance and material, or `null`. */
  return (x: number, direction: 1 | -1 = 1, limit = Number.POSITIVE_INFINITY) => {
    if (!trace.cast(x, 64, 64, direction, 0, 0, limit)) return null;
    return [trace.hit.distance, collision.materialName[trace.hit.material]];
  };
}

const wall = { materials: ["brick/wall", "brick/back"] } as const;

describe("a ray through brushes", () => {
  it("passes tool textures and hits visible surfaces", () => {
    const tools = [
      ...["trigger", "invisible", "playerclip", "npcclip", "clip", "hint", "skip", "nodraw"],
      ...["areaportal", "blocklight", "blockbullets", "occluder", "invisibleladder"],
    ].map((tool) => `tools/tools${tool}`);
    for (const tool of tools) {
      const cast = makeTrace([
        { from: 60, to: 70, materials: [tool, tool] },
        { from: 100, to: 110, ...wall },
      ]);
      expect(cast(10), tool).toEqual([90, "brick/wall"]);
      // Not even from inside.
      expect(cast(65), tool).toEqual([35, "brick/wall"]);
    }
    const black = makeTrace([{ from: 60, to: 70, materials: ["tools/toolsblack", "x"] }]);
    expect(black(10)).toEqual([50, "tools/toolsblack"]);
  });

  it("passes nodraw sides whatever their texture", () => {
    const cast = makeTrace([
      { from: 60, to: 70, materials: ["a", "a"], flags: [NODRAW, NODRAW] },
      { from: 80, to: 90, materials: ["a", "brick/b"], flags: [NODRAW, 0] },
      { from: 100, to: 110, ...wall },
    ]);
    expect(cast(10)).toEqual([90, "brick/wall"]);
    expect(cast(95, -1)).toEqual([5, "brick/b"]);
    // From inside a brush with a visible side.
    expect(cast(85)).toEqual([0, "brick/b"]);
    expect(cast(85, -1)).toEqual([0, "brick/b"]);
    expect(cast(105)).toEqual([0, "brick/wall"]);
  });

  it("passes brushes that do not block bullets", () => {
    const clip = {
      from: 60,
      to: 70,
      materials: ["brick/a", "brick/a"],
      contents: PLAYERCLIP,
    } as const;
    expect(makeTrace([clip, { from: 100, to: 110, ...wall }])(10)).toEqual([90, "brick/wall"]);
  });

  it("ends at the sky without a hit", () => {
    const sky = { materials: ["tools/toolsskybox", "tools/toolsskybox"] } as const;
    for (const flags of [[SKY, SKY] as const, [0, 0] as const]) {
      const cast = makeTrace([
        { from: 60, to: 70, ...sky, flags },
        { from: 100, to: 110, ...wall },
      ]);
      expect(cast(10)).toBeNull();
      expect(cast(80)).toEqual([20, "brick/wall"]);
      // Inside it nothing drawn is hit.
      expect(cast(65)).toEqual([35, "brick/wall"]);
    }
    const flush = [
      { from: 60, to: 70, ...sky },
      { from: 60, to: 64, ...wall },
    ] as const;
    expect(makeTrace(flush)(10)).toEqual([50, "brick/wall"]);
    expect(makeTrace([...flush].reverse())(10)).toEqual([50, "brick/wall"]);
    expect(makeTrace([...flush].reverse())(10, 1, 49)).toBeNull();
  });
});
