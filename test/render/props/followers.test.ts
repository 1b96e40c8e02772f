/**
 * Tests models attached to animated models, as moved by the GPU, against
 * `test/oracle/placed/follow.ts`.
 */

import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { readBuffer } from "../../../src/gpu/read-back.ts";
import { FOLLOW_ALIGNED, type PropFollowers } from "../../../src/map/motion/prop-motion.ts";
import type { PropSet } from "../../../src/map/props.ts";
import type { PropGeometry } from "../../../src/render/props/prop-geometry.ts";
import { INSTANCE_ROW } from "../../../src/render/props/prop-instances.ts";
import { propSource } from "../../../src/render/props/prop-source.ts";
import type { Renderer } from "../../../src/render/renderer-interface.ts";
import { DEFAULT_RENDER_SETTINGS } from "../../../src/render/types.ts";
import { attachmentAt, invert, type OracleAttachment } from "../../oracle/placed/follow.ts";
import { bonesAt, concat, type Matrix, type OracleTrack } from "../../oracle/pose/pose.ts";
import { openTestGpu } from "../../support/dawn.ts";
import { makeMaterials } from "../make-materials.ts";
import { makeMotion } from "../make-motion.ts";
import { IDENTITY_BONE, makeProps, type TestInstance } from "../make-props.ts";
import { makeMap } from "../make-world.ts";
import { openTestRenderer, type TestRenderer } from "../open-test-renderer.ts";

const test = await openTestGpu();
const SIZE = 64;
/** At a distance of 1 the picture is 2 wide and high. */
const CAMERA = { x: 0, y: 0, z: 0, pitch: 0, yaw: 0, fov: 106.26020470831196 };

/** Returns a rotation about an axis in degrees, with a position. */
function place(axis: 0 | 1 | 2, degrees: number, position: readonly number[]): Matrix {
  const [c, s] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
  const rows = [0, 1, 2].map((row) =>
    [0, 1, 2, 3].map((k) => (k === 3 ? position[row] : +(k === row))),
  );
  rows[u][u] = c;
  rows[v][v] = c;
  rows[u][v] = -s;
  rows[v][u] = s;
  return rows as unknown as Matrix;
}

const scaled = (m: Matrix, scale: number): Matrix =>
  m.map((row) => row.map((value, k) => (k < 3 ? value * scale : value))) as unknown as Matrix;

/** Two bones: one that rotates about z, and one that slides along it. */
const ARM: OracleTrack = {
  bones: [
    { parent: -1, poseToBone: place(0, 30, [1, 2, 3]) },
    { parent: 0, poseToBone: place(2, -70, [-9, 4, 0]) },
  ],
  frames: [0, 1, 2].map((frame) => [
    {
      position: [frame * 4, 0, 1],
      quaternion: [0, 0, Math.sin(frame / 2), Math.cos(frame / 2)],
    },
    {
      position: [10, frame * 6, 0],
      quaternion: [Math.sin(frame / 4), 0, 0, Math.cos(frame / 4)],
    },
  ]),
  ...{ fps: 2, isLooping: true },
};
const STILL: OracleTrack = {
  bones: [{ parent: -1, poseToBone: place(1, 20, [0, 5, 0]) }],
  frames: [[{ position: [0, 0, 2], quaternion: [0, 0, 0, 1] }]],
  ...{ fps: 0, isLooping: false },
};

const corners = [
  [0, -9, -9],
  [0, 9, -9],
  [0, 0, 12],
] as const;
const TRIANGLE = corners.map((position) => ({ position, normal: [-1, 0, 0] as const }));

function makeSet(instances: readonly TestInstance[], tracks: readonly OracleTrack[]): PropSet {
  const variants = tracks.map(({ bones }) => ({
    bones: bones.map(() => IDENTITY_BONE),
    lods: [{ switchPoint: 0, material: 0, vertices: TRIANGLE, indices: [0, 1, 2, 0, 2, 1] }],
  }));
  const white = { name: "white", fallback: [1, 1, 1] } as const;
  return makeProps(variants, instances, makeMaterials([white]));
}

