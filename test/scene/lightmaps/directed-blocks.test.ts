/**
 * Compares directional light in the atlas with the engine's scaling
 * (`test/oracle/materials/bump.ts`).
 */

import { describe, expect, it } from "vitest";
import { Diagnostics } from "../../../src/core/diagnostics.ts";
import { parseBsp } from "../../../src/formats/bsp/parse-bsp.ts";
import { SURFACE, WORLD_VERTEX } from "../../../src/map/world.ts";
import {
  encodeRgb9e5Floats,
  writeDirectedBlocks,
} from "../../../src/scene/lightmaps/directed-blocks.ts";
import { decodeRgb9e5 } from "../../../src/scene/lightmaps/rgb9e5.ts";
import { buildMapScene } from "../../../src/scene/world/map-scene.ts";
import { assembleBsp, makeBspLumps } from "../../formats/bsp/make-bsp.ts";
import { balancedBlocks, ldrBlocks, type Triple } from "../../oracle/materials/bump.ts";
import { makeMapParts } from "../../support/make-map-parts.ts";

const WIDTH = 3;
const HEIGHT = 2;
const PAGE_WIDTH = 17;
const CORNER = 2 * PAGE_WIDTH + 4;
/** Index of the flat block's first sample. */
const FIRST = 5;

type Sample = readonly [number, number, number, number];

/**
 * All samples differ; the last luxel has no directional blue and nothing in the first direction.
 */
function sampleOf(block: number, luxel: number): Sample {
  if (luxel === 5) return block === 0 ? [40, 50, 60, 0] : [luxel * 9, block === 1 ? 0 : 77, 0, 2];
  const [r, g, b] = [37 * block + 11 * luxel + 3, 250 - 29 * block - luxel, 20 + 30 * block];
  return [r & 255, g, b, luxel - 3];
}

const lightOf = ([r, g, b, e]: Sample): Triple => [r * 2 ** e, g * 2 ** e, b * 2 ** e];

describe.each(["ldr", "hdr"] as const)("%s directional light", (side) => {
  const blocksOf = side === "ldr" ? ldrBlocks : balancedBlocks;
  const samples = new Uint32Array(FIRST + 4 * WIDTH * HEIGHT);
  for (let block = 0; block < 4; block++) {
    for (let luxel = 0; luxel < WIDTH * HEIGHT; luxel++) {
      const [r, g, b, e] = sampleOf(block, luxel);
      samples[FIRST + block * WIDTH * HEIGHT + luxel] = r | (g << 8) | (b << 16) | (e << 24);
    }
  }
  const texels = new Uint32Array(PAGE_WIDTH * 6).fill(7);
  writeDirectedBlocks(side, samples, FIRST, {
    ...{ texels, corner: CORNER, pageWidth: PAGE_WIDTH },
    ...{ width: WIDTH, height: HEIGHT },
  });

  it("is scaled by the flat light, per luxel and channel", () => {
    for (let luxel = 0; luxel < WIDTH * HEIGHT; luxel++) {
      const [flat, ...stored] = [0, 1, 2, 3].map((block) => lightOf(sampleOf(block, luxel)));
      const balanced = blocksOf(flat, stored);
      for (const [k, expected] of balanced.entries()) {
        const x = (k + 1) * WIDTH + (luxel % WIDTH);
        const at = CORNER + Math.floor(luxel / WIDTH) * PAGE_WIDTH + x;
        const held = decodeRgb9e5(texels[at]);
        // Nine bits of the brightest channel.
        const step = Math.max(...expected) / 255 + 1e-5;
        for (const [channel, value] of held.entries()) {
          const what = `luxel ${luxel} direction ${k} channel ${channel}`;
          expect(Math.abs(value - expected[channel]), what).toBeLessThanOrEqual(step / 2);
        }
      }
    }
  });

  it("is written next to the flat light only", () => {
    const own = new Set<number>();
    for (let row = 0; row < HEIGHT; row++) {
      for (let x = WIDTH; x < 4 * WIDTH; x++) own.add(CORNER + row * PAGE_WIDTH + x);
    }
    for (const [at, texel] of texels.entries()) if (!own.has(at)) expect(texel, `${at}`).toBe(7);
  });
});

