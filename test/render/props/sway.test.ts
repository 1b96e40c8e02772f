/**
 * Tests swaying models: covered pixels against the engine's formula
 * (`test/oracle/materials/sway.ts`).
 */

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parseEntities } from "../../../src/formats/bsp/read/parse-entities.ts";
import { FAMILY } from "../../../src/map/material-families.ts";
import { propSource } from "../../../src/render/props/prop-source.ts";
import { findMaterials, openMaterials } from "../../../src/scene/materials/materials.ts";
import { blowOn, findWind, growSwaying } from "../../../src/scene/props/sway-in-wind.ts";
import type { TextureOptions } from "../../../src/scene/textures/read-vtf.ts";
import { streamTextures } from "../../../src/scene/textures/textures.ts";
import { decodeSrgb, encodeSrgb } from "../../oracle/light/color.ts";
import type { Triple } from "../../oracle/materials/model.ts";
import { type SwayLook, swayedVertex } from "../../oracle/materials/sway.ts";
import { accessTo, madeContent } from "../../scene/content-sources.ts";
import { IMAGE_FORMAT_RGBA8888, makeVtf } from "../../scene/make-vtf.ts";
import { openTestGpu } from "../../support/dawn.ts";
import { makeMaterials } from "../make-materials.ts";
import { IDENTITY_BONE, makeProps } from "../make-props.ts";
import { makeMap } from "../make-world.ts";
import { openTestRenderer, type TestRenderer } from "../open-test-renderer.ts";

const test = await openTestGpu();
const SIZE = 96;
/** Field of view for a picture as wide and high as far. */
const FOV = 106.26020470831196;
const EYE: Triple = [7, -11, 25];
const OPTIONS: TextureOptions = { textureCompressionBc: false, maxTextureDimension: 8192 };

/** A leaf of three corners around its model's middle, and a low one. */
const CORNERS: readonly Triple[] = [
  [-30, 2, 10],
  [34, -4, 22],
  [12, 6, 74],
  [-44, 9, 46],
  [-20, 3, 52],
  [-38, -2, 70],
];
/** Rotated, slightly scaled, and away from the world's origin. */
const PLACED = [1.1, -0.45, 0, 4, 0.45, 1.1, 0, 88, 0, 0, 1.19, -12];

const LOOK: SwayLook = {
  ...{ height: 90, startHeight: 0.15, radius: 60, startRadius: 0.1, speed: 1.3, strength: 1.4 },
  ...{ frequency: 3, flutter: 0.9, fastScale: 2.5, flutterExponent: 1.2, exponent: 1.7 },
  ...{ flutterSpeed: 4, lerpStart: 2, lerpEnd: 9 },
};
const WRITTEN = `$treeswayheight 90 $treeswaystartheight .15 $treeswayradius 60 $treeswaystartradius .1
  $treeswayspeed 1.3 $treeswaystrength 1.4 $treeswayscrumblefrequency 3 $treeswayscrumblestrength .9
  $treeswayspeedhighwindmultiplier 2.5 $treeswayscrumblefalloffexp 1.2 $treeswayfalloffexp 1.7
  $treeswayscrumblespeed 4 $treeswayspeedlerpstart 2 $treeswayspeedlerpend 9`;
const BASE = [200, 150, 90] as const;
const FILES = {
  "materials/base.vtf": makeVtf({
    ...{ width: 4, height: 4, format: IMAGE_FORMAT_RGBA8888 },
    texels: (byte) => [...BASE, 255][byte & 3],
  }),
};

const WIND = findWind(
  parseEntities(`{ "classname" "env_wind" "minwind" "500" "maxwind" "500" }
    { "classname" "env_wind" "angles" "0 30 0" "minwind" "12" "maxwind" "20" }`),
);

