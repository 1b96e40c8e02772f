/**
 * Tests props with baked light per texel or per direction, from the files on, against the engine's
 * formulas.
 */

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Ledger } from "../../../src/core/ledger.ts";
import { FAMILY } from "../../../src/map/material-families.ts";
import type { PropSet } from "../../../src/map/props.ts";
import { propSource } from "../../../src/render/props/prop-source.ts";
import { readBakedPropLight } from "../../../src/scene/light/build-prop-light.ts";
import { lightFinely } from "../../../src/scene/light/prop-material-light.ts";
import { resolveMaterials } from "../../../src/scene/materials/materials.ts";
import type { PropModel } from "../../../src/scene/props/prop-model.ts";
import { streamTextures } from "../../../src/scene/textures/textures.ts";
import { listLevels, makePpl } from "../../formats/studio/make-ppl.ts";
import { decodeSrgb, encodeSrgb } from "../../oracle/light/color.ts";
import { directedLight, readLevel, storedLight } from "../../oracle/light/fine-light.ts";
import { normalOf } from "../../oracle/materials/bump.ts";
import { mix, scaled, sumOf, type Triple, times } from "../../oracle/materials/model.ts";
import { accessTo, madeContent } from "../../scene/content-sources.ts";
import { IMAGE_FORMAT_RGBA8888, makeVtf } from "../../scene/make-vtf.ts";
import { openTestGpu } from "../../support/dawn.ts";
import { makeMaterials } from "../make-materials.ts";
import { IDENTITY_BONE, makeProps } from "../make-props.ts";
import { makeMap } from "../make-world.ts";
import { openTestRenderer, type TestRenderer } from "../open-test-renderer.ts";

const test = await openTestGpu();
const SIZE = 64;
/** Field of view for a picture as wide and high as far. */
const FOV = 106.26020470831196;
const OPTIONS = { textureCompressionBc: false, maxTextureDimension: 8192 };
const WALL = 90;
/** Inches of the base texture in both directions. */
const SPAN = 150;

const BASE = [180, 150, 120] as const;
const NORMAL = [150, 96, 236] as const;
const flat = (texel: readonly number[]) =>
  makeVtf({
    ...{ width: 4, height: 4, format: IMAGE_FORMAT_RGBA8888 },
    texels: (byte) => [...texel, 255][byte & 3],
  });
const FILES = { "materials/base.vtf": flat(BASE), "materials/normal.vtf": flat(NORMAL) };
const ALBEDO = BASE.map((c) => decodeSrgb(c)) as never as Triple;

/** A model with a wall's four corners. */
const CHECKSUM = 0x1234567;
const MODEL = {
  name: "models/wall.mdl",
  mdl: { checksum: CHECKSUM },
  mesh: { vertices: { count: 4 } },
  stripGroups: [{ model: 0, lod: 0, vertices: Uint32Array.of(0, 1, 2, 3) }],
  isStandIn: false,
} as unknown as PropModel;

/** R, G and B of a lightmap texel in a mip. */
const texelOf = (x: number, y: number, level: number): Triple => [
  20 + ((x * 53 + level * 40) % 90),
  110 - ((y * 37 + level * 11) % 80),
  30 + ((x * 13 + y * 29) % 70),
];
const map = (width: number, height: number) =>
  makePpl({ checksum: CHECKSUM, width, height, texel: texelOf });

/** Stored light of a corner along each direction. */
const storedOf = (corner: number): readonly Triple[] => [
  [20 + corner * 30, 40, 90],
  [30, 110 - corner * 26, 50],
  [80, 50 + corner * 17, 120 - corner * 35],
];
function directedVhv(): Uint8Array {
  const bytes = new Uint8Array(512 + 48);
  const view = new DataView(bytes.buffer);
  [2, CHECKSUM, 2, 12, 4, 1].forEach((word, i) => {
    view.setUint32(i * 4, word, true);
  });
  [0, 4, 512].forEach((word, i) => {
    view.setUint32(40 + i * 4, word, true);
  });
  for (let i = 0; i < 12; i++) {
    const [r, g, b] = storedOf(Math.floor(i / 3))[i % 3];
    bytes.set([b, g, r, 255], 512 + i * 4);
  }
  return bytes;
}

const CUBE: readonly Triple[] = new Array<Triple>(6).fill([0.3, 0.2, 0.1]);
const CORNERS: readonly Triple[] = [
  [-100, WALL, -100],
  [100, WALL, -100],
  [100, WALL, 100],
  [-100, WALL, 100],
];