describe("LDR directional light", () => {
  /** Writes one luxel and returns its three directions. */
  function write(...blocks: readonly Sample[]): Triple[] {
    const samples = Uint32Array.from(
      blocks,
      ([r, g, b, e]) => r | (g << 8) | (b << 16) | (e << 24),
    );
    const texels = new Uint32Array(4);
    const block = { texels, corner: 0, pageWidth: 4, width: 1, height: 1 };
    writeDirectedBlocks("ldr", samples, 0, block);
    return [...texels.subarray(1)].map(decodeRgb9e5);
  }
  const expectNear = (held: readonly Triple[], expected: readonly Triple[]) => {
    for (const [k, light] of expected.entries()) {
      const step = Math.max(...light) / 255;
      for (const [channel, value] of light.entries()) {
        const what = `direction ${k} channel ${channel}`;
        expect(Math.abs(held[k][channel] - value), what).toBeLessThanOrEqual(step / 2 + 1e-5);
      }
    }
  };

  it("is the flat light times its share of the mean to the power 2.2", () => {
    // Shares of 1.5, 1 and 0.5: the last is 0.0892 of the first, not a third.
    const [bright, middle, dark] = write(
      [100, 100, 100, 0],
      [120, 120, 120, 0],
      [80, 80, 80, 0],
      [40, 40, 40, 0],
    );
    expect(bright[0]).toBeCloseTo(100 * 2.44, 0);
    expect(middle[0]).toBeCloseTo(100, 0);
    expect(dark[0]).toBeCloseTo(100 * 0.2176, 0);
  });

  it("distributes overflow to the two other directions", () => {
    // After gamma: 0.5 of flat light; the first direction is 3 * 0.5 = 1.5, of which 0.25 goes to
    // each other.
    const held = write([255, 255, 255, 0], [90, 90, 90, 0], [0, 0, 0, 0], [0, 0, 0, 0]);
    const [full, quarter] = [255 * 2 ** 2.2, 255 * 0.5 ** 2.2];
    expectNear(held, [
      [full, full, full],
      [quarter, quarter, quarter],
      [quarter, quarter, quarter],
    ]);
  });

  it("distributes overflow in the compiler's order and keeps the colour", () => {
    const shares = [0, 1, 2, 5, 9, 17];
    let shared = 0;
    for (const [a, b, c] of shares.flatMap((a) =>
      shares.flatMap((b) => shares.map((c) => [a, b, c])),
    )) {
      for (const flat of [
        [255, 130, 60, 0],
        [255, 200, 3, 2],
        [255, 90, 60, 3],
      ] as Sample[]) {
        const blocks: Sample[] = [
          [a, 14 * b, c, 1],
          [b, 9 * c, 7 * a, 1],
          [c, 3 * a, 5 * b, 1],
        ];
        const expected = ldrBlocks(lightOf(flat), blocks.map(lightOf));
        expectNear(write(flat, ...blocks), expected);
        if (Math.max(...expected.flat()) > 255 * 2 ** 2.2 - 1e-6) shared++;
      }
    }
    expect(shared).toBeGreaterThan(400);
  });
});

