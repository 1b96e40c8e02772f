/** Operators of lifetimes, opacity, size, turn and colour. */

import { isAngle } from "../columns.ts";
import { bias, clamp01, clampBias, lengthOf, ramp, smooth, spread } from "../curves.ts";
import { type FunctionTable, type Operator, randomAt, type SystemState } from "../functions.ts";
import { noise } from "../noise.ts";
import type { Params, Vector } from "../params.ts";
import { readOutput } from "./initializers.ts";

const RADIANS = Math.PI / 180;

/** Returns the age of a particle in lifetimes; 1 if it has none. */
function shareOfLife(state: SystemState, row: number): number {
  const { born, lifetime } = state.columns;
  return lifetime[row] > 0 ? (state.now - born[row]) / lifetime[row] : 1;
}

const isOver = ({ columns, now }: SystemState, row: number): boolean =>
  now - columns.born[row] >= columns.lifetime[row];

const decay: Operator = ({ columns, now }) => {
  const { born, lifetime, count } = columns;
  for (let i = 0; i < count; i++) if (now - born[i] >= lifetime[i]) columns.kill(i);
};

/** A random number of each particle between two others, which are often equal. */
interface Range {
  readonly least: number;
  readonly most: number;
  readonly exponent: number;
}

const pick = ({ least, most, exponent }: Range, state: SystemState, row: number, slot: number) =>
  least === most ? least : spread(randomAt(state, row, slot), least, most, exponent);

/** Fades in to the initial opacity, then to another, then kills. Times are shares of the lifetime. */
function fadeAndDecay(params: Params): Operator {
  const start = params.number("start_alpha", 1);
  const end = params.number("end_alpha", 0);
  const inFrom = params.number("start_fade_in_time", 0);
  const inTo = params.number("end_fade_in_time", 0.5);
  const outFrom = params.number("start_fade_out_time", 0.5);
  const outTo = params.number("end_fade_out_time", 1);
  return (state) => {
    const { columns } = state;
    for (let i = 0; i < columns.count; i++) {
      if (isOver(state, i)) {
        columns.kill(i);
        continue;
      }
      const life = shareOfLife(state, i);
      let factor = 1;
      if (life < inTo) factor *= start + (1 - start) * smooth(ramp(inFrom, inTo, life));
      if (life > outFrom) factor *= 1 + (end - 1) * smooth(ramp(outFrom, outTo, life));
      columns.alpha[i] = columns.firstAlpha[i] * factor;
    }
  };
}

/** Times in lifetimes if `proportional 0/1` is set, else in seconds. */
function fadeIn(params: Params, slot: number): Operator {
  const range: Range = {
    least: params.number("fade in time min", 0.25),
    most: params.number("fade in time max", 0.25),
    exponent: params.number("fade in time exponent", 1),
  };
  const isShare = params.bool("proportional 0/1", true);
  return (state) => {
    const { columns, now } = state;
    for (let i = 0; i < columns.count; i++) {
      const end = pick(range, state, i, slot);
      const time = isShare ? shareOfLife(state, i) : now - columns.born[i];
      if (time < end) columns.alpha[i] = columns.firstAlpha[i] * smooth(clamp01(time / end));
    }
  };
}

function fadeOut(params: Params, slot: number): Operator {
  const range: Range = {
    least: params.number("fade out time min", 0.25),
    most: params.number("fade out time max", 0.25),
    exponent: params.number("fade out time exponent", 1),
  };
  const isShare = params.bool("proportional 0/1", true);
  const eases = params.bool("ease in and out", true);
  const bend = clampBias(params.number("fade bias", 0.5));
  return (state) => {
    const { columns, now } = state;
    for (let i = 0; i < columns.count; i++) {
      // The fade begins this long before the end of the lifetime.
      const length = pick(range, state, i, slot);
      const left = isShare
        ? 1 - shareOfLife(state, i)
        : columns.lifetime[i] - (now - columns.born[i]);
      if (left >= length) continue;
      const share = clamp01(left / length);
      columns.alpha[i] = columns.firstAlpha[i] * (eases ? smooth(share) : bias(share, bend));
    }
  };
}

function scaleRadius(params: Params): Operator {
  const from = params.number("start_time", 0);
  const to = params.number("end_time", 1);
  const start = params.number("radius_start_scale", 1);
  const end = params.number("radius_end_scale", 1);
  const eases = params.bool("ease_in_and_out", false);
  const bend = clampBias(params.number("scale_bias", 0.5));
  return ({ columns, now }, strength) => {
    const { born, lifetime, radius, firstRadius, count } = columns;
    for (let i = 0; i < count; i++) {
      const life = lifetime[i] > 0 ? (now - born[i]) / lifetime[i] : 1;
      const share = ramp(from, to, life);
      const scale = start + (end - start) * (eases ? smooth(share) : bias(share, bend));
      radius[i] += (firstRadius[i] * scale - radius[i]) * strength;
    }
  };
}