async function build(vmt: string, files: Record<string, Uint8Array>) {
  const access = accessTo(
    madeContent({ ...FILES, "materials/m.vmt": `VertexLitGeneric { $basetexture base ${vmt} }` }),
  );
  const { materials, textures } = await resolveMaterials(["m"], null, access, OPTIONS);
  const target = {
    prop: Uint32Array.of(7, 8),
    model: [MODEL, MODEL],
    firstVertex: Uint32Array.of(0, 0),
  };
  const light = await readBakedPropLight(target, "ldr", madeContent(files), {
    diagnostics: access.diagnostics,
    ledger: new Ledger(),
  });
  const vertices = CORNERS.map((position) => ({
    ...{ position, normal: [0, -1, 0] as const, tangent: [1, 0, 0, -1] as const },
    texCoord: [position[0] / SPAN + 0.5, 0.5 - position[2] / SPAN] as const,
  }));
  const mesh = { switchPoint: 0, material: 0, vertices, indices: [0, 1, 2, 0, 2, 3] };
  const placed = { variant: 0, worldFromModel: IDENTITY_BONE, ambient: CUBE.flat() };
  // The first prop is far behind the eye.
  const away = { ...placed, worldFromModel: [1, 0, 0, 0, 0, 1, 0, -9000, 0, 0, 1, 0] };
  const made = makeProps([{ bones: [IDENTITY_BONE], lods: [mesh] }], [away, placed], materials);
  const { isDirected: _, ...baked } = light;
  const props: PropSet = { ...made, light: { ...made.light, ...baked } };
  lightFinely(props, props.instanceVariant, materials, props.light);
  return { props, textures, access };
}

