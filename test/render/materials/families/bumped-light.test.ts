/**
 * Tests directional light and rotated normals: pixels against the engine's formulas
 * (`test/oracle/materials/bump.ts`).
 */

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  MATERIAL_SSBUMP,
  MATERIAL_UNLIT,
  PASS_ALPHA_TEST,
  PASS_OPAQUE,
  PASS_TRANSLUCENT,
} from "../../../../src/map/material.ts";
import { FAMILY } from "../../../../src/map/material-families.ts";
import { propSource } from "../../../../src/render/props/prop-source.ts";
import { encodeSrgb } from "../../../oracle/light/color.ts";
import {
  bumpedLight,
  directionsOf,
  normalOf,
  type Triple,
  worldNormalOf,
} from "../../../oracle/materials/bump.ts";
import { openTestGpu } from "../../../support/dawn.ts";
import { makeImage, makeMaterials, rgbaArray, type TestMaterial } from "../../make-materials.ts";
import { IDENTITY_BONE, makeProps } from "../../make-props.ts";
import { makeMap, type Quad, type QuadLight } from "../../make-world.ts";
import { openTestRenderer, type TestRenderer } from "../../open-test-renderer.ts";

const test = await openTestGpu();
const SIZE = 64;
/** At x = 100 the picture is 200 units wide and high. */
const CAMERA = { x: 0, y: 0, z: 0, pitch: 0, yaw: 0, fov: 106.26020470831196 };
const COLUMNS = 4;
const TILE = 200 / COLUMNS;

/** Luxel values of two styles: flat light, then each direction. */
const STORED: readonly Triple[] = [
  ...([
    [70, 90, 80],
    [200, 40, 20],
    [20, 180, 60],
    [30, 50, 220],
  ] as const),
  ...([
    [33, 44, 55],
    [100, 10, 60],
    [50, 130, 5],
    [15, 70, 90],
  ] as const),
];
/** Brightness of the second style. */
const SECOND = 0.5;

const light = (bumped: boolean): QuadLight => ({
  ...{ columns: 2, rows: 3, styles: bumped ? [0, 3] : [0], bumped },
  sample: (block) => [...STORED[block], 0],
});

function litBy(directions: Triple): Triple {
  const [a, b] = [STORED.slice(1, 4), STORED.slice(5, 8)].map((s) => bumpedLight(directions, s));
  return [0, 1, 2].map((k) => (a[k] + SECOND * b[k]) / 255) as never;
}
const flatly = (directions: Triple): Triple =>
  STORED[0].map((c) => (c / 255) * (directions[0] + directions[1] + directions[2])) as never;

const TEXELS: readonly Triple[] = [
  [128, 128, 255],
  [219, 128, 219],
  [60, 200, 190],
  [90, 20, 160],
  // Tilted so far that only one direction contributes.
  [255, 128, 128],
];

