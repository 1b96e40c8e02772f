import { describe, expect, it } from "vitest";
import { Diagnostics } from "../../../src/core/diagnostics.ts";
import { LUMP } from "../../../src/formats/bsp/lumps.ts";
import { parseBsp } from "../../../src/formats/bsp/parse-bsp.ts";
import { parseBspHeader } from "../../../src/formats/bsp/parse-bsp-header.ts";
import { readBrushes } from "../../../src/formats/bsp/read/read-brushes.ts";
import { wholeBytes } from "../../../src/formats/bsp/whole-bytes.ts";
import { SIDE_STOPS } from "../../../src/map/collision.ts";
import type { MapScene } from "../../../src/map/types.ts";
import { WORLD_VERTEX } from "../../../src/map/world.ts";
import { buildCollision } from "../../../src/scene/collision/collision.ts";
import { buildTriangleTree } from "../../../src/scene/collision/collision-tree.ts";
import { openMap } from "../../../src/scene/open/map-session.ts";
import { buildLeafTree } from "../../../src/scene/world/leaf-tree.ts";
import { createTrace } from "../../../src/visibility/trace.ts";
import { hasCorpus, readCorpus } from "../../support/corpus.ts";

describe("buildTriangleTree", () => {
  it("holds each triangle once, inside its boxes", () => {
    const corners = Float32Array.from({ length: 9 * 100 }, (_, i) => Math.sin(i * 12.9898) * 500);
    const { order, boxes, boxLinks } = buildTriangleTree(corners);
    expect([...order].sort((a, b) => a - b)).toEqual([...new Array(100).keys()]);
    const seen: number[] = [];
    const visit = (row: number, limit: readonly number[]): void => {
      const box = [...boxes.subarray(row * 6, row * 6 + 6)];
      for (let i = 0; i < 3; i++) {
        expect(box[i]).toBeGreaterThanOrEqual(limit[i]);
        expect(box[i + 3]).toBeLessThanOrEqual(limit[i + 3]);
      }
      const [first, count] = [boxLinks[row * 2], boxLinks[row * 2 + 1]];
      for (let i = first; i < first + count; i++) {
        seen.push(i);
        for (let k = 0; k < 9; k++) {
          const value = corners[order[i] * 9 + k];
          expect(value).toBeGreaterThanOrEqual(box[k % 3]);
          expect(value).toBeLessThanOrEqual(box[(k % 3) + 3]);
        }
      }
      if (count === 0) for (const child of [row + 1, first]) visit(child, box);
    };
    visit(0, [-1e9, -1e9, -1e9, 1e9, 1e9, 1e9]);
    expect(seen).toEqual([...new Array(100).keys()]);
  });

  it("is empty for no triangles", () => {
    expect(buildTriangleTree(new Float32Array(0)).boxLinks).toHaveLength(0);
  });
});

/** Returns the distance of the nearest drawn triangle on a ray by brute force, or Infinity. */
function castAtPicture({ world }: MapScene, from: number[], to: number[]): number {
  const stride = WORLD_VERTEX.strideBytes / 4;
  const floats = new Float32Array(world.vertices.buffer, world.vertices.byteOffset);
  let nearest = Number.POSITIVE_INFINITY;
  for (let i = 0; i < world.indices.length; i += 3) {
    const at = (k: number) => world.indices[i + k] * stride;
    const edge = (k: number) =>
      [0, 1, 2].map((axis) => floats[at(k) + axis] - floats[at(0) + axis]);
    const [a, b] = [edge(1), edge(2)];
    const cross = (u: number[], v: number[]) => [
      u[1] * v[2] - u[2] * v[1],
      u[2] * v[0] - u[0] * v[2],
      u[0] * v[1] - u[1] * v[0],
    ];
    const dot = (u: number[], v: number[]) => u[0] * v[0] + u[1] * v[1] + u[2] * v[2];
    const p = cross(to, b);
    const determinant = dot(a, p);
    if (Math.abs(determinant) < 1e-9) continue;
    const s = from.map((value, axis) => value - floats[at(0) + axis]);
    const u = dot(s, p) / determinant;
    const q = cross(s, a);
    const v = dot(to, q) / determinant;
    const distance = dot(b, q) / determinant;
    if (u >= 0 && v >= 0 && u + v <= 1 && distance > 0) nearest = Math.min(nearest, distance);
  }
  return nearest;
}

