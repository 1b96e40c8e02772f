/**
 * Tests eyes from the VMT, the VTFs and an eyeball record on: pixels against the engine's formulas
 * (`test/oracle/materials/eyes.ts`). The mesh is a flat one in front of the ball, in a model that
 * is rotated, moved and twice as large.
 */

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  TEXTUREFLAGS_CLAMPS,
  TEXTUREFLAGS_CLAMPT,
  TEXTUREFLAGS_EIGHTBITALPHA,
  TEXTUREFLAGS_ENVMAP,
} from "../../../../src/formats/vtf/texture-flags.ts";
import { writeVtf } from "../../../../src/formats/vtf/write-vtf.ts";
import { WORLD_LIGHT_ROW, WORLD_LIGHT_SUN } from "../../../../src/map/world-lights.ts";
import { propSource } from "../../../../src/render/props/prop-source.ts";
import { findMaterials, openMaterials } from "../../../../src/scene/materials/materials.ts";
import {
  type EyeballRows,
  eyeballRows,
  withEyeball,
} from "../../../../src/scene/props/prop-eyes.ts";
import { streamTextures } from "../../../../src/scene/textures/textures.ts";
import { decodeSrgb, encodeSrgb } from "../../../oracle/light/color.ts";
import {
  type Around,
  type Eye,
  eyeOf,
  irisAt,
  plainEye,
  REFRACTING,
  type Refracting,
  refractingEye,
} from "../../../oracle/materials/eyes.ts";
import { scaled, sumOf, type Triple, unitOf } from "../../../oracle/materials/model.ts";
import type { Matrix, OraclePose, OracleTrack } from "../../../oracle/pose/pose.ts";
import { accessTo, madeContent } from "../../../scene/content-sources.ts";
import { openTestGpu } from "../../../support/dawn.ts";
import { makeMaterials } from "../../make-materials.ts";
import { makeMotion } from "../../make-motion.ts";
import { IDENTITY_BONE, makeProps } from "../../make-props.ts";
import { makeMap } from "../../make-world.ts";
import { openTestRenderer, type TestRenderer } from "../../open-test-renderer.ts";

const test = await openTestGpu();
const SIZE = 64;
/** Field of view for a picture as wide and high as far. */
const FOV = 106.26020470831196;
const OPTIONS = { textureCompressionBc: false, maxTextureDimension: 8192 };

const BASE: Triple = [210, 190, 170];
const ENV: Triple = [90, 160, 40];
const OCCLUSION: Triple = [150, 110, 60];
/**
 * Size of the iris and cornea textures, whose values increase evenly, so that filtered values are
 * known.
 */
const TEXELS = 16;
const irisTexel = (x: number, y: number) => [40 + x * 12, 200 - y * 9, 60 + x * 5, 30 + y * 13];
const corneaTexel = (x: number, y: number) => [90 + x * 5, 60 + y * 8, 200 - x * 7, 250 - y * 9];
const rampTexel = (x: number) => [20 + x * 11, 200 - x * 9, 60 + x * 5];

type TexelAt = (x: number, y: number) => readonly number[];
function texture(flags: number, width: number, height: number, texel: TexelAt): Uint8Array {
  return writeVtf({
    ...{ width, height, depth: 1, frameCount: 1, firstFrame: 0, faceCount: 1, mipCount: 1 },
    ...{ flags, format: 0, reflectivity: [0, 0, 0], bumpScale: 1, lowRes: null },
    image: () =>
      Uint8Array.from({ length: width * height * 4 }, (_, i) => {
        const at = i >> 2;
        return [...texel(at % width, Math.floor(at / width)), 255][i & 3];
      }),
  });
}

const CLAMPED = TEXTUREFLAGS_CLAMPS | TEXTUREFLAGS_CLAMPT;
const FILES = {
  "materials/white.vtf": texture(0, 4, 4, () => BASE),
  "materials/iris.vtf": texture(CLAMPED | TEXTUREFLAGS_EIGHTBITALPHA, TEXELS, TEXELS, irisTexel),
  "materials/cornea.vtf": texture(
    CLAMPED | TEXTUREFLAGS_EIGHTBITALPHA,
    TEXELS,
    TEXELS,
    corneaTexel,
  ),
  "materials/occlusion.vtf": texture(0, 4, 4, () => OCCLUSION),
  "materials/ramp.vtf": texture(CLAMPED, TEXELS, 1, (x) => rampTexel(x)),
  "materials/env.vtf": writeVtf({
    ...{ width: 4, height: 4, depth: 1, frameCount: 1, firstFrame: 0, faceCount: 7, mipCount: 1 },
    ...{ flags: TEXTUREFLAGS_ENVMAP, format: 0, reflectivity: [0, 0, 0], bumpScale: 1 },
    lowRes: null,
    image: () => Uint8Array.from({ length: 64 }, (_, i) => [...ENV, 255][i & 3]),
  }),
};

