/** What the atlas holds of light by direction, against the engine's scaling (`test/oracle/materials/bump.ts`). */

import { describe, expect, it } from "vitest";
import { Diagnostics } from "../../../src/core/diagnostics.ts";
import { parseBsp } from "../../../src/formats/bsp/parse-bsp.ts";
import { SURFACE, WORLD_VERTEX } from "../../../src/map/world.ts";
import { writeDirectedBlocks } from "../../../src/scene/lightmaps/directed-blocks.ts";
import { decodeRgb9e5, encodeRgb9e5Floats } from "../../../src/scene/lightmaps/rgb9e5.ts";
import { buildMapParts, buildMapScene } from "../../../src/scene/world/map-scene.ts";
import { assembleBsp, makeBspLumps } from "../../formats/bsp/make-bsp.ts";
import { balancedBlocks, type Triple } from "../../oracle/materials/bump.ts";

const WIDTH = 3;
const HEIGHT = 2;
const PAGE_WIDTH = 17;
const CORNER = 2 * PAGE_WIDTH + 4;
/** Row of the flat block's first sample. */
const FIRST = 5;

type Sample = readonly [number, number, number, number];

/** No two are alike; the last luxel has no blue by direction, and none at all of the first. */
function sampleOf(block: number, luxel: number): Sample {
  if (luxel === 5) return block === 0 ? [40, 50, 60, 0] : [luxel * 9, block === 1 ? 0 : 77, 0, 2];
  const [r, g, b] = [37 * block + 11 * luxel + 3, 250 - 29 * block - luxel, 20 + 30 * block];
  return [r & 255, g, b, luxel - 3];
}

const lightOf = ([r, g, b, e]: Sample): Triple => [r * 2 ** e, g * 2 ** e, b * 2 ** e];

describe("light by direction", () => {
  const samples = new Uint32Array(FIRST + 4 * WIDTH * HEIGHT);
  for (let block = 0; block < 4; block++) {
    for (let luxel = 0; luxel < WIDTH * HEIGHT; luxel++) {
      const [r, g, b, e] = sampleOf(block, luxel);
      samples[FIRST + block * WIDTH * HEIGHT + luxel] = r | (g << 8) | (b << 16) | (e << 24);
    }
  }
  const texels = new Uint32Array(PAGE_WIDTH * 6).fill(7);
  writeDirectedBlocks(texels, CORNER, PAGE_WIDTH, samples, FIRST, WIDTH, HEIGHT);

  it("is as bright together as the flat light, luxel by luxel and channel by channel", () => {
    for (let luxel = 0; luxel < WIDTH * HEIGHT; luxel++) {
      const [flat, ...stored] = [0, 1, 2, 3].map((block) => lightOf(sampleOf(block, luxel)));
      const balanced = balancedBlocks(flat, stored);
      for (const [k, expected] of balanced.entries()) {
        const x = (k + 1) * WIDTH + (luxel % WIDTH);
        const at = CORNER + Math.floor(luxel / WIDTH) * PAGE_WIDTH + x;
        const held = decodeRgb9e5(texels[at]);
        // Nine bits of the brightest channel.
        const step = Math.max(...expected) / 255;
        for (const [channel, value] of held.entries()) {
          const what = `luxel ${luxel} direction ${k} channel ${channel}`;
          expect(Math.abs(value - expected[channel]), what).toBeLessThanOrEqual(step / 2);
        }
      }
    }
  });

  it("stands beside the flat light, and nowhere else", () => {
    const own = new Set<number>();
    for (let row = 0; row < HEIGHT; row++) {
      for (let x = WIDTH; x < 4 * WIDTH; x++) own.add(CORNER + row * PAGE_WIDTH + x);
    }
    for (const [at, texel] of texels.entries()) if (!own.has(at)) expect(texel, `${at}`).toBe(7);
  });
});

describe("a map's atlas", () => {
  it.each([0, 1])("holds it for each style of a bumped face, %i bytes off a word", (off) => {
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
    const parts = buildMapParts("room", parseBsp(assembleBsp(lumps), diagnostics), diagnostics);
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
        const expected = [stored[0], ...balancedBlocks(stored[0], stored.slice(1))];
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
  });
});

describe("encodeRgb9e5Floats", () => {
  it("holds nine bits of the largest value, at any brightness a texel has", () => {
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

  it("saturates at the top, and is black at the bottom", () => {
    expect(decodeRgb9e5(encodeRgb9e5Floats(1e9, 1, 0))).toEqual([511 * 2 ** 7, 0, 0]);
    expect(encodeRgb9e5Floats(0, 0, 0)).toBe(0);
    expect(decodeRgb9e5(encodeRgb9e5Floats(511.9, 0, 0))[0]).toBe(512);
  });
});
