import { describe, expect, it } from "vitest";
import { bias, ramp, smooth, strengthAt } from "../../../src/particles/systems/curves.ts";
import { noise } from "../../../src/particles/systems/noise.ts";
import { STEP_SECONDS as STEP } from "../../../src/particles/systems/running-system.ts";
import { color, int } from "../../formats/pcf/make-dmx.ts";
import { type Functions, ONE, playMade } from "./run-made.ts";

/** Plays one particle with further functions, to a time, and returns its columns. */
function at(seconds: number, more: Functions) {
  const made = { ...ONE, ...more, initializers: { ...ONE.initializers, ...more.initializers } };
  const player = playMade(made);
  player.seek(seconds);
  return player.root.columns;
}

/** Number of the step that shows a time. */
const stepsTo = (seconds: number) => Math.floor(seconds / STEP) + 1;

describe("operators", () => {
  it("Lifespan Decay kills at the end of the lifetime, and only then", () => {
    const decay = { operators: { "Lifespan Decay": {} } };
    expect(at(1.98, decay).count).toBe(1);
    expect(at(2.02, decay).count).toBe(0);
    expect(at(9, {}).count).toBe(1);
  });

  it("Movement Basic adds gravity to the velocity in each step", () => {
    const columns = at(0.9, { operators: { "Movement Basic": { gravity: [0, 0, -100] } } });
    const n = stepsTo(0.9);
    expect(columns.z[0]).toBeCloseTo((-100 * STEP ** 2 * n * (n + 1)) / 2, 3);
    expect(columns.x[0]).toBe(0);
  });

  it("Movement Basic keeps the rest of the velocity that drag leaves in a thirtieth of a second", () => {
    const columns = at(0.9, {
      initializers: {
        "Position Within Sphere Random": {
          speed_in_local_coordinate_system_min: [10, 0, 0],
          speed_in_local_coordinate_system_max: [10, 0, 0],
        },
      },
      operators: { "Movement Basic": { drag: 0.1 } },
    });
    const kept = 0.9 ** (STEP * 30);
    let x = 0;
    for (let i = 1; i <= stepsTo(0.9); i++) x += 10 * STEP * kept ** i;
    expect(columns.x[0]).toBeCloseTo(x, 4);
  });

  it("Radius Scale scales the initial radius over a part of the lifetime", () => {
    const scaled = (seconds: number, more = {}) =>
      at(seconds, {
        params: { radius: 8 },
        operators: {
          "Radius Scale": {
            start_time: 0.25,
            end_time: 0.75,
            radius_start_scale: 1,
            radius_end_scale: 3,
            ...more,
          },
        },
      }).radius[0];
    expect(scaled(0.2)).toBe(8);
    expect(scaled(1.9)).toBe(24);
    const share = (stepsTo(1) * STEP) / 2;
    expect(scaled(1)).toBeCloseTo(8 * (1 + (2 * (share - 0.25)) / 0.5), 4);
    expect(scaled(1, { ease_in_and_out: true })).toBeCloseTo(
      8 * (1 + 2 * smooth((share - 0.25) / 0.5)),
      4,
    );
    expect(scaled(1, { scale_bias: 0.75 })).toBeCloseTo(
      8 * (1 + 2 * bias((share - 0.25) / 0.5, 0.75)),
      4,
    );
  });

  it("Alpha Fade In and Out Random work in lifetimes or in seconds", () => {
    const fades = (isShare: boolean) => ({
      operators: {
        "Alpha Fade In Random": {
          "fade in time min": 0.4,
          "fade in time max": 0.4,
          "proportional 0/1": isShare,
        },
        "Alpha Fade Out Random": {
          "fade out time min": 0.5,
          "fade out time max": 0.5,
          "proportional 0/1": isShare,
        },
      },
    });
    const age = (seconds: number) => stepsTo(seconds) * STEP;
    expect(at(0.4, fades(true)).alpha[0]).toBeCloseTo(smooth(age(0.4) / 2 / 0.4), 4);
    expect(at(0.3, fades(false)).alpha[0]).toBeCloseTo(smooth(age(0.3) / 0.4), 4);
    // The last step of the fade-in stays, up to 1.
    expect(at(0.9, fades(true)).alpha[0]).toBeCloseTo(1, 2);
    expect(at(1.6, fades(true)).alpha[0]).toBeCloseTo(smooth((1 - age(1.6) / 2) / 0.5), 4);
    expect(at(1.4, fades(false)).alpha[0]).toBeCloseTo(1, 2);
    expect(at(1.6, fades(false)).alpha[0]).toBeCloseTo(smooth((2 - age(1.6)) / 0.5), 4);
  });

  it("Alpha Fade and Decay fades from and to its values, and kills", () => {
    const fade = {
      operators: {
        "Alpha Fade and Decay": {
          start_alpha: 0.5,
          end_alpha: 0.2,
          end_fade_in_time: 0.25,
          start_fade_out_time: 0.5,
          end_fade_out_time: 0.75,
        },
      },
    };
    const age = stepsTo(0.25) * STEP;
    expect(at(0.25, fade).alpha[0]).toBeCloseTo(0.5 + 0.5 * smooth(age / 2 / 0.25), 4);
    expect(at(0.9, fade).alpha[0]).toBe(1);
    expect(at(1.6, fade).alpha[0]).toBeCloseTo(0.2, 5);
    expect(at(2.1, fade).count).toBe(0);
  });

  it("Color Fade mixes the initial colour with another", () => {
    const columns = at(1, {
      params: { color: color(255, 0, 0, 255) },
      operators: { "Color Fade": { color_fade: color(0, 0, 255, 255), ease_in_and_out: false } },
    });
    const share = (stepsTo(1) * STEP) / 2;
    expect(columns.red[0]).toBeCloseTo(1 - share, 5);
    expect(columns.blue[0]).toBeCloseTo(share, 5);
  });

  it("Rotation Spin Roll turns until a share of the lifetime, not below the least rate", () => {
    const turned = (stop: number, least = 0) =>
      at(1.5, {
        operators: {
          "Rotation Spin Roll": {
            spin_rate_degrees: int(90),
            spin_rate_min: int(least),
            spin_stop_time: stop,
          },
        },
      }).rotation[0];
    expect(turned(0)).toBeCloseTo((Math.PI / 2) * STEP * stepsTo(1.5), 4);
    // The rate falls from 90 degrees to 0 within a second: half a second's turn.
    expect(turned(0.5)).toBeCloseTo(Math.PI / 4, 1);
    expect(turned(0.5, 90)).toBeCloseTo((Math.PI / 2) * STEP * stepsTo(1.5), 4);
  });

  it("Oscillate Scalar swings around the initial value", () => {
    const swing = {
      "oscillation field": int(3),
      "oscillation rate min": 4,
      "oscillation rate max": 4,
      "proportional 0/1": false,
    };
    const radiusAt = (seconds: number) =>
      at(seconds, { params: { radius: 5 }, operators: { "Oscillate Scalar": swing } }).radius[0];
    // The integral of 4 cos(2 pi t).
    expect(radiusAt(0.24)).toBeCloseTo(5 + 4 / (2 * Math.PI), 1);
    expect(radiusAt(0.74)).toBeCloseTo(5 - 4 / (2 * Math.PI), 1);
    expect(radiusAt(0.99)).toBeCloseTo(5, 1);
  });

  it("Movement Max Velocity and Dampen slow particles down", () => {
    const fast = {
      "Position Within Sphere Random": {
        speed_in_local_coordinate_system_min: [100, 0, 0] as const,
        speed_in_local_coordinate_system_max: [100, 0, 0] as const,
      },
    };
    const limited = at(0.9, {
      initializers: fast,
      operators: { "Movement Basic": {}, "Movement Max Velocity": { "Maximum Velocity": 10 } },
    });
    expect(limited.x[0]).toBeCloseTo(10 * STEP * stepsTo(0.9), 3);
    const damped = at(0.9, {
      initializers: fast,
      operators: {
        "Movement Basic": {},
        "Movement Dampen Relative to Control Point": { "falloff range": 50 },
      },
    });
    expect(damped.x[0]).toBeLessThan(50);
  });

  it("Color Light From Control Point lights by distance, and keeps a part of the initial colour", () => {
    const lit = (distance: number, bias = 0) =>
      at(0.1, {
        params: { color: color(255, 255, 255, 255) },
        initializers: {
          "Position Modify Offset Random": {
            "offset min": [distance, 0, 9],
            "offset max": [distance, 0, 9],
          },
        },
        operators: {
          "Color Light From Control Point": {
            "Light 1 Control Point Offset": [0, 0, 9],
            "Light 1 Color": color(255, 0, 0, 255),
            "Light 1 50% Distance": 100,
            "Light 1 0% Distance": 300,
            "Initial Color Bias": bias,
          },
        },
      });
    const reds = [0, 50, 100, 200, 300].map((distance) => lit(distance).red[0]);
    expect(reds).toEqual([1, 0.75, 0.5, 0.25, 0]);
    expect([lit(100, 0.5).red[0], lit(100, 0.5).green[0]]).toEqual([0.75, 0.5]);
  });

  it("Cull Random kills about its share", () => {
    const player = playMade({
      ...ONE,
      emitters: { emit_instantaneously: { num_to_emit: int(1000) } },
      operators: { "Cull Random": { "Cull Percentage": 0.3, "Cull End Time": 0.5 } },
    });
    player.seek(1.5);
    expect(player.root.columns.count).toBeGreaterThan(640);
    expect(player.root.columns.count).toBeLessThan(760);
  });
});

