/**
 * Tests models that play a sequence: bones posed on the GPU and the picture, against
 * `test/oracle/pose/pose.ts`.
 */

import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { readBuffer } from "../../../src/gpu/read-back.ts";
import type { PropSet } from "../../../src/map/props.ts";
import type { PropGeometry } from "../../../src/render/props/prop-geometry.ts";
import { propSource } from "../../../src/render/props/prop-source.ts";
import type { Renderer } from "../../../src/render/renderer-interface.ts";
import { DEFAULT_RENDER_SETTINGS } from "../../../src/render/types.ts";
import {
  type Matrix,
  type OraclePose,
  type OracleTrack,
  paletteAt,
} from "../../oracle/pose/pose.ts";
import { openTestGpu } from "../../support/dawn.ts";
import { listBegunPasses } from "../frame/list-begun-passes.ts";
import { makeMaterials } from "../make-materials.ts";
import { makeMotion, type TestPosed } from "../make-motion.ts";
import { IDENTITY_BONE, makeProps, type TestInstance } from "../make-props.ts";
import { makeMap } from "../make-world.ts";
import { openTestRenderer, type TestRenderer } from "../open-test-renderer.ts";

const test = await openTestGpu();
const SIZE = 64;
/** At a distance of 1 the picture is 2 wide and high. */
const CAMERA = { x: 0, y: 0, z: 0, pitch: 0, yaw: 0, fov: 106.26020470831196 };
const STILL: Matrix = [
  [1, 0, 0, 0],
  [0, 1, 0, 0],
  [0, 0, 1, 0],
];

/** Returns reproducible numbers from −1 to 1. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 31 - 1;
  };
}

/** Builds a deep chain of bones with random rotations, as quaternions of either sign. */
function makeTrack(boneCount: number, frameCount: number, more: Partial<OracleTrack>): OracleTrack {
  const next = numbers(boneCount * 100 + frameCount);
  const quaternion = (): OraclePose["quaternion"] => {
    const q = [next(), next(), next(), next()];
    const length = Math.hypot(...q);
    return q.map((value) => value / length) as unknown as OraclePose["quaternion"];
  };
  return {
    bones: Array.from({ length: boneCount }, (_, bone) => ({
      parent: bone === 0 ? -1 : Math.max(-1, bone - 1 - (bone % 7)),
      poseToBone: STILL.map((row) => row.map((value) => value + next() / 4)) as unknown as Matrix,
    })),
    frames: Array.from({ length: frameCount }, () =>
      Array.from({ length: boneCount }, () => ({
        position: [next() * 9, next() * 9, next() * 9] as const,
        quaternion: quaternion(),
      })),
    ),
    fps: 12.5,
    isLooping: true,
    ...more,
  };
}

const TRACKS = [
  makeTrack(5, 9, {}),
  makeTrack(100, 3, { fps: 2 }),
  makeTrack(1, 4, { isLooping: false, fps: 10 }),
  makeTrack(128, 2, { isLooping: false, fps: 0.5 }),
];

const at = (x: number, y: number, z: number) => [1, 0, 0, x, 0, 1, 0, y, 0, 0, 1, z];

function makeSet(
  instances: readonly TestInstance[],
  tracks: readonly OracleTrack[],
  posed: readonly TestPosed[],
) {
  const corners = [
    [0, -9, -9],
    [0, 9, -9],
    [0, 0, 12],
  ] as const;
  const vertices = corners.map((position) => ({ position, normal: [-1, 0, 0] as const }));
  const variants = tracks.map(({ bones }) => ({
    bones: bones.map(() => IDENTITY_BONE),
    lods: [{ switchPoint: 0, material: 0, vertices, indices: [0, 1, 2, 0, 2, 1] }],
  }));
  const white = { name: "white", fallback: [1, 1, 1] } as const;
  const set = makeProps(variants, instances, makeMaterials([white]));
  return { ...set, motion: makeMotion(tracks, posed, set.boneCount) };
}

