/** Initializers of everything but places. */

import { isAngle } from "../columns.ts";
import { spread } from "../curves.ts";
import { type FunctionTable, type Initializer, randomAt, type SystemState } from "../functions.ts";
import { noise, shapeNoise } from "../noise.ts";
import type { Params } from "../params.ts";

const RADIANS = Math.PI / 180;
const MAX_SEQUENCE = 1023;

type Name = "lifetime" | "radius" | "alpha" | "rotation" | "rotationSpeed" | "trailLength" | "yaw";

/** Sets a column to random numbers between two others. */
function setRandom(
  name: Name,
  [from, to, exponent]: readonly [number, number, number],
  slot: number,
): Initializer {
  return (state, first, end) => {
    const column = state.columns[name];
    for (let i = first; i < end; i++) {
      column[i] = spread(randomAt(state, i, slot), from, to, exponent);
    }
  };
}

function setSequence(
  name: "sequence" | "secondSequence",
  params: Params,
  slot: number,
): Initializer {
  const least = params.int("sequence_min", 0, 0, MAX_SEQUENCE);
  const most = params.int("sequence_max", 0, 0, MAX_SEQUENCE);
  return (state, first, end) => {
    const column = state.columns[name];
    for (let i = first; i < end; i++) {
      column[i] = Math.floor(least + (most + 1 - least) * randomAt(state, i, slot));
    }
  };
}

function readAngles(params: Params, name: string, [least, most]: readonly [number, number]) {
  const initial = params.number(`${name}_initial`, 0);
  return [
    (initial + params.number(`${name}_offset_min`, least)) * RADIANS,
    (initial + params.number(`${name}_offset_max`, most)) * RADIANS,
    params.number(`${name}_random_exponent`, 1),
  ] as const;
}

/** Sets the lifetime to the length of the sequence at a frame rate. */
function lifetimeFromSequence(params: Params): Initializer {
  const rate = Math.max(0.001, params.number("Frames Per Second", 30));
  return (state, first, end) => {
    const { columns, sequences } = state;
    // Without a sheet the length is unknown, and the lifetime stays.
    if (sequences === null) return;
    for (let i = first; i < end; i++) {
      const frames = sequences.frameCount(columns.sequence[i]);
      if (frames > 0) columns.lifetime[i] = frames / rate;
    }
  };
}

/** Reads the column that a function writes, its range, and whether it is a factor. */
export function readOutput(params: Params) {
  const field = params.int("output field", 3, 0, 31);
  const unit = isAngle(field) ? RADIANS : 1;
  return {
    field,
    least: params.number("output minimum", 0) * unit,
    most: params.number("output maximum", 1) * unit,
    isFactor: params.bool("output is scalar of initial random range", false),
  };
}

/** Maps another attribute to this one, while the system's time is in a range. */
function remapScalar(params: Params): Initializer {
  const input = params.int("input field", 8, 0, 31);
  const from = params.number("input minimum", 0);
  const to = params.number("input maximum", 1);
  const { field, least, most, isFactor } = readOutput(params);
  const opens = params.number("emitter lifetime start time (seconds)", -1);
  const closes = params.number("emitter lifetime end time (seconds)", -1);
  const onlyInside = params.bool("only active within specified input range", false);
  return (state, first, end) => {
    const output = state.columns.scalar(field);
    if (output === null) return;
    if (opens >= 0 && state.time < opens) return;
    if (closes >= 0 && state.time > closes) return;
    for (let i = first; i < end; i++) {
      const value = readInput(state, input, i);
      const share = from === to ? (value >= to ? 1 : 0) : (value - from) / (to - from);
      if (onlyInside && (share < 0 || share > 1)) continue;
      const mapped = least + (most - least) * Math.min(Math.max(share, 0), 1);
      output[i] = isFactor ? output[i] * mapped : mapped;
    }
  };
}

/** Returns an attribute's value; the creation time counts from the system's start. */
function readInput(state: SystemState, field: number, row: number): number {
  if (field === 8) return state.columns.born[row] - (state.now - state.time);
  if (field === 11) return state.columns.id[row];
  return state.columns.scalar(field)?.[row] ?? 0;
}

