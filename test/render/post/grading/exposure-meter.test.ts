/** Compares automatic exposure with the engine's formulas: histogram, percentiles, approach. */

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Gpu } from "../../../../src/gpu/gpu.ts";
import { readBuffer } from "../../../../src/gpu/read-back.ts";
import type { ToneMapping } from "../../../../src/map/types.ts";
import {
  createExposureMeter,
  type ExposureMeter,
  type ExposureStep,
  type MeterPipelines,
  meteredTexels,
  STEP_APPROACH,
  STEP_REST,
} from "../../../../src/render/post/grading/exposure-meter.ts";
import { prepareMeter } from "../../../../src/render/post/grading/grade-pipelines.ts";
import * as oracle from "../../../oracle/screen/exposure.ts";
import { openTestGpu } from "../../../support/dawn.ts";
import { acquireKept } from "../../../support/kept-device.ts";
import { type MakeColor, makeFrame, makeLight, rounded } from "./make-light.ts";

const [WIDTH, HEIGHT] = [64, 40];
/** The engine's defaults. */
const ENGINE: ToneMapping = {
  ...{ min: 0.5, max: 2, rate: 1, brightTarget: 0.6, brightShare: 0.02, leastMedian: 0.03 },
  bloomScale: 1,
};
const WIDE: ToneMapping = { ...ENGINE, min: 0.01, max: 90 };

const test = await openTestGpu();

describe("meteredTexels", () => {
  it("covers the middle of the picture, and every texel of a small one", () => {
    // 5 % and 7.5 % of each side, rounded down to pixels as in the engine.
    expect(meteredTexels(64, 40)).toEqual({ stride: 1, x: 3, y: 2, columns: 58, rows: 36 });
    expect(meteredTexels(1, 1)).toEqual({ stride: 1, x: 0, y: 0, columns: 1, rows: 1 });
    const { stride, columns, rows } = meteredTexels(1920, 1080);
    expect(stride).toBeGreaterThan(1);
    expect(columns * rows).toBeLessThan(2 ** 14 * 1.1);
    expect((columns - 1) * stride).toBeLessThan(1728);
    expect(columns * stride).toBeGreaterThanOrEqual(1728);
  });

  it("leaves each of 256 threads at most 255 texels, whatever the picture's shape", () => {
    const edges = Array.from({ length: 15 }, (_, i) => 2 ** i).flatMap((edge) => [
      edge,
      edge * 1.4,
    ]);
    for (const width of edges.map(Math.floor)) {
      for (const height of edges.map(Math.floor)) {
        const { columns, rows } = meteredTexels(width, height);
        expect(columns * rows, `${width}x${height}`).toBeLessThanOrEqual(255 * 256);
      }
    }
  });
});

