/**
 * Tests cubemap reflections: pixels against the engine's formulas (`lightmappedgeneric_ps2_3_x.h`
 * and `vertexlit_and_unlit_generic_ps2x.fxc` of its public SDK), evaluated here from the VMT and
 * the VTF's faces.
 */

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  TEXTUREFLAGS_EIGHTBITALPHA,
  TEXTUREFLAGS_ENVMAP,
} from "../../../src/formats/vtf/texture-flags.ts";
import { writeVtf } from "../../../src/formats/vtf/write-vtf.ts";
import type { LightSideName, MaterialSet, TextureOwner } from "../../../src/map/types.ts";
import { propSource } from "../../../src/render/props/prop-source.ts";
import { resolveMaterials } from "../../../src/scene/materials/materials.ts";
import { streamTextures } from "../../../src/scene/textures/textures.ts";
import { boxedDirection, type MirrorBox } from "../../oracle/materials/box-mirror.ts";
import { normalOf, worldNormalOf } from "../../oracle/materials/bump.ts";
import { accessTo, madeContent } from "../../scene/content-sources.ts";
import { openTestGpu } from "../../support/dawn.ts";
import { makeMaterials } from "../make-materials.ts";
import { IDENTITY_BONE, makeProps } from "../make-props.ts";
import { makeMap, type Quad, type Vec3 } from "../make-world.ts";
import { openTestRenderer, type TestRenderer } from "../open-test-renderer.ts";

const test = await openTestGpu();
const SIZE = 64;
/** Field of view for a picture as wide and high as far. */
const FOV = 106.26020470831196;
const EDGE = 16;
const BASE = [120, 60, 30] as const;
const BASE_ALPHA = 102;
const OPTIONS = { textureCompressionBc: false, maxTextureDimension: 8192 };

/** Texels of a cubemap face: all different and asymmetric. */
const texelOf = (face: number, x: number, y: number) =>
  [40 + face * 40, 20 + x * 14, 235 - y * 14] as const;

/**
 * Builds a cubemap with a spheremap as its seventh face, as before 7.5; smaller mips, never shown
 * here, are white.
 */
function cubeFile(
  texel: (face: number, x: number, y: number) => Vec3 = texelOf,
  mipCount = 5,
): Uint8Array {
  return writeVtf({
    ...{ width: EDGE, height: EDGE, depth: 1, frameCount: 1, firstFrame: 0, faceCount: 7 },
    ...{ mipCount, flags: TEXTUREFLAGS_ENVMAP, format: 0, reflectivity: [0, 0, 0] },
    ...{ bumpScale: 1, lowRes: null },
    image: (mip, _frame, face = 0) =>
      Uint8Array.from({ length: (EDGE >> mip) ** 2 * 4 }, (_, i) => {
        const [x, y] = [(i >> 2) % EDGE, Math.floor((i >> 2) / EDGE)];
        return mip > 0 ? 255 : [...texel(face, x, y), 255][i & 3];
      }),
  });
}

/** Linear light, uniform in all directions, as half floats. */
const HDR_LIGHT: Vec3 = [0.25, 0.0625, 0.5];

function hdrCubeFile(light: Vec3): Uint8Array {
  // Encodes powers of two only: exponent without mantissa.
  const half = (value: number) => (value === 0 ? 0 : (Math.log2(value) + 15) << 10);
  return writeVtf({
    ...{ width: EDGE, height: EDGE, depth: 1, frameCount: 1, firstFrame: 0, faceCount: 7 },
    ...{ mipCount: 5, flags: TEXTUREFLAGS_ENVMAP, format: 24, reflectivity: [0, 0, 0] },
    ...{ bumpScale: 1, lowRes: null },
    image: (mip) => {
      const texels = Uint16Array.from({ length: (EDGE >> mip) ** 2 * 4 }, (_, i) =>
        half([...light, 1][i & 3]),
      );
      return new Uint8Array(texels.buffer);
    },
  });
}

function baseFile(flags: number): Uint8Array {
  return writeVtf({
    ...{ width: 4, height: 4, depth: 1, frameCount: 1, firstFrame: 0, faceCount: 1, mipCount: 1 },
    ...{ flags, format: 0, reflectivity: [0, 0, 0], bumpScale: 1, lowRes: null },
    image: () => Uint8Array.from({ length: 64 }, (_, i) => [...BASE, BASE_ALPHA][i & 3]),
  });
}