function fadeColor(params: Params): Operator {
  const [r, g, b] = params.color("color_fade");
  const from = params.number("fade_start_time", 0);
  const to = params.number("fade_end_time", 1);
  const eases = params.bool("ease_in_and_out", true);
  return ({ columns, now }, strength) => {
    const { born, lifetime, count } = columns;
    const { red, green, blue, firstRed, firstGreen, firstBlue } = columns;
    for (let i = 0; i < count; i++) {
      const life = ramp(from, to, lifetime[i] > 0 ? (now - born[i]) / lifetime[i] : 1);
      const share = (eases ? smooth(life) : life) * strength;
      red[i] = firstRed[i] + (r - firstRed[i]) * share;
      green[i] = firstGreen[i] + (g - firstGreen[i]) * share;
      blue[i] = firstBlue[i] + (b - firstBlue[i]) * share;
    }
  };
}

/** Turns at a rate that falls to the least one until a share of the lifetime. */
function spin(params: Params, prefix: "spin" | "yaw", column: "rotation" | "yaw"): Operator {
  const rate = params.number(`${prefix}_rate_degrees`, 0) * RADIANS;
  const least = params.number(`${prefix}_rate_min`, 0) * RADIANS;
  const stop = params.number(`${prefix}_stop_time`, 0);
  return (state, strength) => {
    const { columns, step } = state;
    const turns = columns[column];
    for (let i = 0; i < columns.count; i++) {
      const share = stop > 0 ? 1 - clamp01(shareOfLife(state, i) / stop) : 1;
      const pace = rate * share;
      const kept = Math.abs(pace) < Math.abs(least) ? Math.sign(rate || 1) * least : pace;
      turns[i] += kept * step * strength;
    }
  };
}

/** Part of an oscillator that is random for each particle. */
interface Swing {
  readonly rate: Range;
  readonly frequency: Range;
}

/** Reads the parameters of both oscillators: when they run, and their place in the cycle. */
function readOscillator(params: Params, slot: number) {
  const rateExponent = params.number("oscillation rate exponent", 1);
  const frequencyExponent = params.number("oscillation frequency exponent", 1);
  const byLife = params.bool("proportional 0/1", true);
  const rangeByLife = params.bool("start/end proportional", true);
  const readTimes = (name: string, fallback: number): Range => ({
    least: params.number(`${name} time min`, fallback),
    most: params.number(`${name} time max`, fallback),
    exponent: params.number(`${name} time exponent`, 1),
  });
  const opens = readTimes("start", 0);
  const closes = readTimes("end", 1);
  const multiplier = params.number("oscillation multiplier", 2);
  const phase = params.number("oscillation start phase", 0.5);
  return {
    readSwing: (rate: readonly [number, number], frequency: readonly [number, number]): Swing => ({
      rate: { least: rate[0], most: rate[1], exponent: rateExponent },
      frequency: { least: frequency[0], most: frequency[1], exponent: frequencyExponent },
    }),
    isActive(state: SystemState, row: number): boolean {
      const { columns, now } = state;
      const time = rangeByLife ? shareOfLife(state, row) : now - columns.born[row];
      return time >= pick(opens, state, row, slot) && time < pick(closes, state, row, slot + 1);
    },
    /** Returns the change of one step. */
    change(state: SystemState, row: number, swing: Swing, axis: number): number {
      const { columns, now, step } = state;
      const own = slot + 2 + axis * 2;
      const rate = pick(swing.rate, state, row, own);
      if (rate === 0) return 0;
      const frequency = pick(swing.frequency, state, row, own + 1);
      const time = byLife ? shareOfLife(state, row) : now - columns.born[row];
      return rate * step * Math.sin(Math.PI * (multiplier * frequency * time + phase));
    },
  };
}

function oscillateScalar(params: Params, slot: number): Operator {
  const field = params.int("oscillation field", 7, 0, 31);
  const oscillator = readOscillator(params, slot);
  const swing = oscillator.readSwing(
    [params.number("oscillation rate min", 0), params.number("oscillation rate max", 0)],
    [params.number("oscillation frequency min", 1), params.number("oscillation frequency max", 1)],
  );
  const isShare = field === 7;
  return (state, strength) => {
    const column = state.columns.scalar(field);
    if (column === null) return;
    for (let i = 0; i < state.columns.count; i++) {
      if (!oscillator.isActive(state, i)) continue;
      const value = column[i] + oscillator.change(state, i, swing, 0) * strength;
      column[i] = isShare ? clamp01(value) : value;
    }
  };
}

