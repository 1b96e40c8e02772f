/** Initializers of places and velocities. */

import { clamp01, lengthOf, spread } from "../curves.ts";
import { type FunctionTable, type Initializer, randomAt, type SystemState } from "../functions.ts";
import { noise, shapeNoise } from "../noise.ts";
import type { Params, Vector } from "../params.ts";
import { readOutput } from "./initializers.ts";

/** Sets a place; the velocity becomes 0. */
function place(state: SystemState, row: number, x: number, y: number, z: number): void {
  const { columns } = state;
  columns.x[row] = columns.previousX[row] = x;
  columns.y[row] = columns.previousY[row] = y;
  columns.z[row] = columns.previousZ[row] = z;
}

/** Fills `to` with a random vector between two others. */
function between(
  to: Float64Array,
  [least, most]: readonly [Vector, Vector],
  state: SystemState,
  row: number,
  slot: number,
): void {
  for (let axis = 0; axis < 3; axis++) {
    const random = randomAt(state, row, slot + axis);
    to[axis] = least[axis] + (most[axis] - least[axis]) * random;
  }
}

/** Places particles in a ball or shell around a control point, and pushes them outwards. */
function placeInSphere(params: Params, slot: number): Initializer {
  const point = params.point("control_point_number");
  const least = params.number("distance_min", 0);
  const most = params.number("distance_max", 0);
  const stretch = params.vector("distance_bias", [1, 1, 1]);
  const isPositive = params.vector("distance_bias_absolute_value").map((axis) => axis !== 0);
  const isLocal = params.bool("bias in local system", false);
  const speed = [params.number("speed_min", 0), params.number("speed_max", 0)] as const;
  const exponent = params.number("speed_random_exponent", 1);
  const push: readonly [Vector, Vector] = [
    params.vector("speed_in_local_coordinate_system_min"),
    params.vector("speed_in_local_coordinate_system_max"),
  ];
  const direction = new Float64Array(3);
  const own = new Float64Array(3);
  return (state, first, end) => {
    const { columns, points, step } = state;
    for (let i = first; i < end; i++) {
      chooseDirection(direction, state, i, slot);
      for (let axis = 0; axis < 3; axis++) {
        if (isPositive[axis]) direction[axis] = Math.abs(direction[axis]);
        direction[axis] *= stretch[axis];
      }
      const length = lengthOf(direction[0], direction[1], direction[2]);
      if (length > 0) for (let axis = 0; axis < 3; axis++) direction[axis] /= length;
      let [x, y, z] = direction;
      if (isLocal) {
        const [lx, ly, lz] = direction;
        x = points.toWorld(point, 0, lx, ly, lz);
        y = points.toWorld(point, 1, lx, ly, lz);
        z = points.toWorld(point, 2, lx, ly, lz);
      }
      // The cube root fills a ball evenly.
      const distance = least + (most - least) * Math.cbrt(randomAt(state, i, slot + 2));
      const at = point * 3;
      place(
        state,
        i,
        points.position[at] + x * distance,
        points.position[at + 1] + y * distance,
        points.position[at + 2] + z * distance,
      );
      const outwards = spread(randomAt(state, i, slot + 3), speed[0], speed[1], exponent);
      between(own, push, state, i, slot + 4);
      const [ox, oy, oz] = own;
      columns.push(
        i,
        (x * outwards + points.toWorld(point, 0, ox, oy, oz)) * step,
        (y * outwards + points.toWorld(point, 1, ox, oy, oz)) * step,
        (z * outwards + points.toWorld(point, 2, ox, oy, oz)) * step,
      );
    }
  };
}

/** Fills `to` with a direction, all equally likely. */
function chooseDirection(to: Float64Array, state: SystemState, row: number, slot: number): void {
  const turn = randomAt(state, row, slot) * 2 * Math.PI;
  const z = randomAt(state, row, slot + 1) * 2 - 1;
  const flat = Math.sqrt(1 - z * z);
  to[0] = Math.cos(turn) * flat;
  to[1] = Math.sin(turn) * flat;
  to[2] = z;
}

