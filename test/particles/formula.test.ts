import { describe, expect, it } from "vitest";
import {
  CURVE_ARCH,
  CURVE_FALL,
  CURVE_SMOKE,
  CURVE_WAVE,
  EMITTER_AROUND_EYE,
  EMITTER_BALL,
  EMITTER_DRAGGED,
  EMITTER_FROZEN,
  EMITTER_ROW,
  NEVER,
} from "../../src/map/placed/emitters.ts";
import { boundEmitter } from "../../src/particles/bounds.ts";
import { type Emitter, PLAIN_EMITTER, writeEmitterRow } from "../../src/particles/emitter.ts";
import {
  alphaAt,
  type FormulaEye,
  findBirth,
  particleAt,
  twistedPlace,
} from "../../src/particles/formula.ts";
import { mixBits, randomOf, readEffect } from "../../src/particles/index.ts";
import { makeEntity, STACK } from "./make-entity.ts";

const EYE: FormulaEye = { position: [0, 0, 0], depthOf: () => 100 };
const ON = [[0, NEVER]] as const;
const made = (parts: Partial<Emitter>): Emitter => ({ ...PLAIN_EMITTER, ...parts });
/** The particle that was born `age` seconds ago. */
const aged = (parts: Partial<Emitter>, age: number, eye = EYE) =>
  particleAt(made(parts), { number: 3, seconds: 10 }, 10 + age, eye);
const stack = () => readEffect(makeEntity(STACK))[0];

describe("random numbers", () => {
  it("are those of the published hash", () => {
    // Jarzynski and Olano's pcg of 0 and 1, computed by hand with 32-bit arithmetic.
    expect(mixBits(0)).toBe(129708002);
    expect(mixBits(1)).toBe(2831084092);
  });

  it("are spread over 0 to 1, and differ by seed, particle and purpose", () => {
    const draws = Array.from({ length: 4000 }, (_, i) => randomOf(5, i, 2));
    expect(draws.reduce((sum, draw) => sum + draw, 0) / draws.length).toBeCloseTo(0.5, 1);
    expect(Math.min(...draws)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...draws)).toBeLessThan(1);
    expect(new Set([randomOf(1, 2, 3), randomOf(2, 2, 3), randomOf(1, 2, 4)]).size).toBe(3);
  });
});

describe("births", () => {
  const emitter = made({ rate: 4, lifeMin: 1, lifeMax: 1 });

  it("follow each other at the rate, newest first", () => {
    const seconds = [0, 1, 2, 3, 4].map((slot) => findBirth(emitter, ON, slot, 10.1)?.seconds);
    expect(seconds).toEqual([10, 9.75, 9.5, 9.25, undefined]);
  });

  it("begin with the span and end with it", () => {
    const spans = [[2, 2.6]] as const;
    expect(findBirth(emitter, spans, 0, 1.9)).toBeNull();
    const living = [0, 1, 2, 3].map((slot) => findBirth(emitter, spans, slot, 3.1)?.seconds);
    // That of 2.0 is dead, none was born after 2.6.
    expect(living).toEqual([2.5, 2.25, undefined, undefined]);
    expect(findBirth(emitter, spans, 0, 3.7)).toBeNull();
  });

  it("of an earlier span keep their numbers when a new span begins", () => {
    const before = findBirth(emitter, [[2, 2.6]], 0, 2.9);
    const after = findBirth(
      emitter,
      [
        [2.8, NEVER],
        [2, 2.6],
      ],
      1,
      2.9,
    );
    expect(after).toEqual(before);
    expect(after?.seconds).toBe(2.5);
  });

  it("of a burst are at one time, and later bursts are delayed by a part of the jitter", () => {
    const burst = made({ rate: 1, burst: 3, lifeMax: 2, jitter: 0.5 });
    const slots = Array.from({ length: 9 }, (_, slot) => findBirth(burst, ON, slot, 1.2));
    const seconds = slots.map((birth) => birth?.seconds);
    expect(new Set(slots.map((birth) => birth?.number)).size).toBe(7);
    expect(seconds.slice(3)).toEqual([0, 0, 0, undefined, undefined, undefined]);
    expect(new Set(seconds.slice(0, 3)).size).toBe(1);
    expect(seconds[0]).toBeGreaterThan(1);
    expect(seconds[0]).toBeLessThan(1.5);
  });
});