function oscillateVector(params: Params, slot: number): Operator {
  const field = params.int("oscillation field", 0, 0, 31);
  const oscillator = readOscillator(params, slot);
  const rates = [params.vector("oscillation rate min"), params.vector("oscillation rate max")];
  const frequencies = [
    params.vector("oscillation frequency min", [1, 1, 1]),
    params.vector("oscillation frequency max", [1, 1, 1]),
  ];
  const swings = [0, 1, 2].map((axis) =>
    oscillator.readSwing(
      [rates[0][axis], rates[1][axis]],
      [frequencies[0][axis], frequencies[1][axis]],
    ),
  );
  return (state, strength) => {
    const { columns } = state;
    const { x, y, z, red, green, blue } = columns;
    for (let i = 0; i < columns.count; i++) {
      if (!oscillator.isActive(state, i)) continue;
      const dx = oscillator.change(state, i, swings[0], 0) * strength;
      const dy = oscillator.change(state, i, swings[1], 1) * strength;
      const dz = oscillator.change(state, i, swings[2], 2) * strength;
      if (field === 6) {
        red[i] = clamp01(red[i] + dx);
        green[i] = clamp01(green[i] + dy);
        blue[i] = clamp01(blue[i] + dz);
      } else if (field === 0) {
        // A step's movement becomes part of the velocity, as all movement does.
        x[i] += dx;
        y[i] += dy;
        z[i] += dz;
      }
    }
  };
}

function noiseVector(params: Params): Operator {
  const field = params.int("output field", 6, 0, 31);
  const scale = params.number("noise coordinate scale", 0.1);
  const least: Vector = params.vector("output minimum");
  const most: Vector = params.vector("output maximum", [1, 1, 1]);
  return ({ columns }) => {
    if (field !== 6) return;
    const { x, y, z, red, green, blue } = columns;
    for (let i = 0; i < columns.count; i++) {
      const value = (axis: number) => {
        const shade = noise(x[i] * scale + axis * 101.3, y[i] * scale, z[i] * scale) * 0.5 + 0.5;
        return least[axis] + (most[axis] - least[axis]) * shade;
      };
      red[i] = value(0);
      green[i] = value(1);
      blue[i] = value(2);
    }
  };
}

interface PointLamp {
  readonly point: number;
  readonly offset: Vector;
  readonly color: Vector;
  /** Distances at which half of the light is left, and none. */
  readonly half: number;
  readonly end: number;
}

/** Returns the share of a lamp's light at a distance: 1, a half and 0 at its three distances. */
function fallOff({ half, end }: PointLamp, distance: number): number {
  if (distance >= end) return 0;
  if (distance >= half) return half < end ? 0.5 * (1 - (distance - half) / (end - half)) : 0;
  return half > 0 ? 1 - (0.5 * distance) / half : 0;
}

/** Colours particles by up to four lamps that stand at control points. */
function lightByPoints(params: Params): Operator {
  const all = [1, 2, 3, 4].map((number): PointLamp => {
    const half = params.number(`Light ${number} 50% Distance`, 100);
    return {
      point: params.point(`Light ${number} Control Point`),
      offset: params.vector(`Light ${number} Control Point Offset`),
      color: params.color(`Light ${number} Color`, [0, 0, 0]),
      half,
      end: Math.max(half, params.number(`Light ${number} 0% Distance`, 200)),
    };
  });
  const kept = clamp01(params.number("Initial Color Bias", 0));
  const lamps = all.filter(({ color }) => color.some((channel) => channel !== 0));
  return ({ columns, points }, strength) => {
    const { x, y, z, red, green, blue, firstRed, firstGreen, firstBlue, count } = columns;
    const { position } = points;
    for (let i = 0; i < count; i++) {
      let r = 0;
      let g = 0;
      let b = 0;
      for (let row = 0; row < lamps.length; row++) {
        const lamp = lamps[row];
        const at = lamp.point * 3;
        const dx = position[at] + lamp.offset[0] - x[i];
        const dy = position[at + 1] + lamp.offset[1] - y[i];
        const dz = position[at + 2] + lamp.offset[2] - z[i];
        const share = fallOff(lamp, lengthOf(dx, dy, dz));
        r += lamp.color[0] * share;
        g += lamp.color[1] * share;
        b += lamp.color[2] * share;
      }
      red[i] += (firstRed[i] * (clamp01(r) * (1 - kept) + kept) - red[i]) * strength;
      green[i] += (firstGreen[i] * (clamp01(g) * (1 - kept) + kept) - green[i]) * strength;
      blue[i] += (firstBlue[i] * (clamp01(b) * (1 - kept) + kept) - blue[i]) * strength;
    }
  };
}

