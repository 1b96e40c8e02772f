/** Operators of movement and of control points, forces and constraints. */

import { randomOf } from "../../random.ts";
import { MAX_CONTROL_POINTS } from "../control-points.ts";
import { clamp01, lengthOf, ramp, spread } from "../curves.ts";
import {
  type Constraint,
  type Force,
  type FunctionTable,
  type Operator,
  randomAt,
  type SystemState,
} from "../functions.ts";
import type { Params } from "../params.ts";

/** Drag is the share of the velocity that is lost in this time, in seconds. */
const DRAG_SECONDS = 1 / 30;
/** Passes of all constraints in each step are no more than this. */
const MAX_PASSES = 10;

/** `Movement Basic`, which applies the forces and constraints of its system. */
export interface BasicMovement {
  move(state: SystemState, strength: number, forces: Float32Array): void;
  readonly passes: number;
}

export function readBasicMovement(params: Params): BasicMovement {
  const [gx, gy, gz] = params.vector("gravity");
  const drag = Math.min(Math.max(params.number("drag", 0), -1), 1);
  return {
    passes: params.int("max constraint passes", 3, 0, MAX_PASSES),
    move({ columns, step }, strength, forces) {
      const kept = (1 - drag) ** (step / DRAG_SECONDS);
      const squared = step * step;
      const { x, y, z, previousX, previousY, previousZ, count } = columns;
      for (let i = 0; i < count; i++) {
        const ox = x[i];
        const oy = y[i];
        const oz = z[i];
        const dx = (ox - previousX[i]) * kept + (gx + forces[i * 3]) * squared;
        const dy = (oy - previousY[i]) * kept + (gy + forces[i * 3 + 1]) * squared;
        const dz = (oz - previousZ[i]) * kept + (gz + forces[i * 3 + 2]) * squared;
        x[i] = ox + dx * strength;
        y[i] = oy + dy * strength;
        z[i] = oz + dz * strength;
        previousX[i] = ox;
        previousY[i] = oy;
        previousZ[i] = oz;
      }
    },
  };
}

/** Carries particles along with a control point, until a share of their lives. */
function lockToPoint(params: Params, slot: number): Operator {
  const point = params.point("control_point_number");
  const opens = [
    params.number("start_fadeout_min", 1),
    params.number("start_fadeout_max", 1),
    params.number("start_fadeout_exponent", 1),
  ] as const;
  const closes = [
    params.number("end_fadeout_min", 1),
    params.number("end_fadeout_max", 1),
    params.number("end_fadeout_exponent", 1),
  ] as const;
  const range = params.number("distance fade range", 0);
  return (state, strength) => {
    const { columns, points, now } = state;
    const at = point * 3;
    const [px, py, pz] = points.position.subarray(at, at + 3);
    const dx = px - points.previous[at];
    const dy = py - points.previous[at + 1];
    const dz = pz - points.previous[at + 2];
    if (dx === 0 && dy === 0 && dz === 0) return;
    for (let i = 0; i < columns.count; i++) {
      // A particle that was created in this step was created where the point is now.
      if (now - columns.born[i] < state.step) continue;
      const life = columns.lifetime[i] > 0 ? (now - columns.born[i]) / columns.lifetime[i] : 1;
      const start = spread(randomAt(state, i, slot), opens[0], opens[1], opens[2]);
      const end = spread(randomAt(state, i, slot + 1), closes[0], closes[1], closes[2]);
      let share = (1 - ramp(start, Math.max(start, end), life)) * strength;
      if (range > 0) {
        const away = lengthOf(columns.x[i] - px, columns.y[i] - py, columns.z[i] - pz);
        share *= 1 - clamp01(away / range);
      }
      if (share > 0) columns.shift(i, dx * share, dy * share, dz * share);
    }
  };
}