function remapNoise(params: Params): Initializer {
  const { field, least, most } = readOutput(params);
  const scale = params.number("spatial noise coordinate scale", 0.001);
  const [ox, oy, oz] = params.vector("spatial coordinate offset");
  const timeScale = params.number("time noise coordinate scale", 0.1);
  const timeOffset = params.number("time coordinate offset", 0);
  const isAbsolute = params.bool("absolute value", false);
  const isInverted = params.bool("invert absolute value", false);
  return (state, first, end) => {
    const { columns, now, time } = state;
    const output = columns.scalar(field);
    if (output === null) return;
    for (let i = first; i < end; i++) {
      const when = (columns.born[i] - (now - time) + timeOffset) * timeScale;
      const value = noise(
        (columns.x[i] + ox) * scale + when,
        (columns.y[i] + oy) * scale + when,
        (columns.z[i] + oz) * scale + when,
      );
      output[i] = least + (most - least) * shapeNoise(value, isAbsolute, isInverted);
    }
  };
}

export const INITIALIZERS: FunctionTable<Initializer> = {
  "lifetime random": (params, slot) =>
    setRandom("lifetime", readRange(params, "lifetime", 0, 0), slot),
  "radius random": (params, slot) => setRandom("radius", readRange(params, "radius", 1, 1), slot),
  "trail length random": (params, slot) =>
    setRandom("trailLength", readRange(params, "length", 0.1, 0.1), slot),
  "alpha random": (params, slot) => {
    const [least, most, exponent] = readRange(params, "alpha", 255, 255);
    return setRandom("alpha", [least / 255, most / 255, exponent], slot);
  },
  "rotation random": (params, slot) =>
    setRandom("rotation", readAngles(params, "rotation", [0, 360]), slot),
  "rotation speed random": (params, slot) => {
    const constant = params.number("rotation_speed_constant", 0);
    const least = constant + params.number("rotation_speed_random_min", 0);
    const most = constant + params.number("rotation_speed_random_max", 360);
    const exponent = params.number("rotation_speed_random_exponent", 1);
    return setRandom("rotationSpeed", [least * RADIANS, most * RADIANS, exponent], slot);
  },
  "rotation yaw random": (params, slot) =>
    setRandom("yaw", readAngles(params, "yaw", [0, 360]), slot),
  "rotation yaw flip random": (params, slot) => {
    const share = params.number("Flip Percentage", 0.5);
    return (state, first, end) => {
      for (let i = first; i < end; i++) {
        if (randomAt(state, i, slot) < share) state.columns.yaw[i] = Math.PI;
      }
    };
  },
  "sequence random": (params, slot) => setSequence("sequence", params, slot),
  "sequence two random": (params, slot) => setSequence("secondSequence", params, slot),
  "lifetime from sequence": lifetimeFromSequence,
  "remap initial scalar": remapScalar,
  "remap noise to scalar": remapNoise,

  "color random"(params, slot) {
    const one = params.color("color1");
    const two = params.color("color2");
    return (state, first, end) => {
      const { red, green, blue } = state.columns;
      for (let i = first; i < end; i++) {
        const share = randomAt(state, i, slot);
        red[i] = one[0] + (two[0] - one[0]) * share;
        green[i] = one[1] + (two[1] - one[1]) * share;
        blue[i] = one[2] + (two[2] - one[2]) * share;
      }
    };
  },

  /** Lets particles begin as if they had lived for a share of their lifetime. */
  "lifetime pre-age noise"(params, slot) {
    const least = params.number("start age minimum", 0);
    const most = params.number("start age maximum", 0);
    return (state, first, end) => {
      const { born, lifetime } = state.columns;
      for (let i = first; i < end; i++) {
        born[i] -= lifetime[i] * (least + (most - least) * randomAt(state, i, slot));
      }
    };
  },

  "remap control point to scalar"(params) {
    const point = params.point("input control point number");
    const axis = params.int("input field 0-2 X/Y/Z", 0, 0, 2);
    const from = params.number("input minimum", 0);
    const to = params.number("input maximum", 1);
    const { field, least, most, isFactor } = readOutput(params);
    return (state, first, end) => {
      const output = state.columns.scalar(field);
      if (output === null) return;
      const value = state.points.position[point * 3 + axis];
      const share = from === to ? (value >= to ? 1 : 0) : (value - from) / (to - from);
      const mapped = least + (most - least) * Math.min(Math.max(share, 0), 1);
      for (let i = first; i < end; i++) output[i] = isFactor ? output[i] * mapped : mapped;
    };
  },
};

function readRange(params: Params, name: string, least: number, most: number) {
  return [
    params.number(`${name}_min`, least),
    params.number(`${name}_max`, most),
    params.number(`${name}_random_exponent`, 1),
  ] as const;
}