describe("forces and constraints", () => {
  const still = {
    "Position Modify Offset Random": { "offset min": [10, 0, 0], "offset max": [10, 0, 0] },
  } as const;

  it("twist around axis pushes along the circle, right-handed", () => {
    const columns = at(0.06, {
      initializers: still,
      operators: { "Movement Basic": {} },
      forces: { "twist around axis": { "amount of force": 100, "twist axis": [0, 0, 2] } },
    });
    expect(columns.y[0]).toBeGreaterThan(0.1);
    expect(columns.x[0]).toBeCloseTo(10, 1);
  });

  it("Pull towards control point falls off with its power of the distance", () => {
    const moved = (power: number) =>
      10 -
      at(0.01, {
        initializers: still,
        operators: { "Movement Basic": {} },
        forces: {
          "Pull towards control point": { "amount of force": 1000, "falloff power": power },
        },
      }).x[0];
    expect(moved(0)).toBeCloseTo(1000 * STEP ** 2, 4);
    expect(moved(1)).toBeCloseTo(100 * STEP ** 2, 5);
  });

  it("keep distances and the side of a plane", () => {
    const far = at(0, {
      initializers: still,
      operators: { "Movement Basic": {} },
      constraints: { "Constrain distance to control point": { "maximum distance": 4 } },
    });
    expect(far.x[0]).toBeCloseTo(4, 5);
    const falling = at(0.9, {
      operators: { "Movement Basic": { gravity: [0, 0, -100] } },
      constraints: {
        "Prevent passing through a plane": {
          "plane normal": [0, 0, -1],
          "plane point": [0, 0, -3],
        },
      },
    });
    expect(falling.z[0]).toBeCloseTo(-3, 5);
  });
});