describe("findWind", () => {
  it("returns half the mean of the wind speeds, along the last entity's angles", () => {
    expect(WIND[0]).toBeCloseTo(8 * Math.cos(Math.PI / 6), 9);
    expect(WIND[1]).toBeCloseTo(4, 9);
    expect(findWind(parseEntities('{ "classname" "worldspawn" "minwind" "9" }'))).toEqual([0, 0]);
  });
});

async function resolve(vmt: string, wind: readonly [number, number]) {
  const access = accessTo(madeContent({ ...FILES, "materials/m.vmt": vmt }));
  const found = await findMaterials([["m"]], access, OPTIONS);
  for (const { state } of found) if (state !== null) blowOn(state, wind);
  const opened = await openMaterials(found, null, access, OPTIONS);
  return { ...opened, access };
}

describe("a swaying material", () => {
  it("is used for vertex-lit materials in wind only", async () => {
    const familyOf = async (more: string, wind = WIND, shader = "VertexLitGeneric") =>
      (await resolve(`${shader} { $basetexture base ${more} }`, wind)).materials.family[0];
    expect(await familyOf("$treesway 1")).toBe(FAMILY.sway);
    expect(await familyOf("$treesway 1 $selfillum 1 $selfillumtint 2")).toBe(FAMILY.sway);
    expect(await familyOf("$treesway 1", [0, 0])).toBe(FAMILY.lit);
    expect(await familyOf("$treesway 1 $treeswaystatic 1", [0, 0])).toBe(FAMILY.sway);
    expect(await familyOf("$treesway 0")).toBe(FAMILY.lit);
    expect(await familyOf("$treesway 1 $bumpmap base")).toBe(FAMILY.lit);
    expect(await familyOf("$treesway 1", WIND, "LightmappedGeneric")).toBe(FAMILY.lit);
  });

  it("extends the instance's box for any placement", async () => {
    const vmt = `VertexLitGeneric { $basetexture base $treesway 1 ${WRITTEN} }`;
    const { materials } = await resolve(vmt, WIND);
    const instanceBox = new Float32Array(12);
    const placed = {
      ...{ variantFirstDraw: Uint32Array.of(0, 0), variantDrawCount: Uint32Array.of(0, 1) },
      ...{ drawMaterial: Uint16Array.of(0), instanceBox },
      worldFromModel: Float32Array.from([...PLACED, ...PLACED]),
    };
    growSwaying(placed, Uint32Array.of(0, 1), materials);
    expect([...instanceBox.subarray(0, 6)]).toEqual([0, 0, 0, 0, 0, 0]);
    let most = 0;
    for (let time = 0; time < 60; time += 0.37) {
      for (const corner of [
        [1, 0, 90],
        [0, -60, 95],
        [80, 80, 120],
        [-90, 40, 100],
      ] as Triple[]) {
        const at = swayedVertex(corner, PLACED, WIND, time, LOOK);
        for (let axis = 0; axis < 3; axis++) {
          const moved = [0, 1, 2].reduce(
            (sum, k) => sum + PLACED[axis * 4 + k] * (at[k] - corner[k]),
            0,
          );
          most = Math.max(most, Math.abs(moved));
        }
      }
    }
    expect(instanceBox[11]).toBeGreaterThanOrEqual(most);
    expect(instanceBox[11]).toBeLessThan(most * 4);
    expect(instanceBox[6]).toBe(-instanceBox[9]);
  });
});