/** Interpolates four decoded texels, clamped at the edges. */
function filtered(texel: TexelAt, decode: (value: number, channel: number) => number) {
  return (u: number, v: number): [number, number, number, number] => {
    const [x, y] = [u * TEXELS - 0.5, v * TEXELS - 0.5];
    const [column, row] = [Math.floor(x), Math.floor(y)];
    const clamp = (at: number) => Math.min(Math.max(at, 0), TEXELS - 1);
    return [0, 1, 2, 3].map((channel) => {
      const read = (dx: number, dy: number) =>
        decode(texel(clamp(column + dx), clamp(row + dy))[channel] ?? 255, channel);
      const [s, t] = [x - column, y - row];
      const along = (dy: number) => read(0, dy) * (1 - s) + read(1, dy) * s;
      return along(0) * (1 - t) + along(1) * t;
    }) as [number, number, number, number];
  };
}
const light = (value: number, channel: number) => (channel < 3 ? decodeSrgb(value) : value / 255);
const iris = filtered(irisTexel, light);
const cornea = filtered(corneaTexel, (value) => value / 255);
const ramp = (share: number) =>
  filtered(
    (x) => rampTexel(x),
    (value) => value / 255,
  )(share, 0.5 / TEXELS).slice(0, 3) as never as Triple;
const linear = (color: Triple) => color.map((c) => decodeSrgb(c)) as never as Triple;

const CAMERA: Triple = [7, -11, 5];
/** y of the mesh. */
const WALL = 90;
/** Eye position in the world: behind the mesh, looking slightly sideways and up. */
const ORIGIN: Triple = [14, 150, -9];
const FORWARD = unitOf([0.12, -0.97, 0.2]);
const UP = unitOf([-0.08, 0.2, 0.97]);
const Z_OFFSET = 0.07;
/** Size of the iris texture in inches. */
const WIDTH = 150;
const EYE: Eye = eyeOf(ORIGIN, FORWARD, unitOf(UP), Z_OFFSET, WIDTH);

/** Scale of the model, which is also rotated by 90° about z and moved. */
const SCALE = 2;
const MOVED: Triple = [30, -20, 10];
const WORLD_FROM_MODEL = [
  ...[0, -SCALE, 0, MOVED[0]],
  ...[SCALE, 0, 0, MOVED[1]],
  ...[0, 0, SCALE, MOVED[2]],
];
const turnedBack = ([x, y, z]: Triple): Triple => [y, -x, z];
const toModel = (point: Triple) => scaled(turnedBack(sumOf(point, scaled(MOVED, -1))), 1 / SCALE);
/** Origin of the head bone, which is also rotated. */
const BONE_AT: Triple = [3, -4, 60];
/** Transforms model axes to bone axes: x is the model's z, y its x, z its y. */
const toBone = ([x, y, z]: Triple): Triple => [z, x, y];
const POSE_TO_BONE = [0, 0, 1, -BONE_AT[2], 1, 0, 0, -BONE_AT[0], 0, 1, 0, -BONE_AT[1]];

const RECORD = {
  ...{ count: 1, name: [""], bodyPart: new Uint16Array(1), model: new Uint16Array(1) },
  ...{ mesh: new Int32Array(1), bone: Int32Array.of(0), radius: Float32Array.of(0.5) },
  origin: Float32Array.from(toBone(sumOf(toModel(ORIGIN), scaled(BONE_AT, -1)))),
  zOffset: Float32Array.of(Z_OFFSET),
  up: Float32Array.from(toBone(turnedBack(UP))),
  forward: Float32Array.from(toBone(turnedBack(FORWARD))),
  // Stored as 1 / inches of the model.
  irisScale: Float32Array.of(SCALE / WIDTH),
};
const ROWS = eyeballRows(
  { bones: { poseToBone: Float32Array.from(POSE_TO_BONE) } as never },
  null,
  RECORD,
  0,
);