describe("initializers", () => {
  const many = (more: Functions["initializers"], params: Functions["params"] = {}) => {
    const player = playMade({
      params: { max_particles: int(2000), ...params },
      emitters: { emit_instantaneously: { num_to_emit: int(2000) } },
      initializers: more,
    });
    player.seek(0);
    return player.root.columns;
  };
  const meanOf = (column: Float32Array) =>
    column.reduce((sum, one) => sum + one, 0) / column.length;

  it("Position Within Sphere Random fills the shell evenly, with biased axes", () => {
    const shell = many({ "Position Within Sphere Random": { distance_min: 10, distance_max: 20 } });
    const distances = shell.x.map((x, i) => Math.hypot(x, shell.y[i], shell.z[i]));
    expect(Math.min(...distances)).toBeGreaterThanOrEqual(9.999);
    expect(Math.max(...distances)).toBeLessThanOrEqual(20.001);
    expect(meanOf(shell.x)).toBeCloseTo(0, -1);
    const flat = many({
      "Position Within Sphere Random": { distance_max: 20, distance_bias: [1, 1, 0] },
    });
    expect(flat.z.every((z) => z === 0)).toBe(true);
    const upper = many({
      "Position Within Sphere Random": {
        distance_max: 20,
        distance_bias_absolute_value: [0, 0, 1],
      },
    });
    expect(upper.z.every((z) => z >= 0)).toBe(true);
  });

  it("spread numbers between their limits, with exponents", () => {
    const columns = many({
      "Radius Random": { radius_min: 2, radius_max: 6, radius_random_exponent: 2 },
      "Alpha Random": { alpha_min: int(51), alpha_max: int(255) },
      "Sequence Random": { sequence_min: int(2), sequence_max: int(4) },
      "Rotation Random": { rotation_initial: 10, rotation_offset_min: 0, rotation_offset_max: 80 },
    });
    expect(meanOf(columns.radius)).toBeCloseTo(2 + 4 / 3, 0);
    expect(meanOf(columns.alpha)).toBeCloseTo(0.6, 1);
    expect([...new Set(columns.sequence)].sort()).toEqual([2, 3, 4]);
    expect(Math.min(...columns.rotation)).toBeGreaterThanOrEqual((10 * Math.PI) / 180 - 1e-6);
    expect(Math.max(...columns.rotation)).toBeLessThanOrEqual(Math.PI / 2 + 1e-6);
  });

  it("Position Modify Warp Random scales distances from the control point", () => {
    const columns = many({
      "Position Within Sphere Random": { distance_min: 10, distance_max: 10 },
      "Position Modify Warp Random": { "warp min": [0.5, 1, 1], "warp max": [0.5, 1, 1] },
    });
    expect(Math.max(...columns.x)).toBeCloseTo(5, 0);
    expect(Math.max(...columns.y)).toBeCloseTo(10, 0);
  });

  it("Position Along Path Sequential runs from one control point to another and back", () => {
    const player = playMade({
      emitters: { emit_instantaneously: { num_to_emit: int(6) } },
      initializers: {
        "Position Along Path Sequential": {
          "end control point number": int(1),
          "particles to map from start to end": 4,
          "restart behavior (0 = bounce, 1 = loop )": false,
        },
      },
    });
    player.points.place(1, 30, 0, 0);
    player.seek(0);
    expect([...player.root.columns.x.subarray(0, 6)].map(Math.round)).toEqual([
      0, 10, 20, 30, 20, 10,
    ]);
  });

  it("remap initial scalar maps the creation time, also as a factor", () => {
    const player = playMade({
      params: { radius: 4 },
      emitters: { emit_continuously: { emission_rate: 10 } },
      initializers: {
        "remap initial scalar": {
          "input field": int(8),
          "input maximum": 2,
          "output field": int(3),
          "output minimum": 1,
          "output maximum": 3,
          "output is scalar of initial random range": true,
        },
      },
    });
    player.seek(1.05);
    const { radius, count } = player.root.columns;
    expect(count).toBe(10);
    expect(radius[0]).toBeCloseTo(4 * (1 + 0.1), 4);
    expect(radius[9]).toBeCloseTo(4 * (1 + 1), 4);
  });

  it("turn velocities and offsets by the axes of the control point", () => {
    const player = playMade({
      ...ONE,
      initializers: {
        "Position Modify Offset Random": {
          "offset min": [5, 0, 0],
          "offset max": [5, 0, 0],
          "offset in local space 0/1": true,
        },
      },
    });
    // Forward is north, left is west.
    player.points.turn(0, [0, 1, 0, -1, 0, 0, 0, 0, 1]);
    player.seek(0);
    const { x, y } = player.root.columns;
    expect([x[0], y[0]]).toEqual([0, 5]);
  });
});

