import { describe, expect, it } from "vitest";
import { createRandom } from "../../../../src/compile/generate/random.ts";
import type { Bsp } from "../../../../src/formats/bsp/types.ts";
import { makeBox, makeRoom, makeVmf, pointEntity, type Vec3 } from "../../make-vmf.ts";
import { compile, faceLoop, polygonArea, triangleArea } from "../compile.ts";

/** Makes a room with boxes of all sizes along its walls and on its floor. */
function makeClutteredRoom() {
  const random = createRandom(3).next;
  const solids = makeRoom([0, 0, 0], [512, 512, 256]);
  for (let i = 0; i < 40; i++) {
    const x = Math.floor(random() * 480);
    const y = i % 2 ? 0 : Math.floor(random() * 480);
    const size = 5 + Math.floor(random() * 27);
    const mins: Vec3 = [x, y, i % 3 ? 0 : Math.floor(random() * 200)];
    solids.push(makeBox(mins, [x + size, y + size, mins[2] + size]));
  }
  return makeVmf(solids, [pointEntity("info_player_start", [500, 500, 200])]);
}

/** Returns the triangles of a face, as indices into its loop: its primitives, or a fan. */
function trianglesOf({ faces, primitives }: Bsp, face: number): number[][] {
  const triangles: number[][] = [];
  const end = faces.firstPrimitive[face] + faces.primitiveCount[face];
  for (let p = faces.firstPrimitive[face]; p < end; p++) {
    for (let i = 0; i < primitives.indexCount[p]; i += 3) {
      triangles.push([...primitives.indices.subarray(primitives.firstIndex[p] + i).subarray(0, 3)]);
    }
  }
  if (triangles.length > 0) return triangles;
  return Array.from({ length: faces.edgeCount[face] - 2 }, (_, i) => [0, i + 1, i + 2]);
}

describe("T-junctions", () => {
  const { bsp, faults } = compile(makeClutteredRoom());

  it("are removed: no vertex lies within another face's edge", () => {
    expect(faults).toEqual([]);
    const loops = Array.from({ length: bsp.faces.count }, (_, face) => faceLoop(bsp, face));
    const points = [...new Map(loops.flat().map((point) => [point.join(), point])).values()];
    let open = 0;
    for (const loop of loops) {
      for (const [i, a] of loop.entries()) {
        const b = loop[(i + 1) % loop.length];
        const length = Math.hypot(b[0] - a[0], b[1] - a[1], b[2] - a[2]);
        for (const point of points) {
          const t =
            [0, 1, 2].reduce((sum, k) => sum + (point[k] - a[k]) * (b[k] - a[k]), 0) / length;
          if (t < 0.2 || t > length - 0.2) continue;
          const off = Math.hypot(
            ...[0, 1, 2].map((k) => point[k] - a[k] - (t / length) * (b[k] - a[k])),
          );
          if (off < 0.05) open++;
        }
      }
    }
    expect(open).toBe(0);
  });

  it("leave faces that triangles cover exactly, without degenerate ones", () => {
    let withPrimitives = 0;
    for (let face = 0; face < bsp.faces.count; face++) {
      const loop = faceLoop(bsp, face);
      const triangles = trianglesOf(bsp, face);
      if (bsp.faces.primitiveCount[face] > 0) withPrimitives++;
      const areas = triangles.map(([a, b, c]) => triangleArea(loop[a], loop[b], loop[c]));
      const sum = areas.reduce((total, area) => total + area);
      expect(sum).toBeCloseTo(bsp.faces.area[face], 1);
      expect(sum).toBeCloseTo(polygonArea(loop), 1);
      expect(Math.min(...areas)).toBeGreaterThan(0.005);
      expect(triangles).toHaveLength(loop.length - 2);
    }
    expect(withPrimitives).toBeGreaterThan(0);
  });
});
