/** Ray tracing in WebAssembly against the reference in TypeScript. */

import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import wabt from "wabt";
import { buildBvh } from "../../../../src/compile/vrad/rays/build-bvh.ts";
import type { Bvh, BvhPlace } from "../../../../src/compile/vrad/rays/bvh.ts";
import { placeInMemory, takeScratch } from "../../../../src/compile/vrad/rays/bvh-memory.ts";
import { findClosest, hit, hitsAny } from "../../../../src/compile/vrad/rays/trace-bvh.ts";
import { met, traceReference } from "../../../../src/compile/vrad/rays/trace-reference.ts";
import { tracerFor } from "../../../../src/compile/vrad/rays/wasm-tracer.ts";
import { createRandom } from "../../make-portals.ts";

const folder = resolve(import.meta.dirname, "../../../../src/compile/vrad/rays");
const source = readFileSync(join(folder, "trace.wat"), "utf8");
const FEATURES = { simd: true, threads: true };
const { parseWat } = await wabt();

function assemble(text: string): Uint8Array<ArrayBuffer> {
  const module = parseWat("trace.wat", text, FEATURES);
  try {
    return Uint8Array.from(module.toBinary({}).buffer);
  } finally {
    module.destroy();
  }
}

describe("the assembled module", () => {
  it("is the assembled trace.wat", async () => {
    const lines = Buffer.from(assemble(source))
      .toString("base64")
      .match(/.{1,88}/g)!;
    await expect(
      `/** \`trace.wat\`, assembled, in base64. */\nexport const TRACE_WASM =\n${lines
        .map((line) => `  "${line}"`)
        .join(" +\n")};\n`,
    ).toMatchFileSnapshot(join(folder, "trace-wasm.ts"));
  });
});

type Vec3 = [number, number, number];
type Ray = [ox: number, oy: number, oz: number, dx: number, dy: number, dz: number];

/** Makes boxes on a grid, loose triangles of all sizes, and ones without area. */
function makeTriangles(seed: number): Float32Array {
  const random = createRandom(seed);
  const out: number[] = [];
  for (let i = 0; i < 40; i++) {
    const low = [0, 1, 2].map(() => Math.floor(random() * 32) * 32);
    const high = low.map((value) => value + 32 * Math.ceil(random() * 4));
    for (const axis of [0, 1, 2]) {
      for (const side of [low, high]) {
        const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
        const corner = (a: number[], b: number[]): number[] => {
          const point = [0, 0, 0];
          point[axis] = side[axis];
          point[u] = a[u];
          point[v] = b[v];
          return point;
        };
        const quad = [corner(low, low), corner(high, low), corner(high, high), corner(low, high)];
        out.push(...quad[0], ...quad[1], ...quad[2], ...quad[0], ...quad[2], ...quad[3]);
      }
    }
  }
  for (let i = 0; i < 400; i++) {
    const size = 10 ** (random() * 5 - 2);
    const centre = [0, 1, 2].map(() => random() * 1024);
    const at = () => centre.map((value) => value + (random() - 0.5) * size);
    const [a, b, c] = [at(), at(), at()];
    const kind = i % 8;
    // A point, a line, a sliver, and ordinary triangles.
    if (kind === 0) out.push(...a, ...a, ...a);
    else if (kind === 1) out.push(...a, ...b, ...a.map((value, k) => 2 * b[k] - value));
    else if (kind === 2) out.push(...a, ...b, ...b.map((value) => value + 1e-5));
    else out.push(...a, ...b, ...c);
  }
  return Float32Array.from(out);
}

/** Makes rays in all directions, along axes, from and to corners, and in planes of triangles. */
function makeRays(seed: number, triangles: Float32Array, count: number): Ray[] {
  const random = createRandom(seed);
  const corner = (): Vec3 => {
    const at = Math.floor((random() * triangles.length) / 3) * 3;
    return [triangles[at], triangles[at + 1], triangles[at + 2]];
  };
  const anywhere = (): Vec3 => [
    random() * 1200 - 100,
    random() * 1200 - 100,
    random() * 1200 - 100,
  ];
  return Array.from({ length: count }, (_, i): Ray => {
    const kind = i % 6;
    const from = kind < 3 ? anywhere() : corner();
    let to: Vec3 = kind === 0 || kind === 3 ? anywhere() : corner();
    if (kind === 5) {
      const axis = Math.floor(random() * 3);
      to = [...from];
      to[axis] += random() < 0.5 ? 100 : -100;
    }
    if (kind === 4) from[Math.floor(random() * 3)] += 0.25;
    const d = to.map((value, k) => value - from[k]);
    const length = Math.hypot(...d) || 1;
    return [...from, d[0] / length, d[1] / length, d[2] / length];
  });
}

type Trace = (any: boolean, prefer: number, ray: Ray, max: number) => readonly number[];

const byReference =
  (bvh: Bvh): Trace =>
  (any, prefer, ray, max) => {
    const row = traceReference(bvh, any, prefer, ...ray, max);
    return row < 0 ? [row] : [row, met.distance, met.u, met.v, met.determinant];
  };