function placeInBox(params: Params, slot: number): Initializer {
  const point = params.point("control point number");
  const box: readonly [Vector, Vector] = [params.vector("min"), params.vector("max")];
  const offset = new Float64Array(3);
  return (state, first, end) => {
    const { position } = state.points;
    for (let i = first; i < end; i++) {
      between(offset, box, state, i, slot);
      place(
        state,
        i,
        position[point * 3] + offset[0],
        position[point * 3 + 1] + offset[1],
        position[point * 3 + 2] + offset[2],
      );
    }
  };
}

function offsetPlaces(params: Params, slot: number): Initializer {
  const point = params.point("control_point_number");
  const range: readonly [Vector, Vector] = [
    params.vector("offset min"),
    params.vector("offset max"),
  ];
  const isLocal = params.bool("offset in local space 0/1", false);
  const byRadius = params.bool("offset proportional to radius 0/1", false);
  const offset = new Float64Array(3);
  return (state, first, end) => {
    const { columns, points } = state;
    for (let i = first; i < end; i++) {
      between(offset, range, state, i, slot);
      const scale = byRadius ? columns.radius[i] : 1;
      const [x, y, z] = [offset[0] * scale, offset[1] * scale, offset[2] * scale];
      if (isLocal) {
        const wx = points.toWorld(point, 0, x, y, z);
        const wy = points.toWorld(point, 1, x, y, z);
        columns.shift(i, wx, wy, points.toWorld(point, 2, x, y, z));
      } else columns.shift(i, x, y, z);
    }
  };
}

/** Scales distances and velocities from a control point, by random factors or in the course of time. */
function warpPlaces(params: Params, slot: number): Initializer {
  const point = params.point("control point number");
  const [one, two] = [params.vector("warp min", [1, 1, 1]), params.vector("warp max", [1, 1, 1])];
  const isReversed = params.bool("reverse warp (0/1)", false);
  const range: readonly [Vector, Vector] = isReversed ? [two, one] : [one, two];
  const duration = params.number("warp transition time (treats min/max as start/end sizes)", 0);
  const start = params.number("warp transition start time", 0);
  const factor = new Float64Array(3);
  return (state, first, end) => {
    const { columns, points, time } = state;
    const share = duration > 0 ? clamp01((time - start) / duration) : 0;
    for (let i = first; i < end; i++) {
      if (duration > 0) {
        for (let axis = 0; axis < 3; axis++) {
          factor[axis] = range[0][axis] + (range[1][axis] - range[0][axis]) * share;
        }
      } else between(factor, range, state, i, slot);
      const at = point * 3;
      const [x, y, z] = points.position.subarray(at, at + 3);
      columns.x[i] = x + (columns.x[i] - x) * factor[0];
      columns.y[i] = y + (columns.y[i] - y) * factor[1];
      columns.z[i] = z + (columns.z[i] - z) * factor[2];
      columns.previousX[i] = x + (columns.previousX[i] - x) * factor[0];
      columns.previousY[i] = y + (columns.previousY[i] - y) * factor[1];
      columns.previousZ[i] = z + (columns.previousZ[i] - z) * factor[2];
    }
  };
}

/** Adds a velocity that changes smoothly with place and time. */
function pushByNoise(params: Params): Initializer {
  const point = params.point("Control Point Number");
  const timeScale = params.number("Time Noise Coordinate Scale", 1);
  const scale = params.number("Spatial Noise Coordinate Scale", 0.01);
  const timeOffset = params.number("Time Coordinate Offset", 0);
  const offset = params.vector("Spatial Coordinate Offset");
  const isAbsolute = params.vector("Absolute Value").map((axis) => axis !== 0);
  const isInverted = params.vector("Invert Abs Value").map((axis) => axis !== 0);
  const least = params.vector("output minimum");
  const most = params.vector("output maximum", [1, 1, 1]);
  const isLocal = params.bool("Apply Velocity in Local Space (0/1)", false);
  const velocity = new Float64Array(3);
  return (state, first, end) => {
    const { columns, points, step, now, time } = state;
    for (let i = first; i < end; i++) {
      const when = (columns.born[i] - (now - time) + timeOffset) * timeScale;
      for (let axis = 0; axis < 3; axis++) {
        // Each axis reads another part of the noise.
        const value = noise(
          (columns.x[i] + offset[0]) * scale + when + axis * 101.3,
          (columns.y[i] + offset[1]) * scale + when + axis * 43.7,
          (columns.z[i] + offset[2]) * scale + when + axis * 57.1,
        );
        const share = shapeNoise(value, isAbsolute[axis], isInverted[axis]);
        velocity[axis] = (least[axis] + (most[axis] - least[axis]) * share) * step;
      }
      const [x, y, z] = velocity;
      if (isLocal) {
        const wx = points.toWorld(point, 0, x, y, z);
        const wy = points.toWorld(point, 1, x, y, z);
        columns.push(i, wx, wy, points.toWorld(point, 2, x, y, z));
      } else columns.push(i, x, y, z);
    }
  };
}