describe.skipIf(test === null)("automatic exposure", () => {
  let gpu: Gpu;
  let pipelines: MeterPipelines;
  let frame: ReturnType<typeof makeFrame>;
  const errors: string[] = [];
  beforeAll(async () => {
    gpu = await acquireKept(test!, { onError: (error) => errors.push(error.message) });
    pipelines = await prepareMeter(gpu);
    frame = makeFrame(gpu);
  });
  afterAll(() => {
    frame.destroy();
    gpu.destroy();
    test!.close();
    expect(errors).toEqual([]);
  });

  /** Returns the colours that the meter reads, as half floats. */
  function readColors(colorOf: MakeColor): number[][] {
    const { x, y, columns, rows } = meteredTexels(WIDTH, HEIGHT);
    return Array.from({ length: columns * rows }, (_, i) =>
      colorOf(x + (i % columns), y + Math.floor(i / columns)).map(rounded),
    );
  }

  async function run(meter: ExposureMeter, time: number, step: ExposureStep): Promise<number> {
    const bindGroup = frame.at(0);
    meter.setTime(time);
    const encoder = gpu.device.createCommandEncoder();
    const pass = encoder.beginComputePass();
    meter.encode(pass, bindGroup, step);
    pass.end();
    gpu.device.queue.submit([encoder.finish()]);
    return new Float32Array((await readBuffer(gpu, meter.state)).buffer)[0];
  }

  function meterOf(colorOf: MakeColor, toneMapping: ToneMapping, start = 1): ExposureMeter {
    const meter = createExposureMeter(gpu, pipelines);
    meter.aim(start, toneMapping, makeLight(gpu, WIDTH, HEIGHT, colorOf));
    return meter;
  }

  /** Darker to the left, a coloured lamp of `lamp` in the middle, and unread light at the edges. */
  const room =
    (level: number, lamp: number): MakeColor =>
    (x, y) => {
      if (x < 3 || y < 2 || x > 60 || y > 37) return [50, 50, 50];
      const shade = level * (0.1 + ((x * 7 + y * 3) % 64) / 64);
      if ((x - 32) ** 2 + (y - 20) ** 2 < 40) return [lamp, lamp * 0.9, lamp * 0.5];
      return [shade, shade * 0.8, shade * 1.3];
    };

  const ROOMS: readonly (readonly [name: string, colorOf: MakeColor, map: ToneMapping])[] = [
    ["a dark room", room(0.02, 0.05), WIDE],
    ["a dark room with a bright lamp, by its median", room(0.01, 8), WIDE],
    ["a bright room", room(2, 5), WIDE],
    ["a room that is burnt out", room(30, 30), WIDE],
    ["a dark room, as far as the map lets it", room(0.02, 0.05), ENGINE],
    ["a bright room, as far as the map lets it", room(9, 20), ENGINE],
    ["a room by other targets", room(0.3, 0.6), { ...WIDE, brightTarget: 0.3, brightShare: 0.1 }],
    ["a room whose median is to be higher", room(0.1, 3), { ...WIDE, leastMedian: 0.2 }],
  ];
  for (const [name, colorOf, map] of ROOMS) {
    it(`settles where the engine would: ${name}`, async () => {
      const scale = await run(meterOf(colorOf, map), 0, STEP_REST);
      const expected = oracle.rest(readColors(colorOf), 1, map);
      // Tolerance for the last steps and for texels near a range's edge.
      expect(Math.abs(scale / expected - 1), `${scale}, not ${expected}`).toBeLessThan(0.015);
      expect(scale).not.toBe(1);
    });
  }

  it("stays while the bright part is within its target's range", async () => {
    // 0.57 to 0.65 is the range of 0.6.
    for (const [level, start] of [
      [0.58, 1],
      [0.64, 1],
      [0.32, 1.9],
    ]) {
      const meter = meterOf(() => [level, level, level], ENGINE, start);
      expect(await run(meter, 0, STEP_REST)).toBeCloseTo(start, 6);
    }
    const meter = meterOf(() => [0.66, 0.66, 0.66], ENGINE);
    expect(await run(meter, 0, STEP_REST)).toBeLessThan(0.99);
  });

  it("starts from the map's exposure", async () => {
    const at = async (start: number) =>
      run(
        meterOf(() => [0, 0, 0], ENGINE, start),
        0,
        STEP_REST,
      );
    // All black, so the maximum applies for any start.
    expect([await at(0.1), await at(1)]).toEqual([2, 2]);
  });

  it("approaches its target at the engine's rate, up and down", async () => {
    for (const [map, before, after] of [
      [WIDE, room(2, 5), room(0.05, 0.1)],
      [WIDE, room(0.05, 0.1), room(2, 5)],
      [{ ...WIDE, rate: 0.2 }, room(0.05, 0.1), room(0.02, 0.05)],
      // Slow enough to stay below the step limit: darkening is faster.
      [{ ...WIDE, rate: 0.1 }, room(0.05, 0.1), room(0.5, 1)],
    ] as const) {
      const meter = meterOf(before, map);
      let scale = await run(meter, 0, STEP_REST);
      meter.aim(1, map, makeLight(gpu, WIDTH, HEIGHT, after));
      const colors = readColors(after);
      const targets: number[] = [];
      const first = scale;
      for (let i = 1; i <= 30; i++) {
        targets.push(oracle.target(oracle.histogram(colors, scale), scale, map));
        if (targets.length > 10) targets.shift();
        const expected = oracle.approach(scale, oracle.goalOf(targets, map), map);
        scale = await run(meter, i / 60, STEP_APPROACH);
        // Each frame is predicted from the previous result, so that errors do not accumulate.
        expect(scale / expected, `frame ${i}: ${scale}, not ${expected}`).toBeCloseTo(1, 4);
      }
      expect(Math.abs(Math.log(scale / first))).toBeGreaterThan(0.1);
    }
  });

  it("depends on elapsed time, not on the number of frames", async () => {
    const far = async (times: readonly number[]) => {
      const meter = meterOf(() => [0.01, 0.01, 0.01], { ...WIDE, max: 3 });
      // The lamp disappears: from 1 to the maximum.
      meter.aim(1, { ...WIDE, min: 1, max: 1 }, makeLight(gpu, WIDTH, HEIGHT, room(1, 1)));
      await run(meter, 5, STEP_REST);
      meter.aim(
        1,
        { ...WIDE, max: 3 },
        makeLight(gpu, WIDTH, HEIGHT, () => [0, 0, 0]),
      );
      let scale = 0;
      for (const time of times) scale = await run(meter, 5 + time, STEP_APPROACH);
      return scale;
    };
    const many = await far([1, 2, 3, 4, 5, 6, 7, 8].map((i) => i / 60));
    expect(many).toBeGreaterThan(1.2);
    expect(await far([8 / 60])).toBeCloseTo(many, 4);
    expect(await far([0])).toBe(1);
  });

  it("is immediate if the map's rate is 0", async () => {
    const map = { ...ENGINE, rate: 0 };
    const meter = meterOf(() => [5, 5, 5], map);
    await run(meter, 0, STEP_REST);
    meter.aim(
      1,
      map,
      makeLight(gpu, WIDTH, HEIGHT, () => [0, 0, 0]),
    );
    expect(await run(meter, 1 / 60, STEP_APPROACH)).toBe(2);
  });
});