/** Rotation of the head about z in a second, during which it also moves sideways. */
const TURN = (40 * Math.PI) / 180;
const AWAY: Triple = [6, -3, 2];
const HEAD: Matrix = [
  [Math.cos(TURN), -Math.sin(TURN), 0, AWAY[0]],
  [Math.sin(TURN), Math.cos(TURN), 0, AWAY[1]],
  [0, 0, 1, AWAY[2]],
];
const turnedByHead = ([x, y, z]: Triple): Triple => [
  Math.cos(TURN) * x + Math.sin(TURN) * y,
  -Math.sin(TURN) * x + Math.cos(TURN) * y,
  z,
];
const BOUND_ROWS: EyeballRows = {
  origin: [...turnedByHead(sumOf(ROWS.origin, scaled(AWAY, -1)))],
  up: [...turnedByHead(ROWS.up)],
  s: [...turnedByHead(ROWS.s)],
  t: [...turnedByHead(ROWS.t)],
};

/**
 * Returns a track from the bind pose, in which all bones have the model's axes, to `head` for the
 * second bone.
 */
function noddingTrack(head: Matrix): OracleTrack {
  const still: Matrix = [
    [1, 0, 0, 0],
    [0, 1, 0, 0],
    [0, 0, 1, 0],
  ];
  const rest: OraclePose = { position: [0, 0, 0], quaternion: [0, 0, 0, 1] };
  const [x, y, z] = head.map((row) => row[3]);
  const half = Math.atan2(head[1][0], head[0][0]) / 2;
  const turned: OraclePose = {
    position: [x, y, z],
    quaternion: [0, 0, Math.sin(half), Math.cos(half)],
  };
  const bones = [-1, 0].map((parent) => ({ parent, poseToBone: still }));
  return {
    bones,
    frames: [
      [rest, rest],
      [rest, turned],
    ],
    fps: 1,
    isLooping: false,
  };
}

const CUBE: readonly Triple[] = [
  [0.09, 0.05, 0.06],
  [0.05, 0.08, 0.03],
  [0.1, 0.03, 0.07],
  [0.06, 0.05, 0.01],
  [0.04, 0.09, 0.02],
  [0.03, 0.02, 0.06],
];
/** A lamp in front of the eye, one beside and behind its front, and a sun. */
const LAMPS = [
  { origin: [-40, 10, 60], intensity: [0.5, 0.4, 0.25], quadratic: 1 / 9000 },
  { origin: [120, 175, -20], intensity: [0.2, 0.35, 0.6], quadratic: 1 / 9000 },
] as const;
const SUN = { direction: unitOf([0.3, 0.8, -0.25]), intensity: [0.15, 0.12, 0.1] } as const;

function lightRows(): Uint32Array {
  const words = WORLD_LIGHT_ROW.strideBytes / 4;
  const rows = new Uint32Array((LAMPS.length + 1) * words);
  const floats = new Float32Array(rows.buffer);
  const write = (row: number, name: keyof typeof WORLD_LIGHT_ROW, ...values: number[]) =>
    floats.set(values, row * words + WORLD_LIGHT_ROW[name] / 4);
  for (const [row, { origin, intensity, quadratic }] of LAMPS.entries()) {
    write(row, "origin", ...origin);
    write(row, "intensity", ...intensity);
    write(row, "innerCosine", -2);
    write(row, "outerCosine", -3);
    write(row, "quadratic", quadratic);
  }
  rows[LAMPS.length * words + WORLD_LIGHT_ROW.flags / 4] = WORLD_LIGHT_SUN;
  write(LAMPS.length, "normal", ...SUN.direction);
  write(LAMPS.length, "intensity", ...SUN.intensity);
  return rows;
}

function aroundAt(point: Triple, diffuse: Around["diffuse"]): Around {
  const lamps = LAMPS.map(({ origin, intensity, quadratic }) => {
    const delta = sumOf(origin, scaled(point, -1));
    const inches = Math.max(Math.hypot(...delta), 1);
    const toLamp = scaled(delta, 1 / inches);
    return { toLamp, light: scaled(intensity, 1 / (quadratic * inches * inches)) };
  });
  const sun = { toLamp: scaled(SUN.direction, -1), light: SUN.intensity };
  return { camera: CAMERA, lamps: [...lamps, sun], cube: CUBE, diffuse };
}

const plain =
  (diffuse: Around["diffuse"]) =>
  (point: Triple): Triple =>
    plainEye(EYE, point, linear(BASE), iris(...irisAt(EYE, point)), aroundAt(point, diffuse));

