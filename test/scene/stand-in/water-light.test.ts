import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { Diagnostics } from "../../../src/core/diagnostics.ts";
import { SURF_NOLIGHT, SURF_WARP } from "../../../src/formats/bsp/layouts/surface-flags.ts";
import { parseBsp } from "../../../src/formats/bsp/parse-bsp.ts";
import type { Bsp } from "../../../src/formats/bsp/types.ts";
import type { MapScene } from "../../../src/map/types.ts";
import { WORLD_VERTEX } from "../../../src/map/world.ts";
import { decodeRgb9e5 } from "../../../src/scene/lightmaps/rgb9e5.ts";
import { openMap } from "../../../src/scene/open/map-session.ts";
import { lightWater } from "../../../src/scene/stand-in/water-light.ts";
import { buildLeafTree } from "../../../src/scene/world/leaf-tree.ts";
import { buildMapScene } from "../../../src/scene/world/map-scene.ts";
import { makeBsp } from "../../formats/bsp/make-bsp.ts";
import { makeMapParts } from "../../support/make-map-parts.ts";

const DEMO = resolve(import.meta.dirname, "../../../assets/visleaf_demo.bsp");
/** Face 0 is the floor of one half of the room (leaf 1), face 5 that of the other (leaf 2). */
const NEAR = 0;
/** A wall of the same half, in front of the floor. */
const WALL = 2;
const FAR_CEILING = 6;
/** Between the halves, facing the far one. */
const BETWEEN = 10;

/** Builds the room with given face averages, all of area 1, and with some faces of unlit water. */
function makeWater(water: readonly number[], average: (face: number) => number[]): Bsp {
  const bsp = parseBsp(makeBsp());
  const { faces, lighting } = bsp.ldr!;
  const { texInfos } = bsp;
  const waterInfo = texInfos.count - 1;
  texInfos.flags[waterInfo] = SURF_WARP | SURF_NOLIGHT;
  texInfos.texdata[waterInfo] = texInfos.texdata[0];
  faces.area.fill(1);
  for (let face = 0; face < faces.count; face++) {
    if (faces.lightOffset[face] >= 0) lighting.set(average(face), faces.lightOffset[face] - 4);
    // The last texinfo is the brush model's tool texture.
    if (faces.texinfo[face] === waterInfo) faces.texinfo[face] = -1;
  }
  for (const face of water) {
    faces.texinfo[face] = waterInfo;
    faces.lightOffset[face] = -1;
    faces.styles.fill(255, face * 4, face * 4 + 4);
  }
  return bsp;
}

function light(bsp: Bsp, face: number): number[] {
  const drawn = Uint8Array.from(bsp.ldr!.faces.texinfo, (texinfo) => (texinfo < 0 ? 0 : 1));
  const side = lightWater(bsp, bsp.ldr!, buildLeafTree(bsp), drawn);
  const at = side.faces.lightOffset[face];
  const exponent = (side.lighting[at + 3] << 24) >> 24;
  return [0, 1, 2].map((k) => side.lighting[at + k] * 2 ** exponent);
}

const leafOf = (bsp: Bsp, leaf: number) => {
  const first = bsp.leafs.firstLeafFace[leaf];
  return [...bsp.leafFaces.subarray(first, first + bsp.leafs.leafFaceCount[leaf])];
};

