/**
 * Reference of the formula that `shaders/common/geometry/emitter.wgsl` evaluates: place and look of
 * one particle of an emitter at a time. Used by tests and to bound emitters.
 */

import {
  CURVE_ARCH,
  CURVE_FALL,
  CURVE_SMOKE,
  CURVE_WAVE,
  DRAG,
  EMITTER_AROUND_EYE,
  EMITTER_BALL,
  EMITTER_CUBE,
  EMITTER_DRAGGED,
  EMITTER_FROZEN,
  EMITTER_GRID,
  EMITTER_SIZE_BY_DEPTH,
  EMITTER_SIZE_BY_SECONDS,
} from "../map/placed/emitters.ts";
import type { Emitter, ParticleLight, Vector3 } from "./emitter.ts";
import { randomOf } from "./random.ts";

/** Numbers that tell the random numbers of one particle apart. */
export const PURPOSE = {
  angle: 0,
  life: 1,
  spreadRight: 2,
  spreadUp: 3,
  spreadForward: 4,
  boxX: 5,
  boxY: 6,
  boxZ: 7,
  shade: 8,
  size: 9,
  turn: 10,
  turnSpeed: 11,
  burst: 12,
  speed: 13,
} as const;

export interface FormulaParticle {
  readonly position: Vector3;
  /** Inches per second. */
  readonly velocity: Vector3;
  /** Half edge, inches. */
  readonly size: number;
  /** Radians. */
  readonly turn: number;
  /** Stored colour. */
  readonly color: Vector3;
  readonly alpha: number;
  /** Seconds since birth. */
  readonly age: number;
}

/** The eye, as far as the formula needs it. */
export interface FormulaEye {
  readonly position: Vector3;
  /** Depth along the view's axis of a point, inches. */
  readonly depthOf: (point: Vector3) => number;
}

/** A particle's number in its span of emission, and the time of its birth. */
export interface Birth {
  /** Number that the random numbers are drawn by. */
  readonly number: number;
  readonly seconds: number;
}

const wrap = (value: number) => value >>> 0;
const float = new Float32Array(1);
const floatBits = new Uint32Array(float.buffer);

/** Bits of a span's begin, so that particles of different spans differ. */
function bitsOf(begin: number): number {
  float[0] = begin;
  return floatBits[0];
}

/**
 * Returns the birth of the particle in a slot, or `null` if the slot is empty. Slot 0 has the
 * newest particle.
 */
export function findBirth(
  emitter: Emitter,
  spans: readonly (readonly [number, number])[],
  slot: number,
  seconds: number,
): Birth | null {
  const { rate, lifeMax, burst, jitter, seed } = emitter;
  if ((emitter.flags & (EMITTER_GRID | EMITTER_FROZEN)) !== 0) {
    return spans.some(([begin, end]) => seconds >= begin && seconds < end)
      ? { number: slot, seconds: 0 }
      : null;
  }
  let left = Math.floor(slot / burst);
  for (const [begin, end] of spans) {
    if (begin > seconds) continue;
    const newest = Math.floor((Math.min(seconds, end) - begin) * rate);
    const oldest = Math.max(Math.ceil((seconds - lifeMax - jitter - begin) * rate), 0);
    const count = Math.max(newest - oldest + 1, 0);
    if (left >= count) {
      left -= count;
      continue;
    }
    const event = newest - left;
    const number = wrap(event * burst + (slot % burst) + bitsOf(begin));
    const delay =
      jitter > 0 && event > 0
        ? jitter * randomOf(wrap(seed + bitsOf(begin)), wrap(event), PURPOSE.burst)
        : 0;
    return { number, seconds: begin + event / rate + delay };
  }
  return null;
}

/** Returns the alpha's factor at a share of the life. */
export function alphaAt(curve: number, share: number): number {
  const wave = 0.5 - 0.5 * Math.cos(share * Math.PI * 2);
  if (curve === CURVE_SMOKE) return share > 0.5 ? wave * wave : wave;
  if (curve === CURVE_WAVE) return wave;
  if (curve === CURVE_ARCH) return Math.sin(share * Math.PI);
  if (curve === CURVE_FALL) return 1 - share;
  return 1;
}

/** Distance that a dragged particle has moved along an axis. */
function draggedBy(speed: number, wind: number, age: number): number {
  const gap = wind - speed;
  const pulled = Math.min(age, Math.abs(gap) / DRAG);
  return speed * pulled + Math.sign(gap) * DRAG * 0.5 * pulled ** 2 + wind * (age - pulled);
}

/**
 * Turns the horizontal part of a flight. The engine turns each place by a small angle in each frame
 * and then moves it by the unturned velocity: p' = w J p + v + a t, whose solution is below.
 * @returns horizontal place relative to the origin
 */