/** `radius` in the model's inches. */
const refracting =
  (look: Partial<Refracting>, diffuse: Around["diffuse"] = {}, env: Triple = ENV) =>
  (point: Triple): Triple => {
    const all = { ...REFRACTING, ...look };
    const textures = { iris, cornea, occlusion: decodedOcclusion, env: linear(env) };
    const inWorld = { ...all, radius: all.radius * SCALE };
    return refractingEye(EYE, point, textures, inWorld, aroundAt(point, diffuse));
  };
const decodedOcclusion = linear(OCCLUSION);

const IRIS = "$basetexture white $iris iris";
const CORNEA = "$iris iris $corneatexture cornea $ambientoccltexture occlusion";

const CASES: readonly (readonly [string, string, (point: Triple) => Triple])[] = [
  ["an iris on its base", `Eyes { ${IRIS} }`, plain({})],
  [
    "light that wraps around its ball",
    `Eyes_dx8 { ${IRIS} $halflambert 1 }`,
    plain({ wraps: true }),
  ],
  ["an iris under its cornea", `EyeRefract { ${CORNEA} $envmap env }`, refracting({})],
  [
    "what is written of a cornea",
    `EyeRefract_dx9 { ${CORNEA} $envmap env $dilation .9 $glossiness .4 $parallaxstrength .6
      $corneabumpstrength 1.7 $ambientocclcolor "[.1 .5 .8]" $halflambert 1 }`,
    refracting(
      {
        ...{ dilation: 0.9, glossiness: 0.4, parallax: 0.6, bumpStrength: 1.7 },
        occlusionColor: [0.1, 0.5, 0.8],
      },
      { wraps: true },
    ),
  ],
  [
    "a narrow pupil, and nothing mirrored",
    `EyeRefract { ${CORNEA} $dilation .1 }`,
    refracting({ dilation: 0.1 }, {}, [0, 0, 0]),
  ],
  [
    "light through a ramp",
    `EyeRefract { ${CORNEA} $envmap env $lightwarptexture ramp }`,
    refracting({}, { warp: ramp }),
  ],
  [
    "light that wraps, through a ramp",
    `EyeRefract { ${CORNEA} $envmap env $lightwarptexture ramp $halflambert 1 }`,
    refracting({}, { wraps: true, warp: (share) => ramp(share * share) }),
  ],
  [
    "the ball in place of its mesh",
    `EyeRefract { ${CORNEA} $envmap env $raytracesphere 1 $eyeballradius 33 }`,
    refracting({ radius: 33, isCast: true }),
  ],
];