interface TestFollower {
  readonly instance: number;
  readonly parent: number;
  readonly above: number;
  readonly bone: number;
  readonly flags?: number;
  readonly local: Matrix;
  readonly offset: Matrix;
}

function makeFollowers(rows: readonly TestFollower[]): PropFollowers {
  return {
    count: rows.length,
    instance: Uint32Array.from(rows, ({ instance }) => instance),
    parent: Uint32Array.from(rows, ({ parent }) => parent),
    above: Int32Array.from(rows, ({ above }) => above),
    bone: Uint32Array.from(rows, ({ bone }) => bone),
    flags: Uint32Array.from(rows, ({ flags = 0 }) => flags),
    local: Float32Array.from(rows.flatMap(({ local }) => local.flat())),
    offset: Float32Array.from(rows.flatMap(({ offset }) => offset.flat())),
  };
}

describe.skipIf(test === null)("models attached to others", () => {
  let t: TestRenderer;
  let geometry: PropGeometry;
  beforeAll(async () => {
    t = await openTestRenderer(test!, SIZE, SIZE);
  });
  afterEach(() => {
    t.renderer.clear();
    expect(t.errors).toEqual([]);
  });
  afterAll(() => {
    t.destroy();
    test!.close();
  });

  async function show(set: PropSet): Promise<Renderer> {
    const { renderer } = t;
    Object.assign(renderer.settings, DEFAULT_RENDER_SETTINGS, { sky: false });
    renderer.setScene(makeMap([], makeMaterials([])));
    renderer.setSource((...args) => {
      const source = propSource(set)(...args);
      geometry = source.parts[0] as PropGeometry;
      return source;
    });
    await renderer.settled();
    return renderer;
  }

  async function expectPlaces(expected: readonly Matrix[], when: string): Promise<void> {
    const bytes = await readBuffer(t.gpu, geometry.instances);
    const floats = new Float32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4);
    expected.forEach((matrix, instance) => {
      const at = (instance * INSTANCE_ROW.strideBytes) / 4;
      const off = matrix.flat().map((value, k) => Math.abs(value - floats[at + k]));
      expect(Math.max(...off), `${instance} ${when}`).toBeLessThan(1e-3);
    });
  }

  it("follow attachments, chains of attachments, static parents and world-aligned ones", async () => {
    const hand: OracleAttachment = { bone: 1, local: place(2, 40, [1, 2, 3]) };
    const grip: OracleAttachment = { bone: 0, local: place(0, -25, [0, 4, 1]) };
    const level: OracleAttachment = { ...hand, isAligned: true };
    const base = place(2, 80, [200, -10, 5]);
    const offsets = [place(1, 60, [7, 0, 0]), place(0, 10, [0, 0, 9]), place(2, 5, [3, 3, 3])];
    const scales = [2, 0.5, 3, 1];
    // The first plays in place; the second is attached and static; the third is attached to the
    // second; the last plays on the third.
    const variants = [0, 1, 0, 1];
    const box = [100, -90, -90, 300, 90, 90];
    const instances = variants.map((variant, i) => ({
      ...{ variant, box },
      worldFromModel: (i === 0 ? scaled(base, scales[0]) : place(0, 0, [200, 0, 0])).flat(),
    }));
    const set = makeSet(instances, [ARM, STILL]);
    const motion = makeMotion(
      [ARM],
      [
        { instance: 0, track: 0 },
        { instance: 2, track: 0, delay: 0.4 },
      ],
      set.boneCount,
    );
    const still = concat(bonesAt(STILL, 0)[0], STILL.bones[0].poseToBone);
    set.bonePalette.set(still.flat(), set.variantFirstBone[1] * 12);
    const localOf = (track: OracleTrack, { bone, local }: OracleAttachment, scale: number) =>
      scaled(concat(invert(track.bones[bone].poseToBone), local), 1 / scale);
    const followers = makeFollowers([
      {
        ...{ instance: 1, parent: 0, above: -1, bone: motion.posedFirstBone[0] + 1 },
        local: localOf(ARM, hand, scales[0]),
        offset: scaled(offsets[0], scales[1]),
      },
      {
        ...{ instance: 2, parent: 1, above: 0, bone: set.variantFirstBone[1] },
        local: localOf(STILL, grip, scales[1]),
        offset: scaled(offsets[1], scales[2]),
      },
      {
        ...{ instance: 3, parent: 2, above: 1, bone: motion.posedFirstBone[1] + 1 },
        ...{ flags: FOLLOW_ALIGNED, local: localOf(ARM, level, scales[2]) },
        offset: scaled(offsets[2], scales[3]),
      },
    ]);
    const renderer = await show({ ...set, motion: { ...motion, followers } });
    for (const seconds of [0, 0.2, 0.55, 1.3]) {
      renderer.render(CAMERA, seconds);
      const one = concat(attachmentAt(base, scales[0], bonesAt(ARM, seconds), hand), offsets[0]);
      const two = concat(attachmentAt(one, scales[1], bonesAt(STILL, 0), grip), offsets[1]);
      const late = bonesAt(ARM, Math.max(0, seconds - 0.4));
      const three = concat(attachmentAt(two, scales[2], late, level), offsets[2]);
      const places = [base, one, two, three].map((m, i) => scaled(m, scales[i]));
      await expectPlaces(places, `at ${seconds}`);
    }
  });

  const SLIDE: OracleTrack = {
    bones: [{ parent: -1, poseToBone: place(0, 0, [0, 0, 0]) }],
    frames: [-30, 30].map((y) => [{ position: [0, y, 0], quaternion: [0, 0, 0, 1] }]),
    ...{ fps: 1, isLooping: false },
  };

  it("are drawn while their parent is out of view, occluded or faded", async () => {
    const instances = [
      { variant: 0, worldFromModel: place(0, 0, [-400, 0, 0]).flat(), clusters: [0], fadeMax: 50 },
      {
        variant: 0,
        worldFromModel: place(0, 0, [64, 0, 0]).flat(),
        box: [60, -50, -20, 68, 50, 20],
      },
    ];
    const set = makeSet(instances, [SLIDE]);
    const motion = makeMotion([SLIDE], [{ instance: 0, track: 0 }], set.boneCount);
    const followers = makeFollowers([
      {
        ...{ instance: 1, parent: 0, above: -1, bone: motion.posedFirstBone[0] },
        ...{ local: place(0, 0, [0, 0, 0]), offset: place(0, 0, [464, 0, 0]) },
      },
    ]);
    const renderer = await show({ ...set, motion: { ...motion, followers } });
    // A pixel is two inches there, and y goes to the left.
    for (const [seconds, y] of [
      [0, -30],
      [0.25, -15],
      [1, 30],
    ]) {
      renderer.render(CAMERA, seconds);
      const pixels = await renderer.readPixels();
      const row = Array.from({ length: SIZE }, (_, x) => pixels[(32 * SIZE + x) * 4] > 128);
      expect(row, `at ${seconds}`).toContain(true);
      const middle = (row.indexOf(true) + row.lastIndexOf(true) + 1) / 2;
      expect(Math.abs(middle - (32 - y / 2)), `at ${seconds}`).toBeLessThanOrEqual(1);
    }
    // They continue after relighting.
    renderer.relight(makeMap([], makeMaterials([])), set.light);
    renderer.render(CAMERA, 0.5);
    await expectPlaces([place(0, 0, [-400, 0, 0]), place(0, 0, [64, 0, 0])], "relit");
  });
});