export function twistedPlace(
  [x, y]: readonly [number, number],
  [vx, vy]: readonly [number, number],
  [ax, ay]: readonly [number, number],
  twist: number,
  age: number,
): [number, number] {
  if (Math.abs(twist) < 1e-4) {
    const half = age * age * 0.5;
    return [x + vx * age + ax * half, y + vy * age + ay * half];
  }
  // Complex numbers: the engine's matrix turns by -twist.
  const w = -twist;
  const c = Math.cos(w * age);
  const s = Math.sin(w * age);
  // (e^(iwt) - 1) / (iw), and (e^(iwt) - 1 - iwt) / (iw)^2.
  const [fx, fy] = [s / w, (1 - c) / w];
  const [gx, gy] = [(1 - c) / (w * w), (w * age - s) / (w * w)];
  return [
    x * c - y * s + vx * fx - vy * fy + ax * gx - ay * gy,
    x * s + y * c + vx * fy + vy * fx + ax * gy + ay * gx,
  ];
}

const mix = (a: number, b: number, part: number) => a + (b - a) * part;
const sum = (...parts: readonly Vector3[]): Vector3 =>
  [0, 1, 2].map((i) => parts.reduce((total, part) => total + part[i], 0)) as unknown as Vector3;
const scaled = (a: Vector3, factor: number): Vector3 => [
  a[0] * factor,
  a[1] * factor,
  a[2] * factor,
];

/** Light of a source at a point: intensity / distance², as `AddLightColor` of `particlesphererenderer.h`. */
function lightFrom(light: ParticleLight | null, point: Vector3): Vector3 {
  if (light === null || light.intensity === 0) return [0, 0, 0];
  const [x, y, z] = sum(point, scaled(light.place, -1));
  const square = x * x + y * y + z * z;
  return scaled(light.color, square > 0.0001 ? light.intensity / square : 1000);
}

/** Returns a particle, or `null` if it is dead or not yet born. */
export function particleAt(
  emitter: Emitter,
  birth: Birth,
  seconds: number,
  eye: FormulaEye,
): FormulaParticle | null {
  const { flags, seed, lifeMin, lifeMax } = emitter;
  const random = (purpose: number) => randomOf(wrap(seed), birth.number, purpose);
  const signed = (purpose: number) => random(purpose) * 2 - 1;
  const stands = (flags & (EMITTER_GRID | EMITTER_FROZEN)) !== 0;
  const age = stands ? seconds : seconds - birth.seconds;
  const life = mix(lifeMin, lifeMax, random(PURPOSE.life));
  if (age < 0 || (!stands && age >= life)) return null;
  const share = stands ? 0 : age / life;
  const moved = (flags & EMITTER_FROZEN) !== 0 ? 0 : age;
  const velocity = velocityOf(emitter, random, signed);
  const [position, speed] =
    (flags & EMITTER_GRID) !== 0
      ? [wanderedTo(emitter, birth.number, seconds), velocity]
      : flightOf(emitter, velocity, random, moved, eye);
  const depth = eye.depthOf(position);
  let alpha = emitter.alpha * alphaAt(stands ? 0 : emitter.curve, share);
  if (emitter.fadeDepth > 0) alpha *= Math.max(1 - depth / emitter.fadeDepth, 0);
  const [nearNone, nearFull] = emitter.near;
  if (nearFull > nearNone) {
    alpha *= Math.min(Math.max((depth - nearNone) / (nearFull - nearNone), 0), 1);
  }
  const grown = (flags & EMITTER_SIZE_BY_SECONDS) !== 0 ? age : share;
  let size = mix(emitter.sizeStart, emitter.sizeEnd, grown);
  size *= mix(emitter.sizeMin, 1, random(PURPOSE.size));
  if ((flags & EMITTER_SIZE_BY_DEPTH) !== 0) size *= Math.max(depth, 0);
  const turn =
    emitter.turn * random(PURPOSE.turn) + emitter.turnSpeed * signed(PURPOSE.turnSpeed) * age;
  return {
    ...{ position, velocity: speed, size: Math.max(size, 0), turn, alpha, age },
    color: colorOf(emitter, random(PURPOSE.shade), share, position),
  };
}

function colorOf(emitter: Emitter, shade: number, share: number, position: Vector3): Vector3 {
  const isGrid = (emitter.flags & EMITTER_GRID) !== 0;
  const part = isGrid ? shade : share;
  const factor = isGrid ? 1 : mix(emitter.shadeMin, 1, shade);
  const own = sum(
    scaled(emitter.colorStart, factor * (1 - part)),
    scaled(emitter.colorEnd, factor * part),
  );
  const lit = sum(own, lightFrom(emitter.ambient, position), lightFrom(emitter.lamp, position));
  return scaled(lit, 1 / Math.max(...lit, 1));
}