/** Normal map texel, whose alpha is the reflection mask. */
const NORMAL = [150, 110, 250] as const;
const NORMAL_ALPHA = 77;

/** Mask texels, all different. */
const maskOf = (column: number, row: number) =>
  [60 * column + 20, 200 - 50 * row, 30 * column + 40 * row] as const;

function texture(flags: number, texel: (x: number, y: number) => readonly number[]): Uint8Array {
  return writeVtf({
    ...{ width: 4, height: 4, depth: 1, frameCount: 1, firstFrame: 0, faceCount: 1, mipCount: 1 },
    ...{ flags, format: 0, reflectivity: [0, 0, 0], bumpScale: 1, lowRes: null },
    image: () => Uint8Array.from({ length: 64 }, (_, i) => texel((i >> 2) & 3, i >> 4)[i & 3]),
  });
}

const FILES = {
  "materials/around.vtf": cubeFile(),
  "materials/sharp.vtf": cubeFile(texelOf, 1),
  "materials/dark.vtf": cubeFile(() => [0, 0, 0]),
  "materials/maps/m/c.vtf": cubeFile(() => [0, 0, 0]),
  "materials/maps/m/c.hdr.vtf": hdrCubeFile(HDR_LIGHT),
  "materials/maps/m/unbuilt.vtf": cubeFile(),
  "materials/maps/m/unbuilt.hdr.vtf": hdrCubeFile([0, 0, 0]),
  "materials/first.vmt": "UnlitGeneric { $basetexture solid $envmap dark }",
  "materials/base.vtf": baseFile(TEXTUREFLAGS_EIGHTBITALPHA),
  "materials/solid.vtf": baseFile(0),
  "materials/normal.vtf": texture(TEXTUREFLAGS_EIGHTBITALPHA, () => [...NORMAL, NORMAL_ALPHA]),
  "materials/mask.vtf": texture(0, (x, y) => [...maskOf(x, y), 255]),
};

const decode = (value: number) => {
  const c = value / 255;
  return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
};
const encode = (linear: number) => {
  const c = Math.min(Math.max(linear, 0), 1);
  return 255 * (c <= 0.0031308 ? c * 12.92 : 1.055 * c ** (1 / 2.4) - 0.055);
};
const dot = (a: Vec3, b: Vec3) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const scaled = (a: Vec3, k: number): Vec3 => [a[0] * k, a[1] * k, a[2] * k];
const sum = (...all: Vec3[]): Vec3 =>
  [0, 1, 2].map((k) => all.reduce((total, v) => total + v[k], 0)) as [number, number, number];

/** Samples the cubemap in Direct3D's face layout; `null` near an edge between faces. */
function readCube(direction: Vec3): Vec3 | null {
  const [x, y, z] = direction;
  const axis = direction.map(Math.abs).indexOf(Math.max(...direction.map(Math.abs)));
  const face = axis * 2 + (direction[axis] < 0 ? 1 : 0);
  const [s, t] = [
    [-z, -y],
    [z, -y],
    [x, z],
    [x, -z],
    [x, -y],
    [-x, -y],
  ][face];
  const at = [s, t].map((c) => ((c / Math.abs(direction[axis]) + 1) / 2) * EDGE - 0.5);
  if (at.some((c) => c < 0 || c > EDGE - 1)) return null;
  const [column, row] = at.map(Math.floor);
  const [fx, fy] = [at[0] - column, at[1] - row];
  const linear = (dx: number, dy: number) =>
    texelOf(face, column + dx, row + dy).map(decode) as unknown as Vec3;
  return sum(
    scaled(linear(0, 0), (1 - fx) * (1 - fy)),
    scaled(linear(1, 0), fx * (1 - fy)),
    scaled(linear(0, 1), (1 - fx) * fy),
    scaled(linear(1, 1), fx * fy),
  );
}

/** Expected effects of a material, as in the engine. */
interface Look {
  readonly tint?: Vec3;
  readonly contrast?: Vec3;
  readonly saturation?: Vec3;
  readonly fresnel?: number;
  readonly mask?: number | Vec3;
  /** Normal map texel, 0 to 255. */
  readonly texel?: Vec3;
  readonly isSelfShadowed?: boolean;
  readonly albedo?: Vec3;
  readonly alpha?: number;
  readonly none?: boolean;
  /** Box that the cubemap shows. */
  readonly box?: MirrorBox;
}

