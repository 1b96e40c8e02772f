/** Compares the particles that shaders evaluate with the reference on the CPU. */

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Gpu } from "../../src/gpu/gpu.ts";
import { EMITTER_FROZEN, EMITTER_GRID, EMITTER_ROW, NEVER } from "../../src/map/placed/emitters.ts";
import { type Emitter, writeEmitterRow } from "../../src/particles/emitter.ts";
import { findBirth, particleAt } from "../../src/particles/formula.ts";
import { type EffectEntity, readEffect } from "../../src/particles/index.ts";
import { FRAME_LAYOUT } from "../../src/render/frame/frame-uniforms.ts";
import { makeEntity, STACK } from "../particles/make-entity.ts";
import { openTestGpu } from "../support/dawn.ts";
import { acquireKept } from "../support/kept-device.ts";
import { runCompute, storageEntry, uniformEntry } from "./run-compute.ts";

const test = await openTestGpu();

const PARTICLE_FLOATS = 12;
const CODE = `
  import package::common::geometry::emitter::Emitter;
  import package::common::geometry::emitter::particleOf;
  @group(1) @binding(0) var<storage, read> emitters: array<Emitter>;
  @group(3) @binding(0) var<storage, read_write> result: array<f32>;
  @compute @workgroup_size(64) fn computeMain(@builtin(local_invocation_index) local: u32) {
    var at = 0u;
    for (var row = 0u; row < arrayLength(&emitters); row++) {
      let count = emitters[row].count;
      for (var place = local; place < count; place += 64u) {
        let particle = particleOf(emitters[row], place);
        let out = (at + place) * ${PARTICLE_FLOATS}u;
        for (var k = 0u; k < 3u; k++) {
          result[out + k] = particle.position[k];
          result[out + 3u + k] = particle.axis[k];
          result[out + 6u + k] = particle.color[k];
        }
        result[out + 9u] = particle.size;
        result[out + 10u] = particle.turn;
        result[out + 11u] = particle.alpha;
      }
      at += count;
    }
  }`;

const EYE = [40, -900, 120] as const;
/** Looks along y from the eye: depth is y minus the eye's. */
const CLIP_W = [0, 1, 0, -EYE[1]] as const;
const DEPTH = (point: readonly [number, number, number]) => point[1] - EYE[1];
const SECONDS = 12.34;

const box: EffectEntity["box"] = [
  [-200, -100, 0],
  [300, 150, 90],
];
const read = (keys: Record<string, string | number>, parts: Partial<EffectEntity> = {}) =>
  readEffect(makeEntity(keys, { box, origin: [10, 20, 30], ...parts }));
const lights: EffectEntity["lights"] = {
  ambient: { place: [0, 0, -60], color: [0.2, 0.2, 0.2], intensity: 5000 },
  lamp: { place: [60, 0, 90], color: [1, 0.5, 0], intensity: 900 },
};
const dust = {
  ...{ classname: "func_dustmotes", spawnrate: 30, lifetimemin: 2, lifetimemax: 5, alpha: 200 },
  ...{ sizemin: 10, sizemax: 20, speedmax: 30, distmax: 1500, color: "255 128 0", fallspeed: 4 },
};
const EMITTERS: Emitter[] = [
  ...read({ ...STACK, twist: 50, roll: 90, windangle: 30, windspeed: 20 }, { lights }),
  ...read({ ...STACK, classname: "env_steam", rollspeed: 8 }),
  ...read(dust),
  ...read({ ...dust, frozen: 1, classname: "func_dustcloud" }),
  ...read({ classname: "env_embers", density: 20, lifetime: 4, speed: 32 }),
  ...read({
    ...{ classname: "func_smokevolume", particledrawwidth: 90, particlespacingdistance: 60 },
    ...{ movementspeed: 10, rotationspeed: 10, color1: "64 64 64", color2: "255 200 100" },
  }),
  ...read({ classname: "func_precipitation", renderamt: 120 }),
  ...read({ classname: "func_precipitation", preciptype: 2 }),
  ...read({ classname: "env_smoketrail" }),
  ...read({ classname: "env_spark", spawnflags: 64, magnitude: 2, maxdelay: 1 }),
];
const SPANS = [
  [9.5, NEVER],
  [-5, 8.75],
] as const;