describe.skipIf(test === null)("a normal map", () => {
  let t: TestRenderer;
  beforeAll(async () => {
    t = await openTestRenderer(test!, SIZE, SIZE);
    t.renderer.settings.sky = false;
  });
  afterAll(() => {
    t.destroy();
    test!.close();
    expect(t.errors).toEqual([]);
  });

  /** A white texture, then a normal map for each texel. */
  const arrays = [
    rgbaArray(4, 4, 1),
    rgbaArray(4, 4, TEXELS.length, "rgba8unorm"),
    rgbaArray(8, 4, TEXELS.length, "rgba8unorm"),
  ];
  const textures = [
    { array: 0, layer: 0 },
    ...TEXELS.map((_, layer) => ({ array: 1, layer })),
    ...TEXELS.map((_, layer) => ({ array: 2, layer })),
  ];
  /** Texture index of a texel's normal map in the first or second array. */
  const bump = (texel: number) => 1 + texel;
  const bump2 = (texel: number) => 1 + TEXELS.length + texel;

  function fill(owner: "world" | "props", leaveOut = -1): void {
    const white = makeImage(4, 4, () => [255, 255, 255, 255]);
    t.renderer.setTexture(owner, 0, white);
    for (const [i, texel] of TEXELS.entries()) {
      for (const [row, width] of [
        [bump(i), 4],
        [bump2(i), 8],
      ]) {
        const image = makeImage(width, 4, () => [...texel, 255], "rgba8unorm");
        if (row !== leaveOut) t.renderer.setTexture(owner, row, image);
      }
    }
  }

  /** Draws one tile per material and returns the colour of each one's middle. */
  async function draw(
    materials: readonly TestMaterial[],
    quad: Partial<Quad> = { light: light(true) },
    leaveOut = -1,
  ): Promise<number[][]> {
    const quads = materials.map((_, i): Quad => {
      const y = 100 - (i % COLUMNS) * TILE;
      const z = 100 - (Math.floor(i / COLUMNS) + 1) * TILE;
      return { origin: [100, y, z], u: [0, -TILE, 0], v: [0, 0, TILE], material: i, ...quad };
    });
    const map = makeMap(quads, makeMaterials(materials, textures, arrays));
    map.styles[3] = SECOND;
    t.renderer.setScene(map);
    fill("world", leaveOut);
    await t.renderer.settled();
    t.renderer.render(CAMERA);
    const pixels = await t.renderer.readPixels();
    const pixel = SIZE / COLUMNS;
    return materials.map((_, i) => {
      const x = ((i % COLUMNS) + 0.5) * pixel;
      const y = (Math.floor(i / COLUMNS) + 0.5) * pixel;
      return [...pixels.subarray((y * SIZE + x) * 4, (y * SIZE + x) * 4 + 3)];
    });
  }

  function compare(drawn: readonly number[][], expected: readonly Triple[]): void {
    expect(drawn).toHaveLength(expected.length);
    for (const [i, linear] of expected.entries()) {
      const off = linear.map((c, k) => Math.abs(drawn[i][k] - encodeSrgb(c)));
      const shown = `${i}: ${drawn[i]}, not ${linear.map(encodeSrgb)}`;
      expect(Math.max(...off), shown).toBeLessThanOrEqual(1);
    }
  }

  const each = (more: Partial<TestMaterial> = {}): TestMaterial[] =>
    TEXELS.map((_, i) => ({ name: `m${i}`, texture: 0, bump: bump(i), ...more }));

  for (const [name, pass] of [
    ["what is opaque", PASS_OPAQUE],
    ["what has holes", PASS_ALPHA_TEST],
    ["what blends, of several arrays in one draw", PASS_TRANSLUCENT],
  ] as const) {
    it(`weighs the light of each direction, for ${name}`, async () => {
      const materials = each({ pass }).map((m, i) => ({ ...m, bump: i % 2 ? bump(i) : bump2(i) }));
      compare(
        await draw(materials),
        TEXELS.map((texel) => litBy(directionsOf(texel))),
      );
    });
  }

  it("with $ssbump stores the weights of the directions", async () => {
    compare(
      await draw(each({ flags: MATERIAL_SSBUMP })),
      TEXELS.map((texel) => litBy(directionsOf(texel, true))),
    );
  });

  it("has no effect on flatly lit faces, unless it has $ssbump", async () => {
    const flat = { light: light(false) };
    compare(
      await draw(each(), flat),
      TEXELS.map(() => flatly([1, 0, 0])),
    );
    compare(
      await draw(each({ flags: MATERIAL_SSBUMP }), flat),
      TEXELS.map((texel) => flatly(directionsOf(texel, true))),
    );
  });

  it("is mixed with a second normal map", async () => {
    const materials = each({ family: FAMILY.blend, texture2: 0, bump2: bump2(3) });
    const blend = [0.6, 0.6, 0.6, 0.6] as const;
    compare(
      await draw(materials, { light: light(true), blend }),
      TEXELS.map((texel) => {
        const mixed = texel.map((c, k) => c + (TEXELS[3][k] - c) * 0.6);
        return litBy(directionsOf(mixed as never));
      }),
    );
    const alone = each({ family: FAMILY.blend, texture2: 0 });
    compare(
      await draw(alone, { light: light(true), blend }),
      TEXELS.map((texel) => litBy(directionsOf(texel))),
    );
  });

  it("that is still loading weighs all directions equally", async () => {
    const third = 1 / 3;
    const drawn = await draw(each({ flags: MATERIAL_SSBUMP }), undefined, bump(1));
    compare([drawn[1]], [litBy([third, third, third])]);
    compare([drawn[2]], [litBy(directionsOf(TEXELS[2], true))]);
  });

  it("has no effect on unlit materials", async () => {
    compare(
      await draw(each({ flags: MATERIAL_UNLIT })),
      TEXELS.map(() => [1, 1, 1]),
    );
  });

  it("changes the ambient light of a model", async () => {
    const ambient = [
      0.9, 0.1, 0.2, 0.2, 0.8, 0.3, 0.1, 0.3, 0.7, 0.6, 0.5, 0.1, 0.4, 0.9, 0.2, 0.1, 0.2, 0.6,
    ];
    // Faces −x before the 90° rotation to the left; s increases to the right and t decreases.
    const [normal, tangent, binormal]: Triple[] = [
      [0, -1, 0],
      [1, 0, 0],
      [0, 0, -1],
    ];
    for (const pass of [PASS_OPAQUE, PASS_TRANSLUCENT]) {
      const vertices = [
        [0, 1, -1],
        [0, -1, -1],
        [0, -1, 1],
        [0, 1, 1],
      ].map((c) => ({
        position: c.map((v) => v * 200) as never,
        normal: [-1, 0, 0] as const,
        tangent: [0, -1, 0, -1] as const,
      }));
      for (const [i, texel] of TEXELS.entries()) {
        const mesh = { switchPoint: 0, material: i, vertices, indices: [0, 1, 2, 0, 2, 3] };
        const set = makeMaterials(each({ pass }), textures, arrays);
        const worldFromModel = [0, -1, 0, 0, 1, 0, 0, 90, 0, 0, 1, 0];
        t.renderer.setScene(makeMap([], makeMaterials([])));
        t.renderer.setSource(
          propSource(
            makeProps(
              [{ bones: [IDENTITY_BONE], lods: [mesh] }],
              [{ variant: 0, worldFromModel, ambient }],
              set,
            ),
          ),
        );
        fill("props");
        await t.renderer.settled();
        t.renderer.render({ ...CAMERA, yaw: 90 });
        const pixels = await t.renderer.readPixels();
        const turned = worldNormalOf(normalOf(texel), [tangent, binormal, normal]);
        const unit = turned.map((c) => c / Math.hypot(...turned));
        const expected = [0, 1, 2].map((k) =>
          unit.reduce((sum, c, axis) => {
            return sum + c * c * ambient[(axis * 2 + (c < 0 ? 1 : 0)) * 3 + k];
          }, 0),
        );
        const at = ((SIZE / 2) * SIZE + SIZE / 2) * 4;
        compare([[...pixels.subarray(at, at + 3)]], [expected as never]);
      }
    }
  });
});