/** Returns the linear colour of a fully lit surface point. */
function predict(place: Vec3, normal: Vec3, toEye: Vec3, look: Look): Vec3 | null {
  const { tint = [1, 1, 1], contrast = [0, 0, 0], saturation = [1, 1, 1] } = look;
  const { fresnel = 1, mask = 1, alpha = 1, albedo = BASE.map(decode) as unknown as Vec3 } = look;
  const squared = dot(normal, normal);
  const mirrored = sum(scaled(normal, 2 * dot(normal, toEye)), scaled(toEye, -squared));
  const env = readCube(look.box ? boxedDirection(place, mirrored, look.box) : mirrored);
  if (env === null) return null;
  const facing = dot(normal, toEye) / Math.hypot(...toEye);
  const head = (1 - facing) ** 5 * (1 - fresnel) + fresnel;
  const masks = typeof mask === "number" ? [mask, mask, mask] : mask;
  let light = env.map((c, k) => c * tint[k] * masks[k]);
  light = light.map((c, k) => c + (c * c - c) * contrast[k]);
  const grey = light[0] * 0.299 + light[1] * 0.587 + light[2] * 0.114;
  light = light.map((c, k) => grey + (c - grey) * saturation[k]);
  const shown = look.none ? albedo : albedo.map((c, k) => c + light[k] * head);
  return shown.map((c) => c * alpha) as unknown as Vec3;
}

interface Camera {
  readonly pitch: number;
  readonly yaw: number;
}

const EYE: Vec3 = [7, -11, 5];
/** Half the room's size. */
const ROOM = 100;

/** Returns the ray through a pixel's middle. */
function rayOf({ pitch, yaw }: Camera, column: number, row: number): Vec3 {
  const [p, y] = [(pitch * Math.PI) / 180, (yaw * Math.PI) / 180];
  const forward: Vec3 = [Math.cos(p) * Math.cos(y), Math.cos(p) * Math.sin(y), -Math.sin(p)];
  const right: Vec3 = [Math.sin(y), -Math.cos(y), 0];
  const up: Vec3 = [Math.sin(p) * Math.cos(y), Math.sin(p) * Math.sin(y), Math.cos(p)];
  const across = ((column + 0.5) / SIZE) * 2 - 1;
  const down = ((row + 0.5) / SIZE) * 2 - 1;
  return sum(forward, scaled(right, across), scaled(up, -down));
}

/** Distances to the room's walls along a ray. */
const wallDistances = (ray: Vec3) => ray.map((d, k) => (Math.sign(d) * ROOM - EYE[k]) / d);

/** Returns the normal of the wall that a ray hits first. */
function wallNormal(ray: Vec3): Vec3 {
  const distances = wallDistances(ray);
  const axis = distances.indexOf(Math.min(...distances));
  return [0, 1, 2].map((k) => (k === axis ? -Math.sign(ray[k]) : 0)) as unknown as Vec3;
}

/** Returns the normal from a normal map, whose s increases along a wall's u and t against its v. */
function turnedNormal(ray: Vec3, { texel, isSelfShadowed }: Look): Vec3 {
  const normal = wallNormal(ray);
  if (texel === undefined) return normal;
  const axis = normal.findIndex((c) => c !== 0);
  const along = (k: number): Vec3 => [0, 1, 2].map((i) => (i === k % 3 ? 1 : 0)) as never;
  const [u, v] = normal[axis] > 0 ? [axis + 1, axis + 2] : [axis + 2, axis + 1];
  return worldNormalOf(normalOf(texel, isSelfShadowed), [along(u), scaled(along(v), -1), normal]);
}

/** The walls of a room, seen from inside. */
const ROOM_QUADS: readonly Quad[] = [0, 1, 2].flatMap((axis) =>
  [-1, 1].map((side): Quad => {
    const edge = (k: number): Vec3 => [0, 1, 2].map((i) => (i === k ? 2 * ROOM : 0)) as never;
    const [u, v] = [edge((axis + 1) % 3), edge((axis + 2) % 3)];
    const origin = [-ROOM, -ROOM, -ROOM];
    if (side > 0) origin[axis] = ROOM;
    return { origin: origin as never, ...(side < 0 ? { u, v } : { u: v, v: u }), material: 1 };
  }),
);

