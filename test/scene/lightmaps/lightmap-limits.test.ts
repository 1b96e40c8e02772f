/** Tests that the widest lightmaps the reader accepts fit a vertex' word and a page. */

import { describe, expect, it } from "vitest";
import { Diagnostics } from "../../../src/core/diagnostics.ts";
import { parseBsp } from "../../../src/formats/bsp/parse-bsp.ts";
import { SURFACE, WORLD_VERTEX } from "../../../src/map/world.ts";
import { decodeRgb9e5 } from "../../../src/scene/lightmaps/rgb9e5.ts";
import { buildMapScene } from "../../../src/scene/world/map-scene.ts";
import { assembleBsp, makeBspLumps } from "../../formats/bsp/make-bsp.ts";
import { makeMapParts } from "../../support/make-map-parts.ts";

const FACE_BYTES = 56;

/** Builds the room; the floor of its first half has `luxels` x 2 luxels in several styles. */
function buildRoom(luxels: number, styles: number, face = 0) {
  const lumps = makeBspLumps();
  const lighting = lumps.get("LUMP_LIGHTING")!;
  const own = new Uint8Array((styles + luxels * 2 * 4 * styles) * 4);
  const firstLuxel = styles * 4;
  for (let i = 0; firstLuxel + i * 4 < own.length; i++) {
    // Red and green count the luxels; no exponent.
    own.set([i & 255, i >> 8, 0, 0], firstLuxel + i * 4);
  }
  const faces = new DataView(lumps.get("LUMP_FACES")!.bytes.buffer);
  for (let style = 0; style < 4; style++) {
    faces.setUint8(face * FACE_BYTES + 16 + style, style < styles ? style : 255);
  }
  faces.setInt32(face * FACE_BYTES + 20, lighting.bytes.length + firstLuxel, true);
  faces.setInt32(face * FACE_BYTES + 36, luxels - 1, true);
  faces.setInt32(face * FACE_BYTES + 40, 1, true);
  lighting.bytes = Uint8Array.of(...lighting.bytes, ...own);
  const diagnostics = new Diagnostics();
  const bsp = parseBsp(assembleBsp(lumps), diagnostics);
  const parts = makeMapParts("room", bsp, diagnostics);
  const scene = buildMapScene(parts, "ldr", diagnostics);
  const view = new DataView(scene.world.vertices.buffer);
  // The bumped wall at x = 0, or else the floor of the first half.
  const words = Array.from({ length: scene.world.vertexCount }, (_, i) => {
    const at = i * WORLD_VERTEX.strideBytes;
    const axis = face === 0 ? 2 : 0;
    const isFace = view.getInt8(at + WORLD_VERTEX.normal + axis) === 127;
    return isFace ? view.getUint32(at + WORLD_VERTEX.surface, true) : 0;
  });
  const widthOf = (word: number) => (word >>> SURFACE.blockWidthShift) & 0x1ff;
  return { scene, diagnostics, word: words.find((w) => widthOf(w) === luxels) ?? 0, widthOf };
}

describe("a lightmap", () => {
  it.each([128, 254, 255, 256, 257, 510, 511])("of %i luxels is kept", (luxels) => {
    const { scene, diagnostics, word, widthOf } = buildRoom(luxels, 1);
    expect(diagnostics.warnings).toEqual([]);
    expect(widthOf(word)).toBe(luxels);
    expect(word & SURFACE.lit).not.toBe(0);
    expect((word >>> SURFACE.pageShift) & (2 ** SURFACE.pageBits - 1)).toBe(0);
    // The whole row is in the page as stored.
    const lightmap = scene.lightmap!;
    const isRow = (at: number) => {
      for (const i of [0, 1, luxels - 2, luxels - 1]) {
        const [red, green] = decodeRgb9e5(lightmap.texels[at + i]);
        if (red !== (i & 255) || green !== i >> 8) return false;
      }
      return true;
    };
    const last = lightmap.texels.length - luxels;
    let found = false;
    for (let at = 0; at <= last && !found; at++) found = isRow(at);
    expect(found).toBe(true);
  });

  it("of 511 luxels in four styles and four directions fits exactly into a page", () => {
    const { scene, diagnostics, word, widthOf } = buildRoom(511, 4, 4);
    expect(diagnostics.warnings).toEqual([]);
    expect(widthOf(word)).toBe(511);
    expect(word & SURFACE.bumped).not.toBe(0);
    expect(scene.lightmap!.width).toBe(511 * 16);
    expect(scene.lightmap!.pageCount).toBe(1);
  });

  it("of more luxels is dropped, and its face drawn unlit", () => {
    const { scene, diagnostics, word } = buildRoom(512, 1);
    expect(diagnostics.subjects("damaged-section")).toEqual(["LUMP_LIGHTING"]);
    expect(word).toBe(0);
    expect(scene.world.vertexCount).toBe(9 * 4 + 25);
  });
});