describe.skipIf(test === null)("particles of emitters", () => {
  let gpu: Gpu;
  beforeAll(async () => {
    gpu = await acquireKept(test!, { onError: (error) => expect.fail(error.message) });
  });
  afterAll(() => {
    gpu.destroy();
    test!.close();
  });

  it("are those of the reference, in a back-to-front order of slots", async () => {
    const words = new Uint32Array((EMITTERS.length * EMITTER_ROW.strideBytes) / 4);
    EMITTERS.forEach((emitter, row) => {
      writeEmitterRow(words, row, emitter, 0, SPANS);
    });
    const frame = new Float32Array(FRAME_LAYOUT.byteLength / 4);
    for (let column = 0; column < 4; column++) frame[column * 4 + 3] = CLIP_W[column];
    // So many pixels that streaks of rain are wider than one.
    frame[0] = 1;
    new Uint32Array(frame.buffer)[FRAME_LAYOUT.pictureSize / 4] = 1_000_000;
    frame.set(EYE, FRAME_LAYOUT.cameraPosition / 4);
    frame[FRAME_LAYOUT.time / 4] = SECONDS;
    const total = EMITTERS.reduce((sum, { count }) => sum + count, 0);
    const found = await runCompute(gpu, CODE, total * PARTICLE_FLOATS, {
      0: [uniformEntry(gpu, 0, frame)],
      1: [storageEntry(gpu, 0, words)],
    });
    const eye = { position: EYE, depthOf: DEPTH };
    let first = 0;
    for (const emitter of EMITTERS) {
      let living = 0;
      let off = 0;
      for (let place = 0; place < emitter.count; place++) {
        const slot = slotOf(emitter, place);
        const birth = findBirth(emitter, SPANS, slot, SECONDS);
        const want = birth && particleAt(emitter, birth, SECONDS, eye);
        const at = (first + place) * PARTICLE_FLOATS;
        const own = found.subarray(at, at + PARTICLE_FLOATS);
        // Particles fainter than a thousandth are left out, give or take the rounding.
        if (want !== null && want.alpha > 0.0008 && want.alpha < 0.0012) continue;
        if (want === null || want.alpha < 0.001 || want.size === 0) {
          expect(own[9]).toBe(0);
          continue;
        }
        living++;
        const axis = want.velocity.map((speed) => speed * emitter.trail);
        const color = want.color.map((channel) => channel ** 2.2);
        // Sparks' trails shorten and get thin, see `EMITTER_TRAIL_SHRINKS`.
        const isSpark = emitter.material === "effects/spark";
        const wanted = [...want.position, ...axis, ...color, want.size, want.turn, want.alpha];
        wanted.forEach((value, k) => {
          if (isSpark && ((k >= 3 && k < 6) || k === 9)) return;
          const most = Math.max(Math.abs(value) * 1e-3, k < 3 ? 0.05 : 0.02);
          if (Math.abs(own[k] - value) > most) off++;
        });
      }
      // A flash lasts a fifth of a second and may be over.
      const isSeen = living > 0 || emitter.lifeMax < 1;
      expect([emitter.material, isSeen, off]).toEqual([emitter.material, true, 0]);
      first += emitter.count;
    }
  });
});

/** The slot that is drawn as number `place`. */
function slotOf(emitter: Emitter, place: number): number {
  const { flags, cells, forward, speed, acceleration, lifeMax, origin, count } = emitter;
  if ((flags & EMITTER_GRID) !== 0) {
    const [nx, ny] = cells;
    const cell = [place % nx, Math.floor(place / nx) % ny, Math.floor(place / (nx * ny))];
    const turned = cell.map((value, axis) => {
      const middle = origin[axis] + emitter.boxMins[axis] + emitter.boxSize[axis] / 2;
      return EYE[axis] > middle ? value : cells[axis] - 1 - value;
    });
    return turned[0] + (turned[1] + turned[2] * ny) * nx;
  }
  let towards = 0;
  for (let axis = 0; axis < 3; axis++) {
    const flight = forward[axis] * speed + acceleration[axis] * lifeMax * 0.5;
    towards += flight * (EYE[axis] - origin[axis]);
  }
  const isStanding = (flags & EMITTER_FROZEN) !== 0;
  return towards > 0 && !isStanding ? place : count - 1 - place;
}