describe.skipIf(test === null)("baked prop light", () => {
  let t: TestRenderer;
  beforeAll(async () => {
    t = await openTestRenderer(test!, SIZE, SIZE);
    t.renderer.settings.sky = false;
    t.renderer.setScene(makeMap([], makeMaterials([])));
  });
  afterAll(() => {
    t.destroy();
    test!.close();
    expect(t.errors).toEqual([]);
  });

  async function open(vmt: string, files: Record<string, Uint8Array>, family: number) {
    const { props, textures, access } = await build(vmt, files);
    expect(access.diagnostics.warnings).toEqual([]);
    expect([...props.materials.family]).toEqual([family]);
    t.renderer.setSource(propSource(props));
    const all = [...textures.files.keys()];
    for (const { texture, image } of streamTextures(textures, all, access, OPTIONS)) {
      t.renderer.setTexture("props", texture, image);
    }
    await t.renderer.settled();
    return props;
  }

  /** Compares a grid of pixels with the light at x and z of the wall. */
  async function compare(light: (x: number, z: number) => Triple, most = 1): Promise<void> {
    t.renderer.render({ x: 0, y: 0, z: 0, pitch: 0, yaw: 90, fov: FOV });
    const pixels = await t.renderer.readPixels();
    const seen = new Set<string>();
    for (let row = 5; row < SIZE; row += 9) {
      for (let column = 4; column < SIZE; column += 9) {
        const x = (((column + 0.5) / SIZE) * 2 - 1) * WALL;
        const z = (1 - ((row + 0.5) / SIZE) * 2) * WALL;
        const expected = times(ALBEDO, light(x, z)).map((c) => encodeSrgb(c));
        const at = (row * SIZE + column) * 4;
        const drawn = [...pixels.subarray(at, at + 3)];
        const off = Math.max(...drawn.map((value, k) => Math.abs(value - expected[k])));
        expect(off, `${drawn} at ${column}, ${row}, not ${expected}`).toBeLessThanOrEqual(most);
        seen.add(drawn.join());
      }
    }
    expect(seen.size).toBeGreaterThan(20);
  }

  const [ambient] = CUBE;
  const coordOf = (x: number, z: number, moved = 0) =>
    [x / SPAN + 0.5 + moved, 0.5 - z / SPAN] as const;
  /** Interpolates the corners' linear light of each direction. */
  const directions = (x: number, z: number): Triple[] => {
    const [u, v] = [(x + 100) / 200, (z + 100) / 200];
    // Two triangles that meet where u equals v.
    const shares = u > v ? [1 - u, u - v, v, 0] : [1 - v, 0, u, v - u];
    return [0, 1, 2].map((k) =>
      sumOf(...shares.map((share, corner) => scaled(storedLight(storedOf(corner)[k]), share))),
    );
  };

  it("per texel is interpolated and replaces all other light", async () => {
    const files = { "texelslighting_8.ppl": map(8, 4) };
    for (const vmt of ["", "$halflambert 1"]) {
      await open(vmt, files, FAMILY.baked);
      await compare((x, z) =>
        storedLight(readLevel(coordOf(x, z), 8, 4, (column, row) => texelOf(column, row, 0))),
      );
    }
  });

  it("per texel follows the base texture transform", async () => {
    const moved = '$basetexturetransform "center .5 .5 scale 1 1 rotate 0 translate .25 0"';
    await open(moved, { "texelslighting_8.ppl": map(8, 4) }, FAMILY.baked);
    await compare((x, z) =>
      storedLight(readLevel(coordOf(x, z, 0.25), 8, 4, (s, u) => texelOf(s, u, 0))),
    );
  });

  it("per texel is read from the mip that fits the size in the picture", async () => {
    const [width, height] = [256, 64];
    await open("", { "texelslighting_8.ppl": map(width, height) }, FAMILY.baked);
    const inches = (2 * WALL) / SIZE;
    const level = Math.log2((width * inches) / SPAN);
    expect(level % 1).toBeGreaterThan(0.1);
    const sizes = listLevels(width, height);
    const read = (x: number, z: number, at: number) =>
      readLevel(coordOf(x, z), ...sizes[at], (s, u) => texelOf(s, u, at));
    await compare((x, z) => {
      const low = Math.floor(level);
      return storedLight(mix(read(x, z, low), read(x, z, low + 1), level - low));
    }, 2);
  });

  it("by direction is combined with a normal map", async () => {
    const files = { "sp_8.vhv": directedVhv() };
    await open("$bumpmap normal", files, FAMILY.baked);
    await compare((x, z) => directedLight(normalOf(NORMAL), directions(x, z)));
    await open("$bumpmap normal $phong 1 $phongboost 0", files, FAMILY.baked);
    await compare((x, z) => directedLight(normalOf(NORMAL), directions(x, z)));
  });

  it("by direction falls back to its mean without a normal map", async () => {
    await open("", { "sp_8.vhv": directedVhv() }, FAMILY.lit);
    await compare((x, z) => {
      const [u, v] = [(x + 100) / 200, (z + 100) / 200];
      const shares = u > v ? [1 - u, u - v, v, 0] : [1 - v, 0, u, v - u];
      const mean = (corner: number) =>
        storedLight(
          scaled(sumOf(...storedOf(corner)), 1 / 3).map((byte) => Math.round(byte)) as never,
        );
      return sumOf(...shares.map((share, corner) => scaled(mean(corner), share)));
    });
  });

  it("uses new rows after relighting", async () => {
    const { props } = await build("$bumpmap normal", { "sp_8.vhv": directedVhv() });
    await open("$bumpmap normal", { "sp_8.vhv": directedVhv() }, FAMILY.baked);
    const { fineBase: _, ...none } = props.light;
    t.renderer.relight(makeMap([], makeMaterials([])), {
      ...none,
      ...{ baked: new Uint32Array(0), bakedBase: new Uint32Array(2).fill(0x80000000) },
    });
    t.renderer.render({ x: 0, y: 0, z: 0, pitch: 0, yaw: 90, fov: FOV });
    const pixels = await t.renderer.readPixels();
    const at = (SIZE / 2) * SIZE * 4;
    expect([...pixels.subarray(at, at + 3)]).not.toEqual([0, 0, 0]);
    t.renderer.relight(makeMap([], makeMaterials([])), props.light);
    await compare((x, z) => directedLight(normalOf(NORMAL), directions(x, z)));
  });

  it("leaves props alone that the engine lights differently", async () => {
    const both = { "texelslighting_7.ppl": map(8, 4), "sp_7.vhv": directedVhv() };
    const texels = { "texelslighting_8.ppl": map(8, 4) };
    expect([...(await build("$bumpmap normal", texels)).props.materials.family]).toEqual([
      FAMILY.lit,
    ]);
    const phong = "$bumpmap normal $phong 1";
    expect([...(await build(phong, texels)).props.materials.family]).toEqual([FAMILY.model]);
    expect([...(await build("", {})).props.materials.family]).toEqual([FAMILY.lit]);
    // A material used by a prop with texel light stays the same on props without.
    await open("", both, FAMILY.baked);
    t.renderer.render({ x: 0, y: 0, z: 0, pitch: 0, yaw: 90, fov: FOV });
    const pixels = await t.renderer.readPixels();
    const at = ((SIZE / 2) * SIZE + SIZE / 2) * 4;
    const expected = times(ALBEDO, ambient).map((c) => encodeSrgb(c));
    for (let k = 0; k < 3; k++) {
      expect(Math.abs(pixels[at + k] - expected[k])).toBeLessThanOrEqual(1);
    }
  });
});