describe.skipIf(test === null)("swayed vertices", () => {
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

  async function open(vmt: string, wind: readonly [number, number]): Promise<void> {
    const written = `VertexLitGeneric { $basetexture base $nocull 1 ${vmt} }`;
    const { materials, textures, access } = await resolve(written, wind);
    const vertices = CORNERS.map((position) => ({ position, normal: [0, -1, 0] as const }));
    const mesh = { switchPoint: 0, material: 0, vertices, indices: [0, 1, 2, 3, 4, 5] };
    const instance = { variant: 0, worldFromModel: PLACED, ambient: new Array(18).fill(0.5) };
    const variants = [{ bones: [IDENTITY_BONE], lods: [mesh] }];
    t.renderer.setSource(propSource(makeProps(variants, [instance], materials)));
    for (const { texture, image } of streamTextures(textures, [0], access, OPTIONS)) {
      t.renderer.setTexture("props", texture, image);
    }
    await t.renderer.settled();
  }

  /** Projects a corner to the picture. */
  function pixelOf(corner: Triple, place: (at: Triple) => Triple): [number, number] {
    const at = place(corner);
    const [x, y, z] = [0, 1, 2].map(
      (axis) =>
        at.reduce((sum, c, k) => sum + PLACED[axis * 4 + k] * c, PLACED[axis * 4 + 3]) - EYE[axis],
    );
    return [((x / y + 1) / 2) * SIZE, ((1 - z / y) / 2) * SIZE];
  }

  /** Returns the distance inside a triangle's nearest edge in pixels, negative outside. */
  function insideOf(p: readonly [number, number], corners: readonly [number, number][]): number {
    const turn = (a: readonly number[], b: readonly number[], c: readonly number[]) =>
      (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
    const side = Math.sign(turn(corners[0], corners[1], corners[2]));
    return Math.min(
      ...corners.map((a, k) => {
        const b = corners[(k + 1) % 3];
        return (side * turn(a, b, p)) / Math.hypot(b[0] - a[0], b[1] - a[1]);
      }),
    );
  }

  async function compare(time: number, place: (at: Triple) => Triple): Promise<void> {
    t.renderer.render({ x: EYE[0], y: EYE[1], z: EYE[2], pitch: 0, yaw: 90, fov: FOV }, time);
    const pixels = await t.renderer.readPixels();
    const at = CORNERS.map((corner) => pixelOf(corner, place));
    const leaves = [at.slice(0, 3), at.slice(3)];
    const lit = BASE.map((c) => encodeSrgb(decodeSrgb(c) * 0.5));
    let covered = 0;
    for (let row = 0; row < SIZE; row++) {
      for (let column = 0; column < SIZE; column++) {
        const inside = leaves.map((leaf) => insideOf([column + 0.5, row + 0.5], leaf));
        // Pixels on an edge are skipped.
        if (inside.some((pixels) => Math.abs(pixels) < 0.75)) continue;
        const isCovered = inside.some((pixels) => pixels > 0);
        const drawn = [
          ...pixels.subarray((row * SIZE + column) * 4, (row * SIZE + column) * 4 + 3),
        ];
        if (isCovered) {
          covered++;
          const off = Math.max(...drawn.map((value, k) => Math.abs(value - lit[k])));
          expect(off, `${drawn} at ${column}, ${row}, not ${lit}`).toBeLessThanOrEqual(1);
        } else expect(drawn, `at ${column}, ${row}`).not.toEqual(lit.map(Math.round));
      }
    }
    expect(covered).toBeGreaterThan(300);
  }

  it("follow the formula at any time", async () => {
    await open(`$treesway 1 ${WRITTEN}`, WIND);
    for (const time of [0, 0.8, 3.1, 47.3]) {
      await compare(time, (at) => swayedVertex(at, PLACED, WIND, time, LOOK));
    }
  });

  it("follow the formula of $treeswaystatic with its own wind", async () => {
    const own = WRITTEN.replace("height .15", "height .6")
      .replace("strength 1.4", "strength 9")
      .replace("strength .9", "strength 22");
    await open(`${own} $treesway 2 $treeswaystatic 1`, WIND);
    const look = { ...LOOK, hangs: true, strength: 9, flutter: 22, startHeight: 0.6 };
    for (const time of [0.4, 5.2]) {
      await compare(time, (at) => swayedVertex(at, PLACED, [0.5, 0.5], time, look));
    }
  });

  it("stay in place without wind", async () => {
    await open(`$treesway 1 ${WRITTEN}`, [0, 0]);
    await compare(2, (at) => at);
  });
});