/** Kills a share of the particles at random times of their lives. */
function cullRandom(params: Params, slot: number): Operator {
  const start = params.number("Cull Start Time", 0);
  const end = params.number("Cull End Time", 1);
  const exponent = params.number("Cull Time Exponent", 1);
  const share = params.number("Cull Percentage", 0.5);
  return (state) => {
    const { columns } = state;
    for (let i = 0; i < columns.count; i++) {
      if (randomAt(state, i, slot) >= share) continue;
      const when = spread(randomAt(state, i, slot + 1), start, end, exponent);
      if (shareOfLife(state, i) >= when) columns.kill(i);
    }
  };
}

function cullAtPlane(params: Params): Operator {
  const point = params.point("Control Point for point on plane");
  const offset = params.number("Cull plane offset", 0);
  const [nx, ny, nz] = params.vector("Plane Normal", [0, 0, 1]);
  return ({ columns, points }) => {
    const [px, py, pz] = points.position.subarray(point * 3, point * 3 + 3);
    const { x, y, z } = columns;
    for (let i = 0; i < columns.count; i++) {
      const height = (x[i] - px) * nx + (y[i] - py) * ny + (z[i] - pz) * nz;
      if (height < offset) columns.kill(i);
    }
  };
}

function remapDistance(params: Params): Operator {
  const point = params.point("control point");
  const from = params.number("distance minimum", 0);
  const to = params.number("distance maximum", 128);
  const { field, least, most, isFactor } = readOutput(params);
  const onlyInside = params.bool("only active within specified distance", false);
  return ({ columns, points }) => {
    const output = columns.scalar(field);
    if (output === null) return;
    const first = field === 7 ? columns.firstAlpha : field === 3 ? columns.firstRadius : null;
    const [px, py, pz] = points.position.subarray(point * 3, point * 3 + 3);
    const { x, y, z } = columns;
    for (let i = 0; i < columns.count; i++) {
      const distance = lengthOf(x[i] - px, y[i] - py, z[i] - pz);
      if (onlyInside && (distance < from || distance > to)) continue;
      const mapped = least + (most - least) * ramp(from, to, distance);
      output[i] = isFactor && first !== null ? first[i] * mapped : mapped;
    }
  };
}

/** Fades with fixed shares of the lifetime. */
const fadeInSimple = (params: Params): Operator => {
  const end = params.number("proportional fade in time", 0.25);
  return (state) => {
    const { columns } = state;
    for (let i = 0; i < columns.count; i++) {
      const life = shareOfLife(state, i);
      if (life < end) columns.alpha[i] = columns.firstAlpha[i] * smooth(clamp01(life / end));
    }
  };
};

const fadeOutSimple = (params: Params): Operator => {
  const length = params.number("proportional fade out time", 0.25);
  return (state) => {
    const { columns } = state;
    for (let i = 0; i < columns.count; i++) {
      const left = 1 - shareOfLife(state, i);
      if (left < length) columns.alpha[i] = columns.firstAlpha[i] * smooth(clamp01(left / length));
    }
  };
};

export const OPERATORS: FunctionTable<Operator> = {
  "lifespan decay": () => decay,
  "alpha fade and decay": fadeAndDecay,
  "alpha fade in random": fadeIn,
  "alpha fade out random": fadeOut,
  "alpha fade in simple": fadeInSimple,
  "alpha fade out simple": fadeOutSimple,
  "radius scale": scaleRadius,
  "color fade": fadeColor,
  "rotation spin roll": (params) => spin(params, "spin", "rotation"),
  "rotation spin yaw": (params) => spin(params, "yaw", "yaw"),
  "rotation basic": () => (state, strength) => {
    const { columns, step } = state;
    for (let i = 0; i < columns.count; i++) {
      columns.rotation[i] += columns.rotationSpeed[i] * step * strength;
    }
  },
  "oscillate scalar": oscillateScalar,
  "oscillate vector": oscillateVector,
  "noise vector": noiseVector,
  "noise scalar": (params) => {
    const field = params.int("output field", 3, 0, 31);
    const unit = isAngle(field) ? RADIANS : 1;
    const least = params.number("output minimum", 0) * unit;
    const most = params.number("output maximum", 1) * unit;
    const scale = params.number("noise coordinate scale", 0.1);
    return ({ columns }) => {
      const output = columns.scalar(field);
      if (output === null) return;
      const { x, y, z } = columns;
      for (let i = 0; i < columns.count; i++) {
        const value = noise(x[i] * scale, y[i] * scale, z[i] * scale) * 0.5 + 0.5;
        output[i] = least + (most - least) * value;
      }
    };
  },
  "color light from control point": lightByPoints,
  "cull random": cullRandom,
  "cull when crossing plane": cullAtPlane,
  "remap distance to control point to scalar": remapDistance,
};