describe("lightWater", () => {
  it("gives a water surface the mean light of the leaf in front of it", () => {
    const bsp = makeWater([NEAR], (face) => [face < 5 ? 200 : 10, 100, 0, 1]);
    expect(light(bsp, NEAR).map(Math.round)).toEqual([400, 200, 0]);
    const far = makeWater([FAR_CEILING], (face) => [face < 5 ? 200 : 10, 100, 0, 1]);
    expect(light(far, FAR_CEILING).map(Math.round)).toEqual([20, 200, 0]);
    const between = makeWater([BETWEEN], (face) => [face < 5 ? 200 : 10, 100, 0, 1]);
    expect(light(between, BETWEEN).map(Math.round)).toEqual([20, 200, 0]);
    // Everything in front of it is dark, so the leaf behind it is used.
    between.leafs.leafFaceCount[2] = 0;
    expect(light(between, BETWEEN).map(Math.round)).toEqual([400, 200, 0]);
  });

  it("weighs light by area and ignores switchable light", () => {
    const bsp = makeWater([NEAR], (face) => [face === WALL ? 240 : 80, 0, 0, 0]);
    const others = leafOf(bsp, 1).filter((face) => face !== WALL && face !== NEAR);
    bsp.ldr!.faces.area[WALL] = others.length * 3;
    expect(light(bsp, NEAR)[0]).toBeCloseTo(200, 0);
    bsp.ldr!.faces.styles[WALL * 4] = 32;
    expect(light(bsp, NEAR)[0]).toBeCloseTo(80, 0);
  });

  it("falls back to the whole map if the leaf is dark", () => {
    const bsp = makeWater([NEAR], () => [120, 60, 30, -1]);
    bsp.leafs.leafFaceCount.fill(0);
    expect(light(bsp, NEAR)).toEqual([60, 30, 15]);
  });

  it("returns the same lighting if no water lacks light", () => {
    const bsp = makeWater([], () => [1, 2, 3, 0]);
    const drawn = new Uint8Array(bsp.ldr!.faces.count).fill(1);
    expect(lightWater(bsp, bsp.ldr!, buildLeafTree(bsp), drawn)).toBe(bsp.ldr);
    const unlit = makeWater([NEAR], () => [1, 2, 3, 0]);
    const before = structuredClone(unlit.ldr!);
    light(unlit, NEAR);
    expect(unlit.ldr).toEqual(before);
  });

  it("handles invalid areas and exponents", () => {
    const bsp = makeWater([NEAR], () => [255, 255, 255, 127]);
    bsp.ldr!.faces.area.fill(3e38);
    expect(light(bsp, NEAR).every((value) => value > 0 && Number.isFinite(value))).toBe(true);
    bsp.ldr!.faces.area.fill(Number.NaN);
    expect(light(bsp, NEAR)).toEqual([0, 0, 0]);
  });

  it("fills the atlas, where all corners of the face read its one luxel", () => {
    const bsp = makeWater([NEAR], () => [128, 64, 32, 0]);
    bsp.texInfos.lightmapVecs.fill(0.37, (bsp.texInfos.count - 1) * 8);
    const diagnostics = new Diagnostics();
    const parts = { ...makeMapParts("m", bsp, diagnostics), lightWater };
    const scene = buildMapScene(parts, "ldr", diagnostics);
    const { world, lightmap } = scene;
    const floats = new Float32Array(world.vertices.buffer);
    const words = new Uint32Array(world.vertices.buffer);
    const stride = WORLD_VERTEX.strideBytes / 4;
    let corners = 0;
    for (let vertex = 0; vertex < world.vertexCount; vertex++) {
      const at = vertex * stride;
      const [x, , z] = floats.subarray(at, at + 3);
      const [u, v] = floats.subarray(at + WORLD_VERTEX.lightmapCoord / 4).subarray(0, 2);
      const texel = lightmap!.texels[Math.floor(v) * lightmap!.width + Math.floor(u)];
      if (z !== 0 || x > 128 || decodeRgb9e5(texel)[2] !== 32) continue;
      expect(words[at + WORLD_VERTEX.styles / 4]).toBe(0xffffff00);
      expect([u % 1, v % 1]).toEqual([0.5, 0.5]);
      corners++;
    }
    expect(corners).toBeGreaterThanOrEqual(4);
  });

  it("is imported for a map with water", async () => {
    const bytes = new Uint8Array(readFileSync(DEMO));
    const options = { name: "demo", side: "hdr", textureCompressionBc: true } as const;
    const session = openMap(bytes, [], { ...options, maxTextureDimension: 4096 });
    let loaded: MapScene | null = null;
    for await (const event of session.load()) {
      if (event.type === "scene") loaded = event.scene;
      if (loaded !== null) break;
    }
    const diagnostics = new Diagnostics();
    const parts = makeMapParts("demo", parseBsp(bytes), diagnostics);
    const unlit = buildMapScene(parts, "hdr", diagnostics);
    const lit = buildMapScene({ ...parts, lightWater }, "hdr", diagnostics);
    expect(lit.lightmap!.usedLuxels).toBeGreaterThan(unlit.lightmap!.usedLuxels);
    expect(loaded!.lightmap!.usedLuxels).toBe(lit.lightmap!.usedLuxels);
  });
});
