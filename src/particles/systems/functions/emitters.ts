/** Emitters: how many particles are created when. */

import type { Emitter, EmitterKind, FunctionTable, SystemState } from "../functions.ts";
import { noise, shapeNoise } from "../noise.ts";

/** Emissions per second above this are cut; more than the largest system has rows for. */
const MAX_RATE = 1e5;

/** Emits `rateAt` particles a second between two times of the system; fractions add up. */
function emitOverTime(
  start: number,
  duration: number,
  rateAt: (seconds: number) => number,
): EmitterKind {
  const end = duration > 0 ? start + duration : Number.POSITIVE_INFINITY;
  const emit: Emitter = (state, strength, counter, create) => {
    const from = Math.max(state.time - state.step, start);
    const to = Math.min(state.time, end);
    if (to <= from) return;
    const rate = Math.min(Math.max(rateAt(state.time), 0), MAX_RATE) * strength;
    if (rate === 0) return;
    const { counters } = state;
    const before = counters[counter];
    const after = before + rate * (to - from);
    const count = Math.floor(after);
    counters[counter] = after - count;
    if (count === 0) return;
    const firstBorn = state.now - state.time + from + (1 - before) / rate;
    create(count, firstBorn, 1 / rate);
  };
  return { emit, end };
}

/** Returns the clock at the step's start, or at a time of the system within the step. */
const bornAfter = ({ now, time, step }: SystemState, start: number): number =>
  now - time + Math.max(time - step, start);

export const EMITTERS: FunctionTable<EmitterKind> = {
  emit_continuously(params) {
    const rate = params.number("emission_rate", 100);
    const start = params.number("emission_start_time", 0);
    return emitOverTime(start, params.number("emission_duration", 0), () => rate);
  },

  emit_instantaneously(params, slot) {
    const start = Math.max(0, params.number("emission_start_time", 0));
    const most = params.int("num_to_emit", 100, 0, MAX_RATE);
    const least = params.int("num_to_emit_minimum", -1, -1, most);
    const perFrame = params.int("maximum emission per frame", -1, -1, MAX_RATE);
    const emit: Emitter = (state, _strength, counter, create) => {
      if (state.time < start) return;
      const { counters } = state;
      if (counters[counter + 1] === 0) {
        counters[counter + 1] = 1;
        const random = least < 0 ? 1 : state.random(slot);
        counters[counter] = Math.round(Math.max(least, 0) + (most - Math.max(least, 0)) * random);
      }
      const left = counters[counter];
      const count = perFrame > 0 ? Math.min(left, perFrame) : left;
      if (count === 0) return;
      counters[counter] = left - count;
      create(count, bornAfter(state, start), 0);
    };
    return { emit, end: start };
  },

  emit_noise(params) {
    const least = params.number("emission minimum", 0);
    const most = params.number("emission maximum", 100);
    const scale = params.number("time noise coordinate scale", 0.1);
    const offset = params.number("time coordinate offset", 0);
    const isAbsolute = params.bool("absolute value", false);
    const isInverted = params.bool("invert absolute value", false);
    const start = params.number("emission_start_time", 0);
    return emitOverTime(start, params.number("emission_duration", 0), (seconds) => {
      const value = shapeNoise(noise(seconds * scale + offset, 0.5, 0.5), isAbsolute, isInverted);
      return least + (most - least) * value;
    });
  },

  "emit to maintain count"(params) {
    const wanted = params.int("count to maintain", 100, 0, MAX_RATE);
    const start = params.number("emission start time", 0);
    return {
      emit(state, _strength, _counter, create) {
        const missing = wanted - state.columns.count;
        if (state.time >= start && missing > 0) create(missing, bornAfter(state, start), 0);
      },
      end: Number.POSITIVE_INFINITY,
    };
  },
};
