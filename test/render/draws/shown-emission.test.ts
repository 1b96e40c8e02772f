import { describe, expect, it } from "vitest";
import {
  EMITTER_ROW,
  type EmissionState,
  type EmitterSet,
  NEVER,
} from "../../../src/map/placed/emitters.ts";
import { writeEmitterRow } from "../../../src/particles/emitter.ts";
import { readEffect } from "../../../src/particles/index.ts";
import { createShownEmission } from "../../../src/render/sources/emitter-source.ts";
import { makeEntity, STACK } from "../../particles/make-entity.ts";

function makeSet(): EmitterSet {
  const [stack] = readEffect(makeEntity(STACK));
  const rows = new Uint32Array((EMITTER_ROW.strideBytes / 4) * 2);
  writeEmitterRow(rows, 0, stack, 0);
  writeEmitterRow(rows, 1, { ...stack, seed: 0x7f800001, startsOn: false }, 0);
  return { count: 2, entity: Int32Array.of(4, 9), rows } as EmitterSet;
}

/** A state that sets the numbers of entity 9 and nothing of entity 4. */
function emission(numbers: Partial<EmissionState>) {
  return (entity: number, out: EmissionState): boolean => {
    out.spans.fill(NEVER);
    if (entity === 4) return false;
    out.spans.set([1.5, NEVER, 0.25, 1]);
    const unset = Number.NaN;
    Object.assign(out, { speed: unset, spread: unset, length: unset, rate: unset, alpha: unset });
    Object.assign(out, numbers);
    return true;
  };
}

const numberOf = (rows: Float32Array, row: number, offset: number) =>
  rows[(row * EMITTER_ROW.strideBytes + offset) / 4];

describe("the emission that is shown", () => {
  it("is that of the map until a moment, and again after it, bit by bit", () => {
    const set = makeSet();
    const shown = createShownEmission(set);
    const bits = () => new Uint32Array(shown.rows.buffer);
    expect(shown.follow(null, 0)).toBe(false);
    expect(shown.hasAny(0)).toBe(true);
    expect(shown.follow({ version: 1, emission: emission({}) }, 0)).toBe(true);
    expect(bits()).not.toEqual(set.rows);
    expect(shown.follow(null, 0)).toBe(true);
    expect(bits()).toEqual(set.rows);
  });

  it("follows each entity's spans, and none of one that is gone", () => {
    const shown = createShownEmission(makeSet());
    shown.follow({ version: 1, emission: emission({}) }, 0);
    expect(numberOf(shown.rows, 0, EMITTER_ROW.spans)).toBe(NEVER);
    expect(numberOf(shown.rows, 1, EMITTER_ROW.spans)).toBe(1.5);
    expect(numberOf(shown.rows, 1, EMITTER_ROW.spans + 8)).toBe(0.25);
    expect(numberOf(shown.rows, 1, EMITTER_ROW.earlierSpans)).toBe(NEVER);
  });

  it("derives the life from length and speed", () => {
    const shown = createShownEmission(makeSet());
    const life = (numbers: Partial<EmissionState>, version: number) => {
      shown.follow({ version, emission: emission(numbers) }, 0);
      return numberOf(shown.rows, 1, EMITTER_ROW.lifeMax);
    };
    expect(life({ speed: 90 }, 1)).toBe(2);
    expect(life({ length: 60 }, 2)).toBe(2);
    expect(life({ length: 60, speed: 0 }, 3)).toBe(0);
    expect(life({ spread: 3, rate: 5 }, 4)).toBe(6);
    expect(numberOf(shown.rows, 1, EMITTER_ROW.spread + 4)).toBe(3);
    expect(numberOf(shown.rows, 1, EMITTER_ROW.rate)).toBe(5);
  });

  it("is nothing once the last particle of a span is dead", () => {
    const shown = createShownEmission(makeSet());
    const read = (entity: number, out: EmissionState) => {
      emission({})(entity, out);
      out.spans.fill(NEVER).set([1, 2]);
      return true;
    };
    shown.follow({ version: 1, emission: read }, 0);
    // Particles live for six seconds.
    expect([1.5, 7.9, 8.1].map(shown.hasAny)).toEqual([true, true, false]);
  });

  it("is read once per version", () => {
    const shown = createShownEmission(makeSet());
    const moment = { version: 3, emission: emission({}) };
    expect(shown.follow(moment, 0)).toBe(true);
    expect(shown.follow(moment, 0)).toBe(false);
  });

  it("moves spans to the picture's clock, unless both differ by less than a frame or two", () => {
    const shown = createShownEmission(makeSet());
    const read = (entity: number, out: EmissionState) => {
      emission({})(entity, out);
      out.spans.fill(NEVER).set([3, 4, -5, 1]);
      return true;
    };
    let version = 0;
    const spansAt = (seconds: number, simulated?: number) => {
      version++;
      shown.follow({ version, emission: read, seconds: simulated }, seconds);
      return [0, 4, 8, 12].map((at) => numberOf(shown.rows, 1, EMITTER_ROW.spans + at));
    };
    expect(spansAt(9)).toEqual([3, 4, -5, 1]);
    expect(spansAt(12, 5)).toEqual([10, 11, -5, 8]);
    expect(spansAt(13.05, 6)).toEqual([10, 11, -5, 8]);
    // The simulation went back.
    expect(spansAt(14, 1)).toEqual([16, 17, -5, 14]);
  });
});
