/** Tests triangles with a corner next to the eye, whose clip position cannot be divided by w. */

import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Camera } from "../../src/render/types.ts";
import { openMap } from "../../src/scene/open/map-session.ts";
import { applyLoadEvent } from "../../src/viewer/load/apply-load-event.ts";
import { assembleBsp, type MadeLumps, makeBspLumps } from "../formats/bsp/make-bsp.ts";
import { openTestGpu } from "../support/dawn.ts";
import { countDifferent } from "./compare-pictures.ts";
import { makeImage, makeMaterials, rgbaArray } from "./make-materials.ts";
import { makeMap } from "./make-world.ts";
import { openTestRenderer, type TestRenderer } from "./open-test-renderer.ts";

const WIDTH = 320;
const HEIGHT = 180;
/** Edges move by fractions of a pixel; a torn triangle changes the colour completely. */
const EDGE = 16;
/** Scale of the generated room, to reach the size of real maps. */
const SCALE = 32;
const MIDDLE = 128 * SCALE;

/** Multiplies floats of each record: `[record bytes, first float, floats, factor]`. */
function scale(lumps: MadeLumps, name: Parameters<MadeLumps["get"]>[0], rows: number[][]): void {
  const { buffer, byteOffset, byteLength } = lumps.get(name)!.bytes;
  const view = new DataView(buffer, byteOffset, byteLength);
  for (const [bytes, first, count, factor] of rows) {
    for (let at = first * 4; at < byteLength; at += bytes) {
      for (let k = 0; k < count; k++) {
        view.setFloat32(at + k * 4, view.getFloat32(at + k * 4, true) * factor, true);
      }
    }
  }
}

/**
 * Builds the room of `makeBsp` as a hall of 8192 x 4096 x 4096 inches, with corners at x =
 * `MIDDLE`.
 */
function makeHall(): Uint8Array {
  const lumps = makeBspLumps();
  scale(lumps, "LUMP_VERTEXES", [[12, 0, 3, SCALE]]);
  scale(lumps, "LUMP_PLANES", [[20, 3, 1, SCALE]]);
  scale(lumps, "LUMP_MODELS", [[48, 0, 9, SCALE]]);
  scale(lumps, "LUMP_DISPINFO", [[176, 0, 3, SCALE]]);
  scale(lumps, "LUMP_DISP_VERTS", [[20, 3, 1, SCALE]]);
  // Texture and luxel vectors, four of each, without their offsets.
  const vectors = [0, 4, 8, 12].map((first) => [72, first, 3, 1 / SCALE]);
  scale(lumps, "LUMP_TEXINFO", vectors);
  return assembleBsp(lumps);
}

const test = await openTestGpu();

describe.skipIf(test === null)("a triangle with a corner next to the eye", () => {
  let t: TestRenderer;
  beforeAll(async () => {
    t = await openTestRenderer(test!, WIDTH, HEIGHT);
    t.renderer.settings.props = false;
  });
  afterAll(() => {
    t.destroy();
    test!.close();
  });
  afterEach(() => expect(t.errors).toEqual([]));

  const draw = async (camera: Camera): Promise<Uint8Array> => {
    await t.renderer.settled();
    t.renderer.render(camera);
    return t.renderer.readPixels();
  };
  /** Returns the share of different pixels, 0 to 1. */
  const differing = (a: Uint8Array, b: Uint8Array) => countDifferent(a, b, EDGE) / (WIDTH * HEIGHT);

  it("is drawn whole for any corner position", async () => {
    const session = openMap(makeHall(), [], {
      name: "hall",
      side: "ldr",
      textureCompressionBc: t.gpu.features.textureCompressionBc,
      maxTextureDimension: 4096,
    });
    for await (const event of session.load()) await applyLoadEvent(t.renderer, event);
    const eye = { x: MIDDLE, y: 1000, z: 1500, pitch: 0, yaw: 0, fov: 90 };
    // Rotated so little that nothing moves by a fifth of a pixel, no corner is next to the eye.
    const whole = await draw({ ...eye, yaw: 0.05 });
    expect(new Set(whole).size).toBeGreaterThan(20);
    // Inches from the plane through the eye to the corners; floats are half a thousandth apart
    // there.
    for (const ahead of [0, 0.0005, 0.001, 0.002, 0.01, 0.1, 0.5, 1, 1.9]) {
      for (const side of [1, -1]) {
        const seen = await draw({ ...eye, x: MIDDLE - ahead * side });
        expect(differing(seen, whole), `${ahead * side} inches ahead`).toBeLessThan(0.01);
      }
    }
    t.renderer.clear();
  });

  it("has correct texture coordinates at close range", async () => {
    const repeat = 32;
    const materials = makeMaterials(
      [{ name: "checks", texture: 0 }],
      [{ array: 0, layer: 0 }],
      [rgbaArray(8, 8, 1)],
    );
    const checks = makeImage(8, 8, (x, y) =>
      ((x >> 2) + (y >> 2)) % 2 === 0 ? [255, 0, 0, 255] : [0, 0, 255, 255],
    );
    /** Draws a wall eight inches to the left of the eye, starting at a distance ahead of it. */
    const drawWall = async (from: number): Promise<Uint8Array> => {
      const length = 200 - from;
      const wall = { origin: [from, 8, -8], u: [length, 0, 0], v: [0, 0, 16] } as const;
      const repeats = [length / repeat, 1] as const;
      t.renderer.setScene(makeMap([{ ...wall, repeats, material: 0 }], materials));
      t.renderer.setTexture("world", 0, checks);
      const picture = await draw({ x: 0, y: 0, z: 0, pitch: 0, yaw: 0, fov: 90 });
      t.renderer.clear();
      return picture;
    };
    for (const from of [-0.9, -0.5, -0.1, -0.001, 0, 0.001, 0.1, 0.5, 0.9]) {
      // The same wall, extended by whole repeats behind the eye, looks the same.
      const longer = await drawWall(from - 12 * repeat);
      expect(differing(await drawWall(from), longer), `from ${from}`).toBeLessThan(0.002);
    }
  });
});