describe("the lightmap atlas of a map", () => {
  it.each([0, 1])(
    "holds directional light for each style of a bumped face, %i bytes off alignment",
    (off) => {
      const lumps = makeBspLumps();
      const lighting = lumps.get("LUMP_LIGHTING")!;
      const styles = 2;
      const first = lighting.bytes.length + off;
      const own = new Uint8Array(off + styles * 4 * WIDTH * HEIGHT * 4);
      for (let block = 0; block < styles * 4; block++) {
        for (let luxel = 0; luxel < WIDTH * HEIGHT; luxel++) {
          own.set(sampleOf(block, luxel), off + (block * WIDTH * HEIGHT + luxel) * 4);
        }
      }
      lighting.bytes = Uint8Array.of(...lighting.bytes, ...own);
      // The wall at x = 0 is bumped.
      const faces = new DataView(lumps.get("LUMP_FACES")!.bytes.buffer);
      const face = 4 * 56;
      for (let style = 0; style < 4; style++) {
        faces.setUint8(face + 16 + style, style < styles ? style : 255);
      }
      faces.setInt32(face + 20, first, true);
      faces.setInt32(face + 36, WIDTH - 1, true);
      faces.setInt32(face + 40, HEIGHT - 1, true);
      const diagnostics = new Diagnostics();
      const parts = makeMapParts("room", parseBsp(assembleBsp(lumps), diagnostics), diagnostics);
      const { world, lightmap } = buildMapScene(parts, "ldr", diagnostics);
      const view = new DataView(world.vertices.buffer);
      let [left, top] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
      for (let vertex = 0; vertex < world.vertexCount; vertex++) {
        const at = vertex * WORLD_VERTEX.strideBytes;
        const word = view.getUint32(at + WORLD_VERTEX.surface, true);
        const width = (word >>> SURFACE.blockWidthShift) & 511;
        if ((word & SURFACE.bumped) === 0 || width !== WIDTH) continue;
        left = Math.min(left, view.getFloat32(at + WORLD_VERTEX.lightmapCoord, true) - 0.5);
        top = Math.min(top, view.getFloat32(at + WORLD_VERTEX.lightmapCoord + 4, true) - 0.5);
      }
      for (let style = 0; style < styles; style++) {
        for (let luxel = 0; luxel < WIDTH * HEIGHT; luxel++) {
          const stored = [0, 1, 2, 3].map((k) => lightOf(sampleOf(style * 4 + k, luxel)));
          const expected = [stored[0], ...ldrBlocks(stored[0], stored.slice(1))];
          for (const [block, light] of expected.entries()) {
            const x = left + (style * 4 + block) * WIDTH + (luxel % WIDTH);
            const y = top + Math.floor(luxel / WIDTH);
            const held = decodeRgb9e5(lightmap!.texels[y * lightmap!.width + x]);
            for (const [channel, value] of held.entries()) {
              const what = `style ${style} luxel ${luxel} block ${block} channel ${channel}`;
              const step = Math.max(...light) / 255;
              expect(Math.abs(value - light[channel]), what).toBeLessThanOrEqual(step / 2);
            }
          }
        }
      }
    },
  );
});

describe("encodeRgb9e5Floats", () => {
  it("keeps nine bits of the largest value at any exponent", () => {
    for (let exponent = -24; exponent <= 15; exponent++) {
      for (const m of [1, 1.999, 1.4, 1.003]) {
        const most = Math.min(m * 2 ** exponent, 511 * 2 ** 7);
        const values = [most, most / 3, most * 0.77] as const;
        const held = decodeRgb9e5(encodeRgb9e5Floats(...values));
        const step = Math.max(most / 256, 2 ** -24);
        for (const [k, value] of held.entries()) {
          expect(Math.abs(value - values[k]), `${values}`).toBeLessThanOrEqual(step / 2 + 1e-12);
        }
      }
    }
  });

  it("saturates at the maximum and is black at zero", () => {
    expect(decodeRgb9e5(encodeRgb9e5Floats(1e9, 1, 0))).toEqual([511 * 2 ** 7, 0, 0]);
    expect(encodeRgb9e5Floats(0, 0, 0)).toBe(0);
    expect(decodeRgb9e5(encodeRgb9e5Floats(511.9, 0, 0))[0]).toBe(512);
  });
});