describe("curves", () => {
  it("fade in and out once, or in cycles", () => {
    const fade = { startIn: 1, endIn: 2, startOut: 3, endOut: 5, cycle: 0 };
    expect([0.5, 1.5, 2.5, 4, 6].map((time) => strengthAt(fade, time))).toEqual([
      0, 0.5, 1, 0.5, 0,
    ]);
    const cycle = { startIn: 0.25, endIn: 0.25, startOut: 0.75, endOut: 0.75, cycle: 4 };
    expect([0.9, 1.1, 2.9, 3.1, 5.1].map((time) => strengthAt(cycle, time))).toEqual([
      0, 1, 1, 0, 1,
    ]);
    expect(strengthAt(null, 7)).toBe(1);
  });

  it("bend ramps", () => {
    expect([ramp(2, 4, 3), ramp(2, 2, 1), ramp(2, 2, 2)]).toEqual([0.5, 0, 1]);
    expect(bias(0.5, 0.75)).toBeCloseTo(0.75, 6);
    expect(bias(0.5, 0.25)).toBeCloseTo(0.25, 6);
  });

  it("noise is smooth, within −1 to 1, and passes lattice values", () => {
    let [least, most] = [1, -1];
    for (let i = 0; i < 2000; i++) {
      const value = noise(i * 0.37, i * 0.11, 4);
      expect(Math.abs(noise(i * 0.37 + 1e-4, i * 0.11, 4) - value)).toBeLessThan(1e-3);
      least = Math.min(least, value);
      most = Math.max(most, value);
    }
    expect(least).toBeGreaterThanOrEqual(-1);
    expect(least).toBeLessThan(-0.5);
    expect(most).toBeGreaterThan(0.5);
    expect(most).toBeLessThanOrEqual(1);
  });
});
