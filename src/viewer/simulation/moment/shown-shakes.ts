/** Shaking of the eye by `env_shake`: `CViewEffects::CalcShake`, view_effects.cpp of Source SDK 2013. */

import type { EyeShake } from "../../../map/motion/view.ts";
import type { MapSimulation } from "../../../simulation/index.ts";

const ONLY_RUMBLES = 32;

/** A shake that began, and that the player feels. */
export interface RunningShake {
  /** Row of the entity: seed of its random numbers. */
  readonly row: number;
  readonly start: number;
  readonly duration: number;
  readonly amplitude: number;
  /** Changes of direction a second. */
  readonly frequency: number;
}

/** Returns `null` for a shake that does not move the eye. */
export function readShake(simulation: MapSimulation, row: number): RunningShake | null {
  const number = (field: string) => Number(simulation.readState(row, field));
  const shake = {
    ...{ row, start: number("start"), duration: number("duration") },
    ...{ amplitude: number("felt"), frequency: number("frequency") },
  };
  const { start, duration, amplitude, frequency } = shake;
  const isStopped = number("order") <= simulation.stoppedShakes;
  if (isStopped || simulation.hasFlag(row, ONLY_RUMBLES) || !simulation.isAlive(row)) return null;
  return start >= 0 && duration > 0 && amplitude > 0 && frequency > 0 ? shake : null;
}

/** Adds a shake at a time in seconds. */
export function addShake(shake: RunningShake, seconds: number, out: EyeShake): void {
  const { row, start, duration, frequency } = shake;
  const age = seconds - start;
  if (age < 0 || age >= duration) return;
  const left = 1 - age / duration;
  // The engine chooses a direction at the first frame after each interval.
  const turn = Math.floor(age * frequency);
  // It lessens the amplitude each frame, which is an exponential.
  const lessened = Math.exp(-turn / frequency / (duration * frequency));
  const amplitude = shake.amplitude * lessened;
  const share = left * left * Math.sin((seconds * frequency) / left) * amplitude;
  out.x += randomOf(row, turn, 0) * share;
  out.y += randomOf(row, turn, 1) * share;
  out.z += randomOf(row, turn, 2) * share;
  out.roll += randomOf(row, turn, 3) * share * 0.25;
}

/** Returns a number from −1 to 1 that depends on its arguments only. */
function randomOf(row: number, turn: number, axis: number): number {
  let hash = Math.imul(row + 1, 0x9e3779b1) ^ Math.imul(turn + 1, 0x85ebca77);
  hash = Math.imul(hash ^ Math.imul(axis + 1, 0xc2b2ae3d), 0x27d4eb2f);
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 0x2c1b3c6d);
  hash ^= hash >>> 12;
  return (hash >>> 0) / 0x7fffffff - 1;
}