/** Places particles along a bent line between two control points, in order or at random. */
function placeAlongPath(params: Params, slot: number, isSequential: boolean): Initializer {
  const start = params.point("start control point number");
  const goal = params.point("end control point number");
  const middle = params.number("mid point position", 0.5);
  const bulge = params.number("bulge", 0);
  const spreadBy = params.number("maximum distance", 0);
  const count = Math.max(2, params.number("particles to map from start to end", 100));
  const loops = params.bool("restart behavior (0 = bounce, 1 = loop )", true);
  const direction = new Float64Array(3);
  const shareOf = (state: SystemState, row: number): number => {
    if (!isSequential) return randomAt(state, row, slot);
    const turn = state.columns.id[row] / (count - 1);
    if (loops) return (state.columns.id[row] % count) / (count - 1);
    return 1 - Math.abs((turn % 2) - 1);
  };
  return (state, first, end) => {
    const { position } = state.points;
    for (let i = first; i < end; i++) {
      const t = clamp01(shareOf(state, i));
      chooseDirection(direction, state, i, slot + 2);
      const away = spreadBy * Math.cbrt(randomAt(state, i, slot + 4));
      for (let axis = 0; axis < 3; axis++) {
        const [from, to] = [position[start * 3 + axis], position[goal * 3 + axis]];
        // One bend for all particles of a system.
        const bend = (state.random(slot + 5 + axis) * 2 - 1) * bulge;
        const mid = from + (to - from) * middle + bend;
        const near = from + (mid - from) * t;
        direction[axis] = direction[axis] * away + near + (mid + (to - mid) * t - near) * t;
      }
      place(state, i, direction[0], direction[1], direction[2]);
    }
  };
}

/** Places particles on particles of the parent system. */
function placeOnParent(params: Params, slot: number): Initializer {
  const inherited = params.number("Inherited Velocity Scale", 0);
  const range: readonly [Vector, Vector] = [
    params.vector("Local Offset Min"),
    params.vector("Local Offset Max"),
  ];
  const offset = new Float64Array(3);
  return (state, first, end) => {
    const other = state.parent?.columns;
    if (other === undefined || other.count === 0) return;
    for (let i = first; i < end; i++) {
      const from = Math.min(Math.floor(randomAt(state, i, slot) * other.count), other.count - 1);
      between(offset, range, state, i, slot + 1);
      place(
        state,
        i,
        other.x[from] + offset[0],
        other.y[from] + offset[1],
        other.z[from] + offset[2],
      );
      state.columns.push(
        i,
        (other.x[from] - other.previousX[from]) * inherited,
        (other.y[from] - other.previousY[from]) * inherited,
        (other.z[from] - other.previousZ[from]) * inherited,
      );
    }
  };
}