/** Slows particles near a control point. */
function dampenNearPoint(params: Params): Operator {
  const point = params.point("control_point_number");
  const range = params.number("falloff range", 100);
  const scale = params.number("dampen scale", 1);
  return ({ columns, points }, strength) => {
    const [px, py, pz] = points.position.subarray(point * 3, point * 3 + 3);
    const { x, y, z, previousX, previousY, previousZ } = columns;
    for (let i = 0; i < columns.count; i++) {
      const away = lengthOf(x[i] - px, y[i] - py, z[i] - pz);
      if (away >= range) continue;
      const lost = clamp01((1 - away / range) * scale) * strength;
      x[i] += (previousX[i] - x[i]) * lost;
      y[i] += (previousY[i] - y[i]) * lost;
      z[i] += (previousZ[i] - z[i]) * lost;
    }
  };
}

function limitVelocity(params: Params): Operator {
  const most = params.number("Maximum Velocity", 0);
  return ({ columns, step }) => {
    const limit = most * step;
    const { x, y, z, previousX, previousY, previousZ } = columns;
    for (let i = 0; i < columns.count; i++) {
      const [dx, dy, dz] = [x[i] - previousX[i], y[i] - previousY[i], z[i] - previousZ[i]];
      const length = lengthOf(dx, dy, dz);
      if (length <= limit) continue;
      const share = limit / length;
      x[i] = previousX[i] + dx * share;
      y[i] = previousY[i] + dy * share;
      z[i] = previousZ[i] + dz * share;
    }
  };
}

/** Sets four control points relative to another. */
function placePoints(params: Params): Operator {
  const origin = params.point("Control Point to offset positions from");
  const isWorld = params.bool("Set positions in world space", false);
  const rows = ["First", "Second", "Third", "Fourth"].map((word, i) => ({
    point: params.point(`${word} Control Point Number`, i + 1),
    place: params.vector(`${word} Control Point Location`),
  }));
  return ({ points }) => {
    const [px, py, pz] = points.position.subarray(origin * 3, origin * 3 + 3);
    for (const { point, place } of rows) {
      const [x, y, z] = place;
      if (isWorld) points.place(point, x, y, z);
      else {
        points.place(
          point,
          px + points.toWorld(origin, 0, x, y, z),
          py + points.toWorld(origin, 1, x, y, z),
          pz + points.toWorld(origin, 2, x, y, z),
        );
      }
    }
  };
}

/** Sets control points of the children to places of particles. */
function placeChildPoints(params: Params): Operator {
  const group = params.number("Group ID to affect", 0);
  const first = params.point("First control point to set");
  const count = params.int("# of control points to set", 1, 0, MAX_CONTROL_POINTS);
  const from = params.int("first particle to copy", 0, 0, 1e5);
  return ({ columns, children }) => {
    for (const child of children) {
      if (child.group !== group) continue;
      for (let i = 0; i < count; i++) {
        const [point, row] = [first + i, from + i];
        if (point >= MAX_CONTROL_POINTS || row >= columns.count) break;
        child.points.placeOwn(point, columns.x[row], columns.y[row], columns.z[row]);
      }
    }
  };
}

export const MOVEMENTS: FunctionTable<Operator> = {
  "movement lock to control point": lockToPoint,
  "movement dampen relative to control point": dampenNearPoint,
  "movement max velocity": limitVelocity,
  "set control point positions": placePoints,
  "set child control points from particle positions": placeChildPoints,
};