describe.skipIf(test === null)("an eye shows", () => {
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

  /**
   * @param isEye whether the mesh is drawn as the eyeball
   * @param head transform of the second bone, which moves the eyeball
   */
  async function open(vmt: string, isEye = true, head: Matrix | null = null): Promise<void> {
    const access = accessTo(madeContent({ ...FILES, "materials/m.vmt": vmt }));
    const [found] = await findMaterials([["m"]], access, {});
    const rows = head === null ? ROWS : BOUND_ROWS;
    const state = isEye ? withEyeball(found.state!, rows, head === null ? -1 : 1) : found.state;
    const { materials, textures } = await openMaterials(
      [{ ...found, state }],
      null,
      access,
      OPTIONS,
    );
    expect(access.diagnostics.warnings).toEqual([]);
    const corners: Triple[] = [
      [-300, WALL, -300],
      [300, WALL, -300],
      [300, WALL, 300],
      [-300, WALL, 300],
    ];
    const vertices = corners.map((corner) => ({
      ...{ position: toModel(corner), normal: turnedBack([0, -1, 0]), texCoord: [0, 0] as const },
      // The root stays.
      bones: [0, 0, 0] as const,
    }));
    const mesh = { switchPoint: 0, material: 0, vertices, indices: [0, 1, 2, 0, 2, 3] };
    const instance = {
      ...{ variant: 0, worldFromModel: WORLD_FROM_MODEL, ambient: CUBE.flat(), lights: [0, 1, 2] },
      // The prop's colour is ignored.
      color: [0.5, 0.7, 0.2, 1] as const,
    };
    const variants = [{ bones: [IDENTITY_BONE, IDENTITY_BONE], lods: [mesh] }];
    const set = makeProps(variants, [instance], materials, lightRows());
    const motion = head && makeMotion([noddingTrack(head)], [{ instance: 0, track: 0 }], 2);
    t.renderer.setSource(propSource({ ...set, motion }));
    const all = [...textures.files.keys()];
    for (const { texture, image } of streamTextures(textures, all, access, OPTIONS)) {
      t.renderer.setTexture("props", texture, image);
    }
    await t.renderer.settled();
  }

  /** Compares a grid of pixels and returns what was drawn. */
  async function compare(
    predict: (point: Triple) => Triple | null,
    seconds = 0,
  ): Promise<string[]> {
    const [x, y, z] = CAMERA;
    t.renderer.render({ x, y, z, pitch: 0, yaw: 90, fov: FOV }, seconds);
    const pixels = await t.renderer.readPixels();
    const seen: string[] = [];
    for (let row = 5; row < SIZE; row += 6) {
      for (let column = 4; column < SIZE; column += 6) {
        const across = ((column + 0.5) / SIZE) * 2 - 1;
        const down = ((row + 0.5) / SIZE) * 2 - 1;
        const far = WALL - CAMERA[1];
        const point = sumOf(CAMERA, [across * far, far, -down * far]);
        const at = (row * SIZE + column) * 4;
        const drawn = [...pixels.subarray(at, at + 3)];
        seen.push(drawn.join());
        const light = predict(point);
        if (light === null) continue;
        const expected = light.map((c) => encodeSrgb(c));
        const off = Math.max(...drawn.map((value, k) => Math.abs(value - expected[k])));
        // Textures are filtered.
        expect(off, `${drawn} at ${column}, ${row}, not ${expected}`).toBeLessThanOrEqual(2);
      }
    }
    return seen;
  }

  for (const [name, vmt, predict] of CASES) {
    it(name, async () => {
      await open(vmt);
      // A uniform picture would prove little.
      expect(new Set(await compare(predict)).size).toBeGreaterThan(60);
    });
  }

  it("nothing where a ray misses its ball, with $raytracesphere", async () => {
    const ray = (point: Triple) => unitOf(sumOf(point, scaled(CAMERA, -1)));
    const from = sumOf(CAMERA, scaled(ORIGIN, -1));
    const isHit = (point: Triple) => {
      const along = ray(point).reduce((sum, c, k) => sum + c * from[k], 0);
      return along * along > from.reduce((sum, c) => sum + c * c, 0) - 66 ** 2;
    };
    const rays = "$raytracesphere 1 $spheretexkillcombo 1 $eyeballradius 33";
    await open(`EyeRefract { ${CORNEA} $envmap env ${rays} }`);
    const of = refracting({ radius: 33, isCast: true });
    const seen = await compare((point) => (isHit(point) ? of(point) : null));
    const missed = new Set<string>();
    for (const [i, drawn] of seen.entries()) {
      const [row, column] = [5 + 6 * Math.floor(i / 10), 4 + 6 * (i % 10)];
      const [across, down] = [column, row].map((at) => ((at + 0.5) / SIZE) * 2 - 1);
      const far = WALL - CAMERA[1];
      const point = sumOf(CAMERA, [across * far, far, -down * far]);
      if (!isHit(point)) missed.add(drawn);
    }
    expect([...missed]).toEqual(["0,0,0"]);
  });

  it.each(CASES.slice(0, 3))(
    "its iris at the position of a moving head: %s",
    async (_, vmt, predict) => {
      await open(vmt, true, HEAD);
      const seen = await compare(predict, 1);
      // At another time it looks elsewhere.
      t.renderer.render(
        { x: CAMERA[0], y: CAMERA[1], z: CAMERA[2], pitch: 0, yaw: 90, fov: FOV },
        0,
      );
      const before = await t.renderer.readPixels();
      const at = (row: number, column: number) =>
        [...before.subarray((row * SIZE + column) * 4, (row * SIZE + column) * 4 + 3)].join();
      const same = seen.filter((color, i) => {
        const columns = Math.ceil((SIZE - 4) / 6);
        return at(5 + 6 * Math.floor(i / columns), 4 + 6 * (i % columns)) === color;
      });
      expect(same.length).toBeLessThan(seen.length / 2);
    },
  );

  it("no iris on a mesh that is no eyeball", async () => {
    await open(`Eyes { ${IRIS} }`, false);
    // The iris texture's corner is far from opaque.
    expect(new Set(await compare(() => null)).size).toBeGreaterThan(1);
  });
});
