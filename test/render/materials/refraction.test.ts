/**
 * Tests refraction: pixels against the engine's formulas (`test/oracle/materials/refraction.ts`),
 * evaluated from the VMT, a constant normal map, and a picture without the surface.
 */

import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import {
  TEXTUREFLAGS_EIGHTBITALPHA,
  TEXTUREFLAGS_ENVMAP,
} from "../../../src/formats/vtf/texture-flags.ts";
import { writeVtf } from "../../../src/formats/vtf/write-vtf.ts";
import { propSource } from "../../../src/render/props/prop-source.ts";
import { resolveMaterials } from "../../../src/scene/materials/materials.ts";
import { streamTextures } from "../../../src/scene/textures/textures.ts";
import { decodeSrgb, encodeSrgb, mapRgb, type Rgb } from "../../oracle/light/color.ts";
import {
  type Glass,
  type NormalTexel,
  type Pond,
  type ReadBehind,
  refracted,
  water,
} from "../../oracle/materials/refraction.ts";
import { accessTo, madeContent } from "../../scene/content-sources.ts";
import { openTestGpu } from "../../support/dawn.ts";
import { IDENTITY_BONE, makeProps } from "../make-props.ts";
import { makeMap, type Quad, type Vec3 } from "../make-world.ts";
import { openTestRenderer, type TestRenderer } from "../open-test-renderer.ts";

const test = await openTestGpu();
const SIZE = 64;
/** Field of view for a picture as wide and high as far. */
const FOV = 106.26020470831196;
const OPTIONS = { textureCompressionBc: false, maxTextureDimension: 8192 };

/** Offset along s by 0.5 and along t by −0.25, scaled by its alpha. */
const NORMAL: NormalTexel = [191, 96, 230, 200];
const TINT = [150, 90, 60, 255] as const;
/** Colours of the cubemap's faces. */
const FACES: readonly Rgb[] = [0, 1, 2, 3, 4, 5].map((face) => [
  40 + face * 30,
  90,
  200 - face * 30,
]);

function image(flags: number, size: number, texel: (x: number, y: number) => readonly number[]) {
  return writeVtf({
    ...{ width: size, height: size, depth: 1, frameCount: 1, firstFrame: 0, faceCount: 1 },
    ...{ mipCount: 1, flags, format: 0, reflectivity: [0, 0, 0], bumpScale: 1, lowRes: null },
    image: () =>
      Uint8Array.from({ length: size * size * 4 }, (_, i) => {
        return texel((i >> 2) % size, Math.floor((i >> 2) / size))[i & 3];
      }),
  });
}

const FILES = {
  "materials/normal.vtf": image(TEXTUREFLAGS_EIGHTBITALPHA, 4, () => NORMAL),
  "materials/tint.vtf": image(0, 4, () => TINT),
  // All positions differ, and nothing changes fast.
  "materials/ramp.vtf": image(0, 64, (x, y) => [30 + x * 3, 220 - y * 3, 60 + x + y, 255]),
  "materials/post.vtf": image(0, 4, () => [230, 0, 0, 255]),
  "materials/post.vmt": "UnlitGeneric { $basetexture post }",
  "materials/floor.vtf": image(0, 4, () => [30, 160, 30, 255]),
  "materials/floor.vmt": "UnlitGeneric { $basetexture floor }",
  "materials/ramp.vmt": "UnlitGeneric { $basetexture ramp }",
  "materials/around.vtf": writeVtf({
    ...{ width: 4, height: 4, depth: 1, frameCount: 1, firstFrame: 0, faceCount: 7, mipCount: 1 },
    ...{
      flags: TEXTUREFLAGS_ENVMAP,
      format: 0,
      reflectivity: [0, 0, 0],
      bumpScale: 1,
      lowRes: null,
    },
    image: (_mip, _frame, face = 0) =>
      Uint8Array.from({ length: 64 }, (_, i) => [...(FACES[face] ?? [0, 0, 0]), 255][i & 3]),
  }),
};

interface Eye {
  readonly at: Vec3;
  readonly pitch: number;
}