describe.skipIf(test === null)("models that play a sequence", () => {
  let t: TestRenderer;
  let geometry: PropGeometry;
  let begun: string[];
  beforeAll(async () => {
    t = await openTestRenderer(test!, SIZE, SIZE);
    begun = listBegunPasses(t.gpu);
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

  async function readPalette(): Promise<Float32Array> {
    const bytes = await readBuffer(t.gpu, geometry.bones);
    return new Float32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4);
  }

  /** Returns the largest error of a palette's rows, relative to the largest value. */
  function offBy(palette: Float32Array, first: number, expected: readonly Matrix[]): number {
    const flat = expected.flat(2);
    const largest = Math.max(1, ...flat.map(Math.abs));
    return Math.max(...flat.map((value, k) => Math.abs(value - palette[first * 12 + k]))) / largest;
  }

  it.each([true, false])("have bones interpolated at any time: %s", async (isSoftware) => {
    // A hardware GPU splits an instance over more threads; here a software adapter poses as one.
    const own = t;
    if (!isSoftware) {
      t = await openTestRenderer(test!, SIZE, SIZE);
      Object.assign(t.gpu, { isSoftware });
    }
    try {
      await expectPoses();
      expect(t.errors).toEqual([]);
    } finally {
      if (t !== own) t.destroy();
      t = own;
    }
  });

  async function expectPoses(): Promise<void> {
    const posed: TestPosed[] = [
      ...[
        { instance: 3, track: 0 },
        { instance: 0, track: 1 },
        { instance: 1, track: 2 },
      ],
      ...[
        { instance: 2, track: 3 },
        { instance: 4, track: 0, delay: 1.5, period: 0.3 },
      ],
    ];
    const variantOf = [1, 2, 3, 0, 0];
    const instances = variantOf.map((variant, i) => ({
      variant,
      worldFromModel: at(200, i * 10 - 20, 0),
    }));
    const set = makeSet(instances, TRACKS, posed);
    const renderer = await show(set);
    for (const seconds of [0, 0.07, 0.64, 1.499, 1.71, 2.6, 1000.03]) {
      renderer.render(CAMERA, seconds);
      const palette = await readPalette();
      posed.forEach(({ track, delay = 0, period = 0 }, i) => {
        let since = Math.max(0, seconds - delay);
        if (period > 0) since %= period;
        const expected = paletteAt(TRACKS[track], since);
        const off = offBy(palette, set.motion.posedFirstBone[i], expected);
        // 32-bit time: after a thousand seconds the resolution is 1/16000.
        expect(off, `${i} at ${seconds}`).toBeLessThan(seconds > 100 ? 2e-3 : 2e-5);
      });
      // The palette rows of the variants are unchanged.
      const stay = palette.subarray(0, set.boneCount * 12);
      expect(stay).toEqual(set.bonePalette);
    }
  }

  it("keep their first pose if animations are off", async () => {
    const instances = [{ variant: 0, worldFromModel: at(200, 0, 0) }];
    const set = makeSet(instances, TRACKS, [{ instance: 0, track: 0 }]);
    const renderer = await show(set);
    renderer.render(CAMERA, 0.3);
    renderer.settings.animations = false;
    for (const seconds of [0.4, 0.9]) {
      renderer.render(CAMERA, seconds);
      const expected = paletteAt(TRACKS[0], 0);
      expect(offBy(await readPalette(), set.motion.posedFirstBone[0], expected)).toBeLessThan(2e-5);
    }
  });

  it("show the second that a simulation gives them, and their own time again", async () => {
    const instances = [0, 1].map((i) => ({ variant: 0, worldFromModel: at(200, i * 10, 0) }));
    const posed = instances.map((_, instance) => ({ instance, track: 0 }));
    const set = makeSet(instances, TRACKS, posed);
    const renderer = await show(set);
    const pass = geometry.posing?.();
    const offAt = async (instance: number, seconds: number) => {
      renderer.render(CAMERA, 0.4);
      const first = set.motion.posedFirstBone[instance];
      return offBy(await readPalette(), first, paletteAt(TRACKS[0], seconds));
    };
    pass?.play(1, 0.25);
    pass?.flush();
    expect(await offAt(0, 0.4)).toBeLessThan(2e-5);
    expect(await offAt(1, 0.25)).toBeLessThan(2e-5);
    pass?.play(1, Number.NaN);
    pass?.flush();
    expect(await offAt(1, 0.4)).toBeLessThan(2e-5);
  });

  it("are posed if any view may see them, and otherwise stay unchanged", async () => {
    const places = [at(200, 0, 0), at(-500, 0, 0), at(900, 0, 0), at(400, 0, 0)];
    const instances = places.map((worldFromModel, i) => ({
      variant: 0,
      worldFromModel,
      fadeMax: i > 1 ? 300 : 0,
    }));
    const posed = instances.map((_, instance) => ({ instance, track: 0 }));
    const set = makeSet(instances, TRACKS, posed);
    // The last one's box reaches towards the eye, so its middle is near enough.
    set.instanceBox[3 * 6] = 0;
    const renderer = await show(set);
    const posedAt = async (seconds: number): Promise<boolean[]> => {
      renderer.render(CAMERA, seconds);
      const palette = await readPalette();
      const expected = paletteAt(TRACKS[0], seconds);
      return posed.map((_, i) => offBy(palette, set.motion.posedFirstBone[i], expected) < 2e-5);
    };
    expect(await posedAt(0.3)).toEqual([true, false, false, true]);
    const second = { ...CAMERA, yaw: 180 };
    renderer.setInset({ camera: second, x: 0, y: 0, width: 0.5, height: 0.5 });
    expect(await posedAt(0.4)).toEqual([true, true, false, true]);
    renderer.setInset(null);
    renderer.settings.frustum = false;
    expect(await posedAt(0.5)).toEqual([true, true, false, true]);
    renderer.settings.props = false;
    expect(await posedAt(0.6)).toEqual([false, false, false, false]);
  });

  it("are culled by the bounds of their bones", async () => {
    const slide = (y: number) => [{ position: [0, y, 0], quaternion: [0, 0, 0, 1] }] as const;
    const track: OracleTrack = {
      bones: [{ parent: -1, poseToBone: STILL }],
      frames: [slide(-30), slide(30)],
      ...{ fps: 1, isLooping: false },
    };
    const instances = [{ variant: 0, worldFromModel: at(64, 0, 0) }];
    const set = makeSet(instances, [track], [{ instance: 0, track: 0 }]);
    const renderer = await show(set);
    // A pixel is two inches there (its half is 32 of them wide), and y goes to the left.
    for (const [seconds, y] of [
      [0, -30],
      [0.25, -15],
      [1, 30],
      [7, 30],
      [0.5, 0],
    ]) {
      // They continue after relighting.
      if (y === 0) renderer.relight(makeMap([], makeMaterials([])), set.light);
      renderer.render(CAMERA, seconds);
      const pixels = await renderer.readPixels();
      const row = Array.from({ length: SIZE }, (_, x) => pixels[(32 * SIZE + x) * 4] > 128);
      const middle = (row.indexOf(true) + row.lastIndexOf(true) + 1) / 2;
      expect(Math.abs(middle - (32 - y / 2)), `at ${seconds}`).toBeLessThanOrEqual(1);
    }
  });

  it("occlude other objects by their current pose, even for a still camera", async () => {
    const instances = [{ variant: 0, worldFromModel: at(64, 0, 0) }];
    const renderer = await show(makeSet(instances, TRACKS, [{ instance: 0, track: 0 }]));
    const dispatch = vi.spyOn(GPUComputePassEncoder.prototype, "dispatchWorkgroups");
    /** Draws a frame and returns its number of dispatches. */
    const draw = (seconds: number): number => {
      dispatch.mockClear();
      renderer.render(CAMERA, seconds);
      return dispatch.mock.calls.length;
    };
    const POSES = 1;
    const CULL = 2;
    const OCCLUSION = 3;
    for (let frame = 0; frame < 6; frame++) {
      expect(draw(frame / 10)).toBe(POSES + CULL + OCCLUSION);
    }
    // A paused time changes nothing, with or without occlusion.
    for (let frame = 0; frame < 3; frame++) draw(1);
    expect(draw(1)).toBe(POSES);
    renderer.settings.occlusion = false;
    expect(draw(0)).toBe(POSES + CULL);
    for (let frame = 0; frame < 3; frame++) draw(frame);
    expect(draw(9)).toBe(POSES);
    dispatch.mockRestore();
  });

  it("cost nothing for a map without any", async () => {
    const { motion, ...set } = makeSet([{ variant: 0, worldFromModel: at(64, 0, 0) }], TRACKS, []);
    expect(motion.posedCount).toBe(0);
    const renderer = await show(set);
    begun.length = 0;
    renderer.render(CAMERA, 1);
    expect(begun).not.toContain("poses");
    expect(geometry.bones.size).toBe(set.boneCount * 48);
  });
});