describe.skipIf(!hasCorpus)("map collision", () => {
  it("agrees with the drawn surfaces", async () => {
    const session = openMap(readCorpus("lanofdoom_css", "gg_canyon.bsp"), [], {
      name: "gg_canyon",
      side: "hdr",
      textureCompressionBc: true,
      maxTextureDimension: 4096,
    });
    let scene: MapScene | null = null;
    for await (const event of session.load()) {
      if (event.type === "scene") scene = event.scene;
      if (event.type !== "collision" || scene === null) continue;
      const trace = createTrace(scene.tree, event.collision);
      const sideKind = event.collision.sideKind.map(() => SIDE_STOPS);
      const unseen = createTrace(scene.tree, { ...event.collision, sideKind });
      const { x, y, z } = scene.start;
      let same = 0;
      const kinds = new Set<boolean>();
      for (let i = 0; i < 200; i++) {
        const [yaw, pitch] = [i * 2.399, Math.asin((i / 100 - 1) * 0.9)];
        const to = [
          Math.cos(yaw) * Math.cos(pitch),
          Math.sin(yaw) * Math.cos(pitch),
          Math.sin(pitch),
        ];
        const isHit = trace.cast(x, y, z, to[0], to[1], to[2], 1e6);
        const seen = castAtPicture(scene, [x, y, z], to);
        if (Math.abs((isHit ? trace.hit.distance : 1e9) - Math.min(seen, 1e9)) < 0.1) same++;
        // If nothing is drawn at the hit, the sky ended the ray before a surface beyond it.
        else if (!isHit && unseen.cast(x, y, z, to[0], to[1], to[2], seen)) same++;
        if (isHit) expect(event.collision.materialName[trace.hit.material]).not.toMatch(/^tools/);
        if (isHit) kinds.add(trace.hit.isDisplacement);
      }
      // Glass is drawn and hit; decals and water are drawn and passed.
      expect(same).toBeGreaterThan(190);
      expect(kinds).toEqual(new Set([true, false]));
      return;
    }
    throw new Error("no collision came");
  });

  it("is empty with a warning if the brushes are damaged", () => {
    const bytes = readCorpus("lanofdoom_css", "scoutzknivez.bsp");
    const bsp = parseBsp(bytes);
    const damage = (lump: keyof typeof LUMP, at: number, value: number) => {
      const copy = bytes.slice();
      const view = new DataView(copy.buffer);
      view.setInt32(view.getInt32(8 + LUMP[lump] * 16, true) + at, value, true);
      return copy;
    };
    for (const [lump, at, value] of [
      ["LUMP_BRUSHES", 0, -1],
      ["LUMP_BRUSHES", 4, 0x7fffffff],
      ["LUMP_BRUSHES", 4, -7],
      ["LUMP_BRUSHSIDES", 0, 0x7fff_ffff],
      ["LUMP_LEAFBRUSHES", 0, -1],
    ] as const) {
      const copy = damage(lump, at, value);
      const diagnostics = new Diagnostics();
      const brushes = readBrushes(wholeBytes(copy), parseBspHeader(copy), bsp, diagnostics);
      expect(brushes.count, `${lump} ${at} ${value}`).toBe(0);
      expect(diagnostics.subjects("damaged-section")).toEqual(["LUMP_BRUSHES"]);
      const trace = createTrace(buildLeafTree(bsp), buildCollision(bsp, brushes));
      expect(trace.cast(0, 0, 0, 0, 0, -1, 1e6)).toBe(false);
    }
  });
});