function byModule(place: BvhPlace, bytes: Uint8Array<ArrayBuffer>): Trace {
  const { memory, boxes, children, triangles, ids } = place;
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(bytes), {
    rays: { memory },
  });
  const trace = exports.trace as (...values: number[]) => number;
  const scratch = 128;
  const result = new Float64Array(memory.buffer, scratch, 4);
  return (any, prefer, ray, max) => {
    const row = trace(
      ...[boxes, children, triangles, ids, scratch, any ? 1 : 0, prefer],
      ...[...ray, max],
    );
    return row < 0 ? [row] : [row, ...result];
  };
}

/** Returns the number of rays with different results, up to `most`. */
function countDifferences(a: Trace, b: Trace, rays: readonly Ray[], most = 1): number {
  let count = 0;
  for (const [i, ray] of rays.entries()) {
    const max = [1e5, 300, 40][i % 3];
    for (const any of [false, true]) {
      const prefer = i % 4 === 0 ? 500 : 0;
      const [x, y] = [a(any, prefer, ray, max), b(any, prefer, ray, max)];
      if (x.length !== y.length || !x.every((value, k) => Object.is(value, y[k]))) count++;
    }
    if (count >= most) break;
  }
  return count;
}

describe("tracing in WebAssembly", () => {
  const triangles = makeTriangles(3);
  const { bvh } = placeInMemory({ bvh: buildBvh(triangles) });
  const place = bvh.place!;

  it.each([1, 2, 3])("gives the reference's results, bit by bit (seed %i)", (seed) => {
    const positions = makeTriangles(seed);
    const { placed } = placeInMemory({ placed: buildBvh(positions) });
    const rays = makeRays(seed, positions, 20_000);
    const trace = byModule(placed.place!, assemble(source));
    const reference = byReference(placed);
    expect(countDifferences(trace, reference, rays, rays.length)).toBe(0);
    const hits = rays.filter((ray) => reference(true, 0, ray, 1e5)[0] >= 0).length;
    expect(hits).toBeGreaterThan(rays.length / 4);
    expect(hits).toBeLessThan(rays.length * 0.95);
  });

  it("is used where BVHs are in memory", () => {
    const tracer = tracerFor(place)!;
    expect(tracer).not.toBeNull();
    const before = tracer.result.slice();
    const ray = makeRays(5, triangles, 600).find((one) => hitsAny(bvh, ...one, 1e5))!;
    findClosest(bvh, ...ray, 1e5);
    expect(tracer.result[0]).toBe(hit.distance);
    expect(tracer.result).not.toEqual(before);
  });

  it("gives other results if any sign, bound or offset of its vectors is wrong", () => {
    const rays = makeRays(8, triangles, 6000);
    const reference = byReference(bvh);
    // Without f32x4.pmin, which bounds how far boxes reach: too far is only slower.
    const swaps: Record<string, string> = {
      "f64x2.sub": "f64x2.add",
      "f64x2.add": "f64x2.sub",
      "f32x4.sub": "f32x4.add",
      "f32x4.pmax": "f32x4.pmin",
    };
    const sites = /f64x2\.(?:sub|add)|f32x4\.(?:sub|pmax)|(?<=v128\.load\S* offset=)\d+/g;
    const silent: string[] = [];
    let count = 0;
    for (const { 0: site, index } of source.matchAll(sites)) {
      const changed = swaps[site] ?? String(Number(site) + 16);
      const text = source.slice(0, index) + changed + source.slice(index + site.length);
      const differs = countDifferences(byModule(place, assemble(text)), reference, rays) > 0;
      const line = source.slice(0, index).split("\n").length;
      if (!differs) silent.push(`line ${line}: ${site} to ${changed}`);
      count++;
    }
    expect(count).toBeGreaterThan(35);
    expect(silent).toEqual([]);
  });

  it("gives each thread its own scratch memory, until there is no more", () => {
    const { one } = placeInMemory({ one: buildBvh(triangles) });
    const { scratchBytes, boxes } = one.place!;
    expect(scratchBytes).toBeGreaterThan(one.stackSize * 8);
    const offsets = Array.from({ length: 129 }, () => takeScratch(one.place!));
    expect(offsets.pop()).toBe(-1);
    for (let i = 1; i < 128; i++) expect(offsets[i] - offsets[i - 1]).toBe(scratchBytes);
    expect(offsets[0]).toBeGreaterThanOrEqual(4);
    expect(offsets[127] + scratchBytes).toBeLessThanOrEqual(boxes);
  });

  it("finds hits at the edges of boxes", () => {
    // The rays meet the shared edge and the outline of a square in the plane of its box.
    const square = Float32Array.of(0, 0, 0, 64, 0, 0, 64, 64, 0, 0, 0, 0, 64, 64, 0, 0, 64, 0);
    const { one } = placeInMemory({ one: buildBvh(square) });
    for (const [x, y] of [
      [0, 0],
      [64, 64],
      [32, 32],
      [0, 17],
      [64, 17],
      [17, 0],
      [17, 64],
    ]) {
      for (const d of [-1, 1]) {
        expect(hitsAny(one, x, y, -d * 9, 0, 0, d, 100), `${x} ${y}`).toBe(true);
        expect(hitsAny(one, x, y, -d * 9, 0, 0, d, 8.9), `${x} ${y}`).toBe(false);
      }
    }
  });
});