export const FORCES: FunctionTable<Force> = {
  "random force"(params, slot) {
    const least = params.vector("min force");
    const most = params.vector("max force");
    return ({ columns, seed, stepNumber }, strength, sum) => {
      for (let i = 0; i < columns.count; i++) {
        for (let axis = 0; axis < 3; axis++) {
          const random = randomOf(seed + stepNumber, columns.id[i], slot + axis);
          sum[i * 3 + axis] += (least[axis] + (most[axis] - least[axis]) * random) * strength;
        }
      }
    };
  },

  /** Pushes along circles around an axis through control point 0. */
  "twist around axis"(params) {
    const amount = params.number("amount of force", 0);
    const [x, y, z] = params.vector("twist axis", [0, 0, 1]);
    const isLocal = params.bool("object local space axis 0/1", false);
    return ({ columns, points }, strength, sum) => {
      const length = lengthOf(x, y, z);
      if (length === 0) return;
      const ax = (isLocal ? points.toWorld(0, 0, x, y, z) : x) / length;
      const ay = (isLocal ? points.toWorld(0, 1, x, y, z) : y) / length;
      const az = (isLocal ? points.toWorld(0, 2, x, y, z) : z) / length;
      const [px, py, pz] = points.position;
      for (let i = 0; i < columns.count; i++) {
        const [ox, oy, oz] = [columns.x[i] - px, columns.y[i] - py, columns.z[i] - pz];
        const tx = ay * oz - az * oy;
        const ty = az * ox - ax * oz;
        const tz = ax * oy - ay * ox;
        const across = lengthOf(tx, ty, tz);
        if (across === 0) continue;
        const share = (amount * strength) / across;
        sum[i * 3] += tx * share;
        sum[i * 3 + 1] += ty * share;
        sum[i * 3 + 2] += tz * share;
      }
    };
  },

  "pull towards control point"(params) {
    const amount = params.number("amount of force", 0);
    const power = params.number("falloff power", 2);
    const point = params.point("control point number");
    return ({ columns, points }, strength, sum) => {
      const [px, py, pz] = points.position.subarray(point * 3, point * 3 + 3);
      for (let i = 0; i < columns.count; i++) {
        const [dx, dy, dz] = [px - columns.x[i], py - columns.y[i], pz - columns.z[i]];
        const away = lengthOf(dx, dy, dz);
        if (away === 0) continue;
        // Below an inch the force grows no further.
        const share = (amount * strength) / (away * Math.max(away, 1) ** power);
        sum[i * 3] += dx * share;
        sum[i * 3 + 1] += dy * share;
        sum[i * 3 + 2] += dz * share;
      }
    };
  },
};

export const CONSTRAINTS: FunctionTable<Constraint> = {
  "constrain distance to control point"(params) {
    const least = params.number("minimum distance", 0);
    const most = params.number("maximum distance", 100);
    const point = params.point("control point number");
    const [ox, oy, oz] = params.vector("offset of center");
    const isGlobal = params.bool("global center point", false);
    return ({ columns, points }) => {
      const at = point * 3;
      const cx = isGlobal ? ox : points.position[at] + points.toWorld(point, 0, ox, oy, oz);
      const cy = isGlobal ? oy : points.position[at + 1] + points.toWorld(point, 1, ox, oy, oz);
      const cz = isGlobal ? oz : points.position[at + 2] + points.toWorld(point, 2, ox, oy, oz);
      const { x, y, z } = columns;
      for (let i = 0; i < columns.count; i++) {
        const [dx, dy, dz] = [x[i] - cx, y[i] - cy, z[i] - cz];
        const away = lengthOf(dx, dy, dz);
        const allowed = Math.min(Math.max(away, least), Math.max(most, least));
        if (allowed === away || away === 0) continue;
        const share = allowed / away;
        x[i] = cx + dx * share;
        y[i] = cy + dy * share;
        z[i] = cz + dz * share;
      }
    };
  },

  /** Keeps particles on the side of a plane that its normal points away from. */
  "prevent passing through a plane"(params) {
    const point = params.point("control point number");
    const [ox, oy, oz] = params.vector("plane point");
    const [x, y, z] = params.vector("plane normal", [0, 0, 1]);
    const length = lengthOf(x, y, z);
    const isGlobalPlace = params.bool("global origin", false);
    const isGlobalNormal = params.bool("global normal", false);
    return ({ columns, points }) => {
      if (length === 0) return;
      const at = point * 3;
      const nx = (isGlobalNormal ? x : points.toWorld(point, 0, x, y, z)) / length;
      const ny = (isGlobalNormal ? y : points.toWorld(point, 1, x, y, z)) / length;
      const nz = (isGlobalNormal ? z : points.toWorld(point, 2, x, y, z)) / length;
      const px = ox + (isGlobalPlace ? 0 : points.position[at]);
      const py = oy + (isGlobalPlace ? 0 : points.position[at + 1]);
      const pz = oz + (isGlobalPlace ? 0 : points.position[at + 2]);
      for (let i = 0; i < columns.count; i++) {
        const depth =
          (columns.x[i] - px) * nx + (columns.y[i] - py) * ny + (columns.z[i] - pz) * nz;
        if (depth <= 0) continue;
        columns.x[i] -= nx * depth;
        columns.y[i] -= ny * depth;
        columns.z[i] -= nz * depth;
      }
    };
  },
};
