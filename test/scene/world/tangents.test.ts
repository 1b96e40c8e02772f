/** Tests normals and tangents of the world's vertices against their texture coordinates. */

import { describe, expect, it } from "vitest";
import type { MapScene } from "../../../src/map/types.ts";
import { CHUNK_BRUSH_MODEL, CHUNK_DISPLACEMENT, CHUNK_FACE } from "../../../src/map/world.ts";
import { makeTangentScene } from "./make-tangent-scene.ts";
import { readWorldVertex, type WorldVertex } from "./read-world-vertex.ts";

const scene = makeTangentScene();

type Vector = readonly number[];
const subtract = (a: Vector, b: Vector) => a.map((value, i) => value - b[i]);
const dot = (a: Vector, b: Vector) => a.reduce((sum, value, i) => sum + value * b[i], 0);
const cross = ([a, b, c]: Vector, [x, y, z]: Vector) => [
  b * z - c * y,
  c * x - a * z,
  a * y - b * x,
];
const unit = (a: Vector) => a.map((value) => value / Math.hypot(...a));

function* listTriangles({ chunks, world }: MapScene, kind: number): Generator<WorldVertex[]> {
  for (let chunk = 0; chunk < chunks.count; chunk++) {
    if (chunks.kind[chunk] !== kind) continue;
    const end = chunks.firstIndex[chunk] + chunks.indexCount[chunk];
    for (let i = chunks.firstIndex[chunk]; i < end; i += 3) {
      yield [0, 1, 2].map((k) => readWorldVertex(scene, world.indices[i + k]));
    }
  }
}

/** Returns the direction in which one texture coordinate increases while the other is constant. */
function riseOf([a, b, c]: WorldVertex[], which: 0 | 1): Vector {
  const [e, f] = [subtract(b.position, a.position), subtract(c.position, a.position)];
  const [u, v] = [subtract(b.texCoord, a.texCoord), subtract(c.texCoord, a.texCoord)];
  const other = 1 - which;
  const area = u[which] * v[other] - u[other] * v[which];
  return unit(e.map((value, i) => (value * v[other] - f[i] * u[other]) / area));
}

describe.each([
  // Signed bytes hold directions within half a degree; a wave's vertices have averaged directions.
  ["a face", CHUNK_FACE, 0.995],
  ["a turned brush entity", CHUNK_BRUSH_MODEL, 0.995],
  ["a displacement", CHUNK_DISPLACEMENT, 0.9],
])("the tangents of %s", (_, kind, least) => {
  const triangles = [...listTriangles(scene, kind)];

  it("lie in the surface", () => {
    expect(triangles.length).toBeGreaterThan(10);
    for (const corners of triangles) {
      const [a, b, c] = corners;
      const front = unit(cross(subtract(b.position, a.position), subtract(c.position, a.position)));
      for (const { normal, tangent } of corners) {
        expect(Math.hypot(...normal)).toBeCloseTo(1, 1);
        expect(Math.hypot(...tangent)).toBeCloseTo(1, 1);
        expect(Math.abs(dot(normal, tangent))).toBeLessThan(0.02);
        expect(dot(normal, front)).toBeGreaterThan(least);
      }
    }
  });

  it("point along increasing s, and binormals along increasing t, which is down", () => {
    const signs = new Set<number>();
    for (const corners of triangles) {
      const [s, t] = [riseOf(corners, 0), riseOf(corners, 1)];
      for (const { normal, tangent, handed } of corners) {
        signs.add(handed);
        expect(dot(tangent, s)).toBeGreaterThan(least);
        expect(dot(cross(normal, tangent), t) * handed).toBeGreaterThan(least);
      }
    }
    // Hammer's axes mirror every second wall.
    expect(signs).toEqual(new Set(kind === CHUNK_DISPLACEMENT ? [-1] : [-1, 1]));
  });
});