/** Sends particles from where they are to another control point. */
function moveToPoint(params: Params, slot: number): Initializer {
  const goal = params.point("end control point", 1);
  const speed = [params.number("minimum speed", 1), params.number("maximum speed", 1)] as const;
  const startSpread = params.number("start offset", 0);
  const endSpread = params.number("end spread", 0);
  const direction = new Float64Array(3);
  return (state, first, end) => {
    const { columns, points, step } = state;
    for (let i = first; i < end; i++) {
      chooseDirection(direction, state, i, slot);
      const away = endSpread * randomAt(state, i, slot + 2);
      const x = points.position[goal * 3] + direction[0] * away - columns.x[i];
      const y = points.position[goal * 3 + 1] + direction[1] * away - columns.y[i];
      const z = points.position[goal * 3 + 2] + direction[2] * away - columns.z[i];
      const distance = lengthOf(x, y, z);
      if (distance === 0) continue;
      const pace = spread(randomAt(state, i, slot + 3), speed[0], speed[1], 1);
      if (pace <= 0) continue;
      const ahead = startSpread / distance;
      columns.shift(i, x * ahead, y * ahead, z * ahead);
      const share = (pace * step) / distance;
      columns.push(i, x * share, y * share, z * share);
      columns.lifetime[i] = Math.max(0, distance - startSpread) / pace;
    }
  };
}

/** Maps the distance from a control point to a number. */
function remapDistance(params: Params): Initializer {
  const point = params.point("control point");
  const from = params.number("distance minimum", 0);
  const to = params.number("distance maximum", 128);
  const { field, least, most, isFactor } = readOutput(params);
  const onlyInside = params.bool("only active within specified distance", false);
  return (state, first, end) => {
    const { columns, points } = state;
    const output = columns.scalar(field);
    if (output === null) return;
    for (let i = first; i < end; i++) {
      const distance = lengthOf(
        columns.x[i] - points.position[point * 3],
        columns.y[i] - points.position[point * 3 + 1],
        columns.z[i] - points.position[point * 3 + 2],
      );
      const share = from === to ? (distance >= to ? 1 : 0) : (distance - from) / (to - from);
      if (onlyInside && (share < 0 || share > 1)) continue;
      const mapped = least + (most - least) * clamp01(share);
      output[i] = isFactor ? output[i] * mapped : mapped;
    }
  };
}

export const PLACES: FunctionTable<Initializer> = {
  "position within sphere random": placeInSphere,
  "position within box random": placeInBox,
  "position modify offset random": offsetPlaces,
  "position modify warp random": warpPlaces,
  "position along path sequential": (params, slot) => placeAlongPath(params, slot, true),
  "position along path random": (params, slot) => placeAlongPath(params, slot, false),
  "position from parent particles": placeOnParent,
  "position from parent cache": placeOnParent,
  "move particles between 2 control points": moveToPoint,
  "velocity noise": pushByNoise,
  "remap initial distance to control point to scalar": remapDistance,
  "velocity random"(params, slot) {
    const speed = [params.number("random_speed_min", 0), params.number("random_speed_max", 0)];
    const range: readonly [Vector, Vector] = [
      params.vector("speed_in_local_coordinate_system_min"),
      params.vector("speed_in_local_coordinate_system_max"),
    ];
    const point = params.point("control_point_number");
    const own = new Float64Array(3);
    const direction = new Float64Array(3);
    return (state, first, end) => {
      const { columns, points, step } = state;
      for (let i = first; i < end; i++) {
        chooseDirection(direction, state, i, slot);
        between(own, range, state, i, slot + 3);
        const pace = spread(randomAt(state, i, slot + 2), speed[0], speed[1], 1);
        const [x, y, z] = own;
        columns.push(
          i,
          (direction[0] * pace + points.toWorld(point, 0, x, y, z)) * step,
          (direction[1] * pace + points.toWorld(point, 1, x, y, z)) * step,
          (direction[2] * pace + points.toWorld(point, 2, x, y, z)) * step,
        );
      }
    };
  },
  "velocity inherit from control point"(params) {
    const point = params.point("control point number");
    const scale = params.number("velocity scale", 1);
    return (state, first, end) => {
      const { position, previous } = state.points;
      const at = point * 3;
      for (let i = first; i < end; i++) {
        state.columns.push(
          i,
          (position[at] - previous[at]) * scale,
          (position[at + 1] - previous[at + 1]) * scale,
          (position[at + 2] - previous[at + 2]) * scale,
        );
      }
    };
  },
};