type Random = (purpose: number) => number;

function velocityOf(emitter: Emitter, random: Random, signed: Random): Vector3 {
  const { right, up, forward, spread, speed, flags } = emitter;
  const aside = signed(PURPOSE.spreadRight);
  const above = signed(PURPOSE.spreadUp);
  const along = signed(PURPOSE.spreadForward);
  if ((flags & EMITTER_BALL) !== 0) {
    const way = sum(
      ...[scaled(right, aside), scaled(up, above), scaled(forward, along * spread[2])],
      emitter.lamp?.place ?? [0, 0, 0],
    );
    const factor = mix(spread[0], spread[1], random(PURPOSE.speed));
    return scaled(way, factor / Math.max(Math.hypot(...way), 1e-6));
  }
  if ((flags & EMITTER_CUBE) !== 0) {
    const factor = mix(spread[0], spread[1], random(PURPOSE.speed));
    const cube = sum(scaled(right, aside), scaled(up, above), scaled(forward, along));
    return sum(scaled(cube, factor), scaled(forward, speed));
  }
  return sum(
    scaled(right, aside * spread[0]),
    scaled(up, above * spread[1]),
    scaled(forward, speed + along * spread[2]),
  );
}

/** Returns place and velocity after a flight. */
function flightOf(
  emitter: Emitter,
  velocity: Vector3,
  random: Random,
  age: number,
  { position: eye }: FormulaEye,
): [Vector3, Vector3] {
  const { origin, right, up, ring, boxMins, boxSize, acceleration, twist, flags } = emitter;
  const angle = random(PURPOSE.angle) * Math.PI * 2;
  const box: Vector3 = [
    boxMins[0] + boxSize[0] * random(PURPOSE.boxX),
    boxMins[1] + boxSize[1] * random(PURPOSE.boxY),
    boxMins[2] + boxSize[2] * random(PURPOSE.boxZ),
  ];
  const birth = sum(box, scaled(right, Math.cos(angle) * ring), scaled(up, Math.sin(angle) * ring));
  const [vx, vy, vz] = velocity;
  const [ax, ay, az] = acceleration;
  if ((flags & EMITTER_DRAGGED) !== 0) {
    const moved: Vector3 = [draggedBy(vx, ax, age), draggedBy(vy, ay, age), vz * age];
    return [sum(origin, birth, moved), velocity];
  }
  const [x, y] = twistedPlace([birth[0], birth[1]], [vx, vy], [ax, ay], twist, age);
  const z = birth[2] + vz * age + az * age * age * 0.5;
  const now: Vector3 = [vx + ax * age, vy + ay * age, vz + az * age];
  const place = sum(origin, [x, y, z]);
  if ((flags & EMITTER_AROUND_EYE) === 0) return [place, now];
  const copies = place.map((value, axis) => {
    const { volume, period } = emitter;
    const half = period[axis] / 2;
    const least = origin[axis] + half;
    const most = origin[axis] + volume[axis] - half;
    const center = Math.max(Math.min(eye[axis], most), least);
    return value + Math.floor((center - value) / period[axis] + 0.5) * period[axis];
  });
  return [copies as unknown as Vector3, now];
}

/** Returns the place of a grid's particle, which wanders between its cell and the neighbours. */
function wanderedTo(emitter: Emitter, number: number, seconds: number): Vector3 {
  const { cells, boxMins, boxSize, origin, seed, speed } = emitter;
  const [nx, ny] = cells;
  const cell = [number % nx, Math.floor(number / nx) % ny, Math.floor(number / (nx * ny))];
  const step = boxSize.map((size, axis) => size / cells[axis]);
  // The engine's steps last between half of this and all of it.
  const longest = Math.max(...step) / (speed + 0.1);
  const lasts = longest * mix(0.5, 1, randomOf(wrap(seed), number, PURPOSE.life));
  const turns = seconds / lasts + randomOf(wrap(seed), number, PURPOSE.angle);
  const turnNumber = Math.floor(turns);
  const part = 0.5 - 0.5 * Math.cos((turns - turnNumber) * Math.PI);
  const placeIn = (turn: number, axis: number) => {
    const drawn = randomOf(wrap(seed + number), wrap(turn), PURPOSE.boxX + axis);
    const moved = cell[axis] + Math.floor(drawn * 3) - 1;
    const kept = Math.min(Math.max(moved, 0), cells[axis] - 1);
    return origin[axis] + boxMins[axis] + (kept + 0.5) * step[axis];
  };
  return [0, 1, 2].map((axis) =>
    mix(placeIn(turnNumber, axis), placeIn(turnNumber + 1, axis), part),
  ) as unknown as Vector3;
}