/**
 * Returns a ray from picture coordinates (right and down in half pictures); depth 1 towards yaw 0.
 */
function rayOf({ pitch }: Eye, u: number, v: number): Vec3 {
  const p = (pitch * Math.PI) / 180;
  const [across, down] = [u * 2 - 1, v * 2 - 1];
  return [Math.cos(p) - down * Math.sin(p), -across, -Math.sin(p) - down * Math.cos(p)];
}

const dot = (a: Vec3, b: Vec3) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

/** Samples the picture as the surface does: filtered and clamped. */
function reader(pixels: Uint8Array): ReadBehind {
  const at = (x: number, y: number, k: number) => {
    const [column, row] = [x, y].map((c) => Math.min(Math.max(c, 0), SIZE - 1));
    return decodeSrgb(pixels[(row * SIZE + column) * 4 + k]);
  };
  return (u, v) => {
    const [x, y] = [u * SIZE - 0.5, v * SIZE - 0.5];
    const [column, row] = [Math.floor(x), Math.floor(y)];
    const [fx, fy] = [x - column, y - row];
    return mapRgb([0, 0, 0], (_, k) => {
      const top = at(column, row, k) * (1 - fx) + at(column + 1, row, k) * fx;
      const bottom = at(column, row + 1, k) * (1 - fx) + at(column + 1, row + 1, k) * fx;
      return top * (1 - fy) + bottom * fy;
    });
  };
}

/** Returns the cubemap face of a direction, or `null` near two faces. */
function faceOf(direction: Vec3): Rgb | null {
  const sizes = direction.map(Math.abs);
  const [most, second] = [...sizes].sort((a, b) => b - a);
  if (second > most * 0.7) return null;
  const axis = sizes.indexOf(most);
  return mapRgb(FACES[axis * 2 + (direction[axis] < 0 ? 1 : 0)], decodeSrgb);
}