/** Rotated, off-center, and of different lengths. */
const BOX: MirrorBox = {
  rows: [
    [0.002, 0.0012, 0, 0.45],
    [-0.0011, 0.0021, 0.0003, 0.52],
    [0, -0.0002, 0.0031, 0.5],
  ],
  origin: [30, -25, 12],
};
const BOXED = `${BOX.rows.map((row, i) => `$envmapparallaxobb${i + 1} "[${row.join(" ")}]"`).join(" ")}
  $envmaporigin "[${BOX.origin.join(" ")}]"`;

const LOOKS: readonly Camera[] = [
  ...[0, 90, 180, 270].map((yaw) => ({ pitch: 0, yaw })),
  { pitch: -80, yaw: 30 },
  { pitch: 80, yaw: 30 },
];

/** Scales a texture so that a surface shows a single texel. */
const placed = (param: string, column: number, row: number) =>
  `${param} "center 0 0 scale 0 0 rotate 0 translate ${(column + 0.5) / 4} ${(row + 0.5) / 4}"`;

describe.skipIf(test === null)("a cubemap reflection", () => {
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

  /** Resolves a VMT and its textures; `show` places it in a map. */
  async function open(
    vmt: string,
    owner: TextureOwner,
    show: (set: MaterialSet) => void,
    side: LightSideName = "ldr",
  ) {
    const options = { ...OPTIONS, side };
    const access = accessTo(madeContent({ ...FILES, "materials/m.vmt": vmt }));
    // The first material's cubemap comes before the second's.
    const names = ["first", "m"];
    const { materials, textures } = await resolveMaterials(names, null, access, options);
    expect(access.diagnostics.warnings).toEqual([]);
    show(materials);
    const all = [...textures.files.keys()];
    for (const { texture, image } of streamTextures(textures, all, access, options)) {
      t.renderer.setTexture(owner, texture, image);
    }
    await t.renderer.settled();
  }

  const openRoom = (vmt: string, side?: LightSideName) =>
    open(vmt, "world", (set) => t.renderer.setScene(makeMap(ROOM_QUADS, set)), side);

  /** Compares pixels that show one cubemap face and returns those faces. */
  async function compare(
    camera: Camera,
    look: Look,
    normalAt = (ray: Vec3) => turnedNormal(ray, look),
  ): Promise<number> {
    const [x, y, z] = EYE;
    t.renderer.render({ x, y, z, ...camera, fov: FOV });
    const pixels = await t.renderer.readPixels();
    let compared = 0;
    for (let row = 5; row < SIZE; row += 9) {
      for (let column = 4; column < SIZE; column += 9) {
        const ray = rayOf(camera, column, row);
        const place = sum(EYE, scaled(ray, Math.min(...wallDistances(ray))));
        const linear = predict(place, normalAt(ray), scaled(ray, -1), look);
        if (linear === null) continue;
        compared++;
        const at = (row * SIZE + column) * 4;
        const [drawn, expected] = [[...pixels.subarray(at, at + 3)], linear.map(encode)];
        const off = Math.max(...drawn.map((value, k) => Math.abs(value - expected[k])));
        expect(off, `${drawn} at ${column}, ${row}, not ${expected}`).toBeLessThanOrEqual(1);
      }
    }
    return compared;
  }

  it("shows the cubemap in the mirrored direction, on all faces", async () => {
    await openRoom("LightmappedGeneric { $basetexture base $envmap around }");
    for (const camera of LOOKS) expect(await compare(camera, {})).toBeGreaterThan(15);
  });

  it("uses the HDR cubemap in HDR light only", async () => {
    const vmt = "LightmappedGeneric { $basetexture base $envmap maps/m/c }";
    const albedo = BASE.map(decode) as unknown as Vec3;
    await openRoom(vmt, "hdr");
    expect(await compare(LOOKS[0], { albedo: sum(albedo, HDR_LIGHT), none: true })).toBeGreaterThan(
      9,
    );
    await openRoom(vmt, "ldr");
    expect(await compare(LOOKS[0], { none: true })).toBeGreaterThan(9);
  });

  it("falls back to the LDR cubemap if HDR was not built", async () => {
    await openRoom("LightmappedGeneric { $basetexture base $envmap maps/m/unbuilt }", "hdr");
    for (const camera of LOOKS) expect(await compare(camera, {})).toBeGreaterThan(9);
  });

  it("is off without specular, and not bent without bumps", async () => {
    const { settings } = t.renderer;
    const bumped = "LightmappedGeneric { $basetexture base $envmap around $bumpmap normal }";
    await openRoom(bumped);
    settings.specular = false;
    expect(await compare(LOOKS[0], { none: true })).toBeGreaterThan(9);
    settings.specular = true;
    settings.bumps = false;
    expect(await compare(LOOKS[0], {})).toBeGreaterThan(9);
    settings.bumps = true;
    expect(await compare(LOOKS[0], { texel: NORMAL })).toBeGreaterThan(9);
  });

  const PLAIN = "$basetexture base $envmap around";
  const CASES: readonly (readonly [name: string, vmt: string, look: Look])[] = [
    [
      "is tinted",
      `LightmappedGeneric { ${PLAIN} $envmaptint "[.5 .25 .9]" }`,
      { tint: [0.5, 0.25, 0.9] },
    ],
    [
      "is more at the rim",
      `LightmappedGeneric { ${PLAIN} $fresnelreflection .2 $envmapcontrast .6 $envmapsaturation "[.3 .5 .8]" }`,
      { fresnel: 0.2, contrast: [0.6, 0.6, 0.6], saturation: [0.3, 0.5, 0.8] },
    ],
    [
      "is squared by contrast",
      `LightmappedGeneric { ${PLAIN} $envmapcontrast 1 }`,
      { contrast: [1, 1, 1] },
    ],
    [
      "of lightmapped surfaces has no part of a contrast alone",
      `LightmappedGeneric { ${PLAIN} $envmapcontrast .5 }`,
      {},
    ],
    [
      "of others has",
      `UnlitGeneric { ${PLAIN} $envmapcontrast .5 }`,
      { contrast: [0.5, 0.5, 0.5] },
    ],
    [
      "of others has a tint in gamma space",
      `UnlitGeneric { ${PLAIN} $envmaptint "{128 64 255}" }`,
      { tint: [(128 / 255) ** 2.2, (64 / 255) ** 2.2, 1] },
    ],
    [
      "is less where the base texture is opaque",
      `LightmappedGeneric { ${PLAIN} $basealphaenvmapmask 1 }`,
      { mask: 1 - BASE_ALPHA / 255 },
    ],
    [
      "is all where the base texture has no alpha to mask by",
      "LightmappedGeneric { $basetexture solid $envmap around $basealphaenvmapmask 1 }",
      {},
    ],
    [
      "is all there is without a base texture",
      "LightmappedGeneric { $envmap around }",
      { albedo: [0, 0, 0] },
    ],
    [
      "covers as little as the surface",
      `LightmappedGeneric { ${PLAIN} $alpha .5 }`,
      { alpha: (0.5 * BASE_ALPHA) / 255 },
    ],
    [
      "blends, too, beside two base textures",
      `WorldVertexTransition { ${PLAIN} $basetexture2 solid $envmaptint .5 }`,
      { tint: [0.5, 0.5, 0.5] },
    ],
    [
      "is turned by a normal map, more at the rim as it says",
      `LightmappedGeneric { ${PLAIN} $bumpmap normal $fresnelreflection .2 }`,
      { texel: NORMAL, fresnel: 0.2 },
    ],
    [
      "is turned by the light of a self-shadowed one",
      `LightmappedGeneric { ${PLAIN} $bumpmap normal $ssbump 1 }`,
      { texel: NORMAL, isSelfShadowed: true },
    ],
    [
      "is as much as a normal map's alpha says",
      `LightmappedGeneric { ${PLAIN} $bumpmap normal $normalmapalphaenvmapmask 1 $envmaptint "[.5 .9 .7]" }`,
      { texel: NORMAL, mask: NORMAL_ALPHA / 255, tint: [0.5, 0.9, 0.7] },
    ],
    [
      "blends, too, with a normal map",
      `WorldVertexTransition { ${PLAIN} $basetexture2 solid $bumpmap normal $bumpmap2 normal $normalmapalphaenvmapmask 1 }`,
      { texel: NORMAL, mask: NORMAL_ALPHA / 255 },
    ],
    [
      "covers as little as the surface, with a normal map",
      `LightmappedGeneric { ${PLAIN} $bumpmap normal $normalmapalphaenvmapmask 1 $alpha .5 }`,
      { texel: NORMAL, mask: NORMAL_ALPHA / 255, alpha: (0.5 * BASE_ALPHA) / 255 },
    ],
    [
      "is masked by a texture, wherever that lies",
      `LightmappedGeneric { ${PLAIN} $envmapmask mask ${placed("$envmapmasktransform", 1, 2)} }`,
      { mask: scaled(maskOf(1, 2), 1 / 255) },
    ],
    [
      "is masked, too, where it blends",
      `LightmappedGeneric { ${PLAIN} $alpha .5 $envmapmask mask ${placed("$envmapmasktransform", 3, 0)} }`,
      { mask: scaled(maskOf(3, 0), 1 / 255), alpha: (0.5 * BASE_ALPHA) / 255 },
    ],
    [
      "of other surfaces is masked where their base texture lies",
      `UnlitGeneric { ${PLAIN} $envmapmask mask ${placed("$basetexturetransform", 2, 1)} }`,
      { mask: scaled(maskOf(2, 1), 1 / 255) },
    ],
    [
      "is masked by a normal map rather than by a texture",
      `LightmappedGeneric { ${PLAIN} $bumpmap normal $envmapmask mask }`,
      { texel: NORMAL },
    ],
    [
      "is none by a normal map's mask without one",
      `LightmappedGeneric { ${PLAIN} $normalmapalphaenvmapmask 1 }`,
      { none: true },
    ],
    [
      "of models is none by a mask beside a normal map",
      `VertexLitGeneric { ${PLAIN} $bumpmap normal $envmapmask mask }`,
      { none: true },
    ],
    [
      "is none before its map's cubemaps are built",
      "LightmappedGeneric { $basetexture base $envmap env_cubemap }",
      { none: true },
    ],
  ];
  for (const [name, vmt, look] of CASES) {
    it(name, async () => {
      await openRoom(vmt);
      expect(await compare(LOOKS[0], look)).toBeGreaterThan(15);
    });
  }

  it("is parallax-corrected to a box if the material says so", async () => {
    const boxed = `$basetexture base $envmap sharp ${BOXED}`;
    for (const [vmt, look] of [
      [`LightmappedGeneric { ${boxed} }`, {}],
      [`LightmappedGeneric { ${boxed} $bumpmap normal }`, { texel: NORMAL }],
      [`UnlitGeneric { ${boxed} $envmapparallax 1 }`, {}],
    ] as const) {
      await openRoom(vmt);
      for (const camera of LOOKS) {
        expect(await compare(camera, { ...look, box: BOX })).toBeGreaterThan(15);
      }
    }
    await openRoom(`LightmappedGeneric { ${PLAIN} ${BOXED} $envmapparallax 0 }`);
    expect(await compare(LOOKS[0], {})).toBeGreaterThan(15);
  });

  it("on models follows their rotated normals", async () => {
    // A model's quad across its x axis, rotated by 90° to the left, with tilted normals.
    const normal: Vec3 = [-1, 0, 0];
    const corners: Vec3[] = [
      [0, 1, -1],
      [0, -1, -1],
      [0, -1, 1],
      [0, 1, 1],
    ];
    const vertices = corners.map((c) => ({ position: scaled(c, 300) as never, normal }));
    const mesh = { switchPoint: 0, material: 1, vertices, indices: [0, 1, 2, 0, 2, 3] };
    const variants = [{ bones: [IDENTITY_BONE], lods: [mesh] }];
    const worldFromModel = [0, -1, 0, 0, 1, 0, 0, 90, 0, 0, 1, 0];
    for (const alpha of [1, 0.5]) {
      const vmt = `VertexLitGeneric { ${PLAIN} $envmaptint "[.5 .25 .9]" $envmapcontrast .5 $alpha ${alpha} }`;
      await open(vmt, "props", (set) => {
        t.renderer.setScene(makeMap([], makeMaterials([])));
        t.renderer.setSource(
          propSource(
            makeProps(variants, [{ variant: 0, worldFromModel, color: [0.5, 1, 1, 1] }], set),
          ),
        );
      });
      const [r, g, b] = BASE.map(decode);
      const look = {
        tint: [0.5 ** 2.2, 0.25 ** 2.2, 0.9 ** 2.2] as const,
        contrast: [0.5, 0.5, 0.5] as const,
        // The prop's colour does not tint its reflection.
        albedo: [r / 2, g, b] as const,
        alpha: alpha === 1 ? 1 : (alpha * BASE_ALPHA) / 255,
      };
      expect(await compare({ pitch: 0, yaw: 90 }, look, () => [0, -1, 0])).toBeGreaterThan(15);
    }
  });
});