describe("a flight", () => {
  it("is p + v t + a t² / 2 without a twist", () => {
    const at = aged({ speed: 10, acceleration: [0, 6, -4], lifeMin: 9, lifeMax: 9 }, 2);
    expect(at?.position).toEqual([20, 12, -8]);
    expect(at?.velocity).toEqual([10, 12, -8]);
    expect(at?.age).toBe(2);
  });

  it("ends with the life", () => {
    const life = { lifeMin: 2, lifeMax: 2 };
    expect(aged(life, 1.99)).not.toBeNull();
    expect(aged(life, 2)).toBeNull();
    expect(aged(life, -0.01)).toBeNull();
  });

  it("turns as the engine's steps do in the limit of short frames", () => {
    const [twist, steps, seconds] = [0.8, 20_000, 3];
    let [x, y, vx, vy] = [5, -2, 10, 3];
    const dt = seconds / steps;
    const [c, s] = [Math.cos(twist * dt), Math.sin(twist * dt)];
    for (let step = 0; step < steps; step++) {
      // C_SmokeStack::SimulateParticles: turn the place, then move it.
      [x, y] = [x * c + y * s, -x * s + y * c];
      [x, y] = [x + vx * dt + 4 * 0.5 * dt * dt, y + vy * dt - 6 * 0.5 * dt * dt];
      [vx, vy] = [vx + 4 * dt, vy - 6 * dt];
    }
    const [exactX, exactY] = twistedPlace([5, -2], [10, 3], [4, -6], twist, seconds);
    expect(exactX).toBeCloseTo(x, 2);
    expect(exactY).toBeCloseTo(y, 2);
  });

  it("of dust slows down to the wind by 50 inches per second squared", () => {
    const flags = EMITTER_DRAGGED;
    const still = aged({ flags, speed: 20, lifeMin: 9, lifeMax: 9 }, 5);
    // 20 in/s are lost in 0.4 s, after 4 inches.
    expect(still?.position[0]).toBeCloseTo(4, 10);
    const blown = aged({ flags, acceleration: [10, 0, 0], lifeMin: 9, lifeMax: 9 }, 5);
    // 10 in/s are won in 0.2 s, within 1 inch; then 4.8 s at that speed.
    expect(blown?.position[0]).toBeCloseTo(49, 10);
  });

  it("of sparks has the speed of the range, whatever its direction", () => {
    const at = aged({ flags: EMITTER_BALL, spread: [64, 64, 1], lifeMin: 9, lifeMax: 9 }, 0);
    expect(Math.hypot(...at!.velocity)).toBeCloseTo(64, 8);
  });

  it("around the eye stays within half a period of it and within the volume", () => {
    const rain = {
      flags: EMITTER_AROUND_EYE,
      volume: [4000, 500, 1000],
      period: [1500, 500, 1000],
      boxSize: [1500, 500, 1000],
    } as const;
    const eye = { position: [3900, 250, 500], depthOf: () => 100 } as const;
    const far = { position: [90_000, 250, 500], depthOf: () => 100 } as const;
    const [near, kept] = [aged(rain, 0, eye), aged(rain, 0, far)];
    // The part around the eye ends with the volume.
    expect(near?.position[0]).toBeGreaterThan(2500);
    expect(near?.position[0]).toBeLessThan(4000);
    expect(kept?.position).toEqual(near?.position);
  });
});