describe.skipIf(test === null)("refraction", () => {
  let t: TestRenderer;
  beforeAll(async () => {
    t = await openTestRenderer(test!, SIZE, SIZE);
    t.renderer.settings.sky = false;
  });
  afterEach(async () => {
    expect(t.errors).toEqual([]);
    t.renderer.settings.samples = 1;
    await t.renderer.settled();
  });
  afterAll(() => {
    t.destroy();
    test!.close();
  });

  async function resolve(vmt: string) {
    const access = accessTo(madeContent({ ...FILES, "materials/m.vmt": vmt }));
    const resolved = await resolveMaterials(["ramp", "m", "post", "floor"], null, access, OPTIONS);
    expect(access.diagnostics.warnings).toEqual([]);
    return { ...resolved, access };
  }

  /** Draws quads of the ramp without and with the quads of the VMT. */
  async function draw(vmt: string, behind: readonly Quad[], before: readonly Quad[], eye: Eye) {
    const [x, y, z] = eye.at;
    const show = async (quads: readonly Quad[]) => {
      const { materials, textures, access } = await resolve(vmt);
      t.renderer.setScene(makeMap(quads, materials));
      for (const { texture, image } of streamTextures(
        textures,
        [...textures.files.keys()],
        access,
        OPTIONS,
      )) {
        t.renderer.setTexture("world", texture, image);
      }
      await t.renderer.settled();
      // Refraction appears in the second frame, because it copies an earlier picture.
      for (let frame = 0; frame < 2; frame++)
        t.renderer.render({ x, y, z, ...eye, yaw: 0, fov: FOV });
      return t.renderer.readPixels();
    };
    return { plain: await show(behind), drawn: await show([...behind, ...before]) };
  }

  function compare(
    drawn: Uint8Array,
    colorOf: (u: number, v: number) => Rgb | null,
    tolerance: number,
  ): number {
    let compared = 0;
    for (let row = 3; row < SIZE; row += 5) {
      for (let column = 2; column < SIZE; column += 5) {
        const light = colorOf((column + 0.5) / SIZE, (row + 0.5) / SIZE);
        if (light === null) continue;
        compared++;
        const at = (row * SIZE + column) * 4;
        const [is, should] = [[...drawn.subarray(at, at + 3)], light.map(encodeSrgb)];
        const off = Math.max(...is.map((value, k) => Math.abs(value - should[k])));
        expect(off, `${is} at ${column}, ${row}, not ${should}`).toBeLessThanOrEqual(tolerance);
      }
    }
    return compared;
  }

  /** Upright across the x axis, seen from the origin's side. */
  const upright = (x: number, size: number, material: number): Quad => ({
    origin: [x, size, -size],
    u: [0, -2 * size, 0],
    v: [0, 0, 2 * size],
    material,
  });
  const AHEAD: Eye = { at: [0, 0, 0], pitch: 0 };
  const WALL = [upright(200, 300, 0)];
  const PANE = [upright(100, 60, 1)];
  const isPane = (u: number, v: number) => Math.max(Math.abs(u - 0.5), Math.abs(v - 0.5)) < 0.29;

  const GLASS = "$normalmap normal $refractamount .3";
  const tinted = mapRgb([0.5, 0.25, 0.75], (value) => value ** 2.2);
  const CASES: readonly (readonly [name: string, vmt: string, glass: Partial<Glass>])[] = [
    ["is bent by its normal map", GLASS, {}],
    ["is tinted", `${GLASS} $refracttint "[.5 .25 .75]"`, { tint: tinted }],
    [
      "is tinted by twice a texture",
      `${GLASS} $refracttint "[.5 .25 .75]" $refracttinttexture tint`,
      { tint: mapRgb(tinted, (value, k) => 2 * value * decodeSrgb(TINT[k])) },
    ],
    ["is blurred", `${GLASS} $bluramount 3`, { isBlurred: true }],
  ];
  for (const [name, params, look] of CASES) {
    it(`in glass ${name}`, async () => {
      const { plain, drawn } = await draw(`Refract { ${params} }`, WALL, PANE, AHEAD);
      const read = reader(plain);
      const glass = { normal: NORMAL, amount: 0.3, ...look };
      const colorOf = (u: number, v: number) =>
        isPane(u, v) ? refracted(glass, u, v, read) : read(u, v);
      expect(compare(drawn, colorOf, 1)).toBe(169);
    });
  }

  it("in glass averages all samples of a pixel", async () => {
    t.renderer.settings.samples = 4;
    const { plain, drawn } = await draw(`Refract { ${GLASS} }`, WALL, PANE, AHEAD);
    expect((await t.renderer.readStats()).samples).toBe(4);
    const read = reader(plain);
    const glass = { normal: NORMAL, amount: 0.3 };
    // Not at its edge, where some samples belong to the wall.
    const compared = compare(
      drawn,
      (u, v) => (isPane(u, v) ? refracted(glass, u, v, read) : null),
      1,
    );
    expect(compared).toBeGreaterThan(40);
  });

  it("in glass is weaker at grazing angles with $fadeoutonsilhouette", async () => {
    const vmt = `Refract { ${GLASS} $refracttint .1 $fadeoutonsilhouette 1 }`;
    const { plain, drawn } = await draw(vmt, WALL, PANE, AHEAD);
    const read = reader(plain);
    const glass = { normal: NORMAL, amount: 0.3, tint: mapRgb([0.1, 0.1, 0.1], (c) => c ** 2.2) };
    compare(
      drawn,
      (u, v) => {
        const facing = 1 / Math.hypot(...rayOf(AHEAD, u, v));
        return isPane(u, v) ? refracted({ ...glass, facing }, u, v, read) : null;
      },
      1,
    );
  });

  it("in glass reflects a cubemap by the normal map's alpha", async () => {
    const vmt = `Refract { ${GLASS} $refracttint .2 $envmap around $envmaptint "[.5 .25 .9]" }`;
    const { plain, drawn } = await draw(vmt, WALL, PANE, AHEAD);
    const read = reader(plain);
    // Along s, which runs to the right, along t, which runs down, and out.
    const axes: readonly Vec3[] = [
      [0, -1, 0],
      [0, 0, -1],
      [-1, 0, 0],
    ];
    const [x, y, z] = NORMAL.map((value) => (value / 255) * 2 - 1);
    const normal = [0, 1, 2].map((k) => axes[0][k] * x + axes[1][k] * y + axes[2][k] * z);
    const compared = compare(
      drawn,
      (u, v) => {
        if (!isPane(u, v)) return null;
        const ray = rayOf(AHEAD, u, v);
        const back = ray.map((c) => -c / Math.hypot(...ray)) as unknown as Vec3;
        // As in the engine, the eye is in tangent space and the normal in world space.
        const eye = axes.map((axis) => dot(axis, back)) as unknown as Vec3;
        const turn = 2 * dot(normal as unknown as Vec3, eye);
        const square = dot(normal as unknown as Vec3, normal as unknown as Vec3);
        const env = faceOf(normal.map((c, k) => turn * c - square * eye[k]) as unknown as Vec3);
        const tint = [0.5, 0.25, 0.9].map((c) => c ** 2.2);
        return env === null
          ? null
          : refracted(
              {
                ...{ normal: NORMAL, amount: 0.3, env: mapRgb(env, (c, k) => c * tint[k]) },
                tint: mapRgb([0.2, 0.2, 0.2], (c) => c ** 2.2),
              },
              ...([u, v] as const),
              read,
            );
      },
      1,
    );
    expect(compared).toBeGreaterThan(15);
  });

  it("in glass works on models", async () => {
    const { plain } = await draw(`Refract { ${GLASS} }`, WALL, [], AHEAD);
    const { materials, textures, access } = await resolve(`Refract { ${GLASS} }`);
    const corners: Vec3[] = [
      [100, 60, -60],
      [100, -60, -60],
      [100, -60, 60],
      [100, 60, 60],
    ];
    const vertices = corners.map((position) => ({ position, normal: [-1, 0, 0] as Vec3 }));
    const mesh = { switchPoint: 0, material: 1, vertices, indices: [0, 1, 2, 0, 2, 3] };
    const set = makeProps(
      [{ bones: [IDENTITY_BONE], lods: [mesh] }],
      [{ variant: 0, worldFromModel: IDENTITY_BONE }],
      materials,
    );
    t.renderer.setSource(propSource(set));
    for (const { texture, image } of streamTextures(
      textures,
      [...textures.files.keys()],
      access,
      OPTIONS,
    )) {
      t.renderer.setTexture("props", texture, image);
    }
    await t.renderer.settled();
    for (let frame = 0; frame < 2; frame++)
      t.renderer.render({ x: 0, y: 0, z: 0, pitch: 0, yaw: 0, fov: FOV });
    const drawn = await t.renderer.readPixels();
    const read = reader(plain);
    const glass = { normal: NORMAL, amount: 0.3 };
    compare(drawn, (u, v) => (isPane(u, v) ? refracted(glass, u, v, read) : read(u, v)), 1);
  });

  /** Horizontal, seen from above; s runs along x and t against y. */
  const level = (z: number, material: number): Quad => ({
    origin: [-800, -1000, z],
    u: [2000, 0, 0],
    v: [0, 2000, 0],
    material,
  });
  const ABOVE: Eye = { at: [0, 0, 100], pitch: 60 };
  const FLOOR = -60;
  const POND = `$normalmap normal $fogcolor "{40 120 160}" $fogstart 20 $fogend 220 $refracttexture _rt_WaterRefraction $refractamount .2 $abovewater 1`;
  const fogColor = mapRgb([40, 120, 160], (value) => (value / 255) ** 2.2);
  const POND_LOOK: Pond = { normal: NORMAL, refractAmount: 0.2, fogColor, fogRange: 200 };

  const PONDS: readonly (readonly [name: string, vmt: string, look: Partial<Pond>])[] = [
    ["is bent more the deeper it is, and fogged", `Water { ${POND} }`, {}],
    [
      "may be blurred, and is tinted then",
      `Water { ${POND} $blurrefract 1 $refracttint "[.5 .25 .75]" }`,
      { isBlurred: true, refractTint: tinted },
    ],
    ["is not tinted otherwise", `Water { ${POND} $refracttint "[.5 .25 .75]" }`, {}],
    [
      "may have three sheets of waves",
      `Water { ${POND} $scroll1 "[.1 .2 .3]" $scroll2 "[.3 .1 0]" }`,
      { normal: NORMAL.map((value) => value * 0.99) as never },
    ],
    [
      "lies behind what a cubemap shows, more at the rim and from afar",
      `Water { ${POND} $envmap around $reflecttint "[.5 .25 .75]" $cheapwaterstartdistance 100 $cheapwaterenddistance 500 }`,
      { cheap: [100, 500], env: [0.5, 0.25, 0.75] },
    ],
    [
      "lies behind a fixed share of it without Fresnel's",
      `Water { ${POND} $envmap around $nofresnel 1 $reflectblendfactor .3 }`,
      { env: [1, 1, 1], share: 0.3 },
    ],
    [
      "is not seen through the cheapest",
      `Water { ${POND} $envmap around $forcecheap 1 }`,
      { env: [1, 1, 1], isCheap: true },
    ],
  ];
  for (const [name, vmt, look] of PONDS) {
    it(`in water ${name}`, async () => {
      const { plain, drawn } = await draw(vmt, [level(FLOOR, 0)], [level(0, 1)], ABOVE);
      const read = reader(plain);
      const axes: readonly Vec3[] = [
        [1, 0, 0],
        [0, -1, 0],
        [0, 0, 1],
      ];
      const pond = { ...POND_LOOK, ...look };
      const [x, y, z] = pond.normal.map((value) => (value / 255) * 2 - 1);
      const normal = [x, -y, z] as Vec3;
      const compared = compare(
        drawn,
        (u, v) => {
          const ray = rayOf(ABOVE, u, v);
          const inches = ABOVE.at[2] / -ray[2];
          const back = ray.map((c) => -c * inches) as unknown as Vec3;
          const toEye = axes.map((axis) => dot(axis, back)) as unknown as Vec3;
          const throughAt = (s: number, down: number) => {
            const [column, row] = [s, down].map((c) =>
              Math.min(Math.max(Math.floor(c * SIZE), 0), SIZE - 1),
            );
            const dz = -rayOf(ABOVE, (column + 0.5) / SIZE, (row + 0.5) / SIZE)[2];
            return -FLOOR / dz;
          };
          let env: Rgb | undefined;
          if (pond.env !== undefined) {
            const turn = 2 * dot(normal, back);
            const square = dot(normal, normal);
            const face = faceOf(
              normal.map((c, k) => turn * c - square * back[k]) as unknown as Vec3,
            );
            if (face === null) return null;
            env = mapRgb(face, (c, k) => c * look.env![k]);
          }
          return water({ ...pond, env }, { u, v, toEye, throughAt }, read);
        },
        2,
      );
      expect(compared).toBeGreaterThan(pond.env === undefined ? 150 : 40);
    });
  }

  it("in water excludes objects in front of it", async () => {
    // A red post in front of the water must not appear in refracted rays.
    const post: Quad = { ...upright(40, 20, 2), origin: [40, 20, 10], v: [0, 0, 60] };
    const countReds = async (amount: number) => {
      const pond = POND.replace("$refractamount .2", `$refractamount ${amount}`);
      const behind = [level(FLOOR, 3), post];
      const { drawn } = await draw(`Water { ${pond} }`, behind, [level(0, 1)], ABOVE);
      let reds = 0;
      for (let i = 0; i < drawn.length; i += 4) if (drawn[i] > 100) reds++;
      return reds;
    };
    const straight = await countReds(0);
    expect(straight).toBeGreaterThan(30);
    // A few pixels next to it may differ by filtering; refracting it would change a hundred.
    expect(Math.abs((await countReds(0.4)) - straight)).toBeLessThan(30);
  });
});