describe("the look of a particle", () => {
  it("follows the curves at hand-computed shares of the life", () => {
    expect(alphaAt(CURVE_SMOKE, 0.25)).toBeCloseTo(0.5, 10);
    expect(alphaAt(CURVE_SMOKE, 0.5)).toBeCloseTo(1, 10);
    // Squared in the second half.
    expect(alphaAt(CURVE_SMOKE, 0.75)).toBeCloseTo(0.25, 10);
    expect(alphaAt(CURVE_WAVE, 0.75)).toBeCloseTo(0.5, 10);
    expect(alphaAt(CURVE_ARCH, 0.5)).toBeCloseTo(1, 10);
    expect(alphaAt(CURVE_FALL, 0.75)).toBeCloseTo(0.25, 10);
  });

  it("fades out with depth and near the eye", () => {
    expect(aged({ fadeDepth: 400 }, 0)?.alpha).toBeCloseTo(0.75, 10);
    expect(aged({ near: [64, 128] }, 0)?.alpha).toBeCloseTo(36 / 64, 10);
  });

  it("adds lights by their distance, and keeps the hue of too bright ones", () => {
    const ambient = { place: [0, 0, -100], color: [0.2, 0.1, 0], intensity: 8000 } as const;
    const dim = aged({ colorStart: [0.1, 0.1, 0.1], colorEnd: [0.1, 0.1, 0.1], ambient }, 0);
    // 8000 / 100² = 0.8 of the light's colour.
    expect(dim?.color.map((c) => Math.round(c * 1000))).toEqual([260, 180, 100]);
    const bright = aged({ colorStart: [2, 1, 0], colorEnd: [2, 1, 0] }, 0);
    expect(bright?.color).toEqual([1, 0.5, 0]);
  });

  it("of frozen dust does not change with time", () => {
    const frozen = made({ flags: EMITTER_FROZEN, speed: 9, spread: [9, 9, 9], lifeMax: 4 });
    const at = (seconds: number) =>
      particleAt(frozen, findBirth(frozen, ON, 5, seconds)!, seconds, EYE);
    expect(at(1000)?.position).toEqual(at(1)?.position);
    expect(at(1000)?.alpha).toBe(1);
  });
});

describe("bounds", () => {
  const emitters: Record<string, Emitter> = {
    "a smoke stack": stack(),
    "a turning one in the wind": readEffect(
      makeEntity({ ...STACK, twist: 40, windangle: 60, windspeed: 25 }),
    )[0],
    "a stack against the wind": readEffect(makeEntity({ ...STACK, wind: "0 0 -30" }))[0],
    "a ring of points": made({ ring: 50, rate: 40, count: 41, sizeStart: 0, sizeEnd: 0 }),
    sparks: readEffect(makeEntity({ classname: "env_spark", spawnflags: 64, magnitude: 2 }))[0],
    embers: readEffect(
      makeEntity(
        { classname: "env_embers", density: 9, lifetime: 4, speed: 32, spawnflags: 1 },
        {
          box: [
            [-10, -20, 5],
            [30, 20, 6],
          ],
        },
      ),
    )[0],
  };
  for (const [name, emitter] of Object.entries(emitters)) {
    it(`hold every particle of ${name}`, () => {
      const box = boundEmitter(emitter);
      let seen = 0;
      for (let slot = 0; slot < emitter.count; slot++) {
        for (const seconds of [0.3, 2.2, 40.7]) {
          const birth = findBirth(emitter, ON, slot, seconds);
          const at = birth && particleAt(emitter, birth, seconds, EYE);
          if (!at) continue;
          seen++;
          for (let axis = 0; axis < 3; axis++) {
            expect(at.position[axis] - at.size).toBeGreaterThanOrEqual(box[axis] - 1e-3);
            expect(at.position[axis] + at.size).toBeLessThanOrEqual(box[axis + 3] + 1e-3);
          }
        }
      }
      expect(seen).toBeGreaterThan(20);
    });
  }
});

describe("a row", () => {
  it("starts five seconds before the map if the emitter starts on, else never", () => {
    const words = new Uint32Array((EMITTER_ROW.strideBytes / 4) * 2);
    const floats = new Float32Array(words.buffer);
    writeEmitterRow(words, 0, stack(), 4);
    writeEmitterRow(words, 1, { ...stack(), startsOn: false }, 4);
    const at = (row: number, offset: number) =>
      floats[(row * EMITTER_ROW.strideBytes + offset) / 4];
    expect(at(0, EMITTER_ROW.spans)).toBe(-5);
    expect(at(1, EMITTER_ROW.spans)).toBe(NEVER);
    expect(at(1, EMITTER_ROW.rate)).toBe(20);
    expect(words[(EMITTER_ROW.strideBytes + EMITTER_ROW.material) / 4]).toBe(4);
  });
});
