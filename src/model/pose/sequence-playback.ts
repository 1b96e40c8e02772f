/**
 * A sequence over time: where it is, how it fades out when another replaces it, how far it moves its
 * model, and the events that it passes. Nothing allocates after creation.
 */

import type { MdlSequence, SequenceEvent } from "../../formats/studio/animation/animation-types.ts";
import type { MotionInfo } from "../files/studio-model.ts";
import { easeInOut, STUDIO_LOOPING } from "./sequence-flags.ts";

/** Playback state of one sequence. */
export interface Playing {
  sequence: number;
  /** Position in the cycle, 0 to 1; in a looping sequence it wraps. */
  cycle: number;
  /** Factor on the sequence's own speed. */
  rate: number;
  weight: number;
}

interface Fading extends Playing {
  fadeSeconds: number;
  elapsed: number;
}

/** Maximum number of fading sequences; beyond that, the oldest is dropped. */
const MAX_FADES = 8;

/** Replaced sequences that are fading out: `CSequenceTransitioner`. */
export class Fades {
  readonly #rows: Fading[] = Array.from({ length: MAX_FADES }, () => ({
    sequence: 0,
    cycle: 0,
    rate: 1,
    weight: 0,
    fadeSeconds: 0,
    elapsed: 0,
  }));
  #count = 0;

  /** Number of fading sequences, which are sorted oldest first. */
  get count(): number {
    return this.#count;
  }

  at(row: number): Playing {
    return this.#rows[row];
  }

  clear(): void {
    this.#count = 0;
  }

  push({ sequence, cycle, rate }: Playing, fadeSeconds: number): void {
    if (!(fadeSeconds > 0)) return;
    if (this.#count === MAX_FADES) this.#remove(0);
    const row = this.#rows[this.#count++];
    row.sequence = sequence;
    row.cycle = cycle;
    row.rate = rate;
    row.fadeSeconds = fadeSeconds;
    row.elapsed = 0;
    row.weight = 1;
  }

  advance(seconds: number): void {
    for (let i = 0; i < this.#count; ) {
      const row = this.#rows[i];
      row.elapsed += seconds;
      const left = 1 - row.elapsed / row.fadeSeconds;
      row.weight = left > 0 ? easeInOut(left) : 0;
      if (row.weight > 0) i++;
      else this.#remove(i);
    }
  }

  /** Removes a row and keeps its object for reuse after the active rows. */
  #remove(at: number): void {
    const gone = this.#rows[at];
    for (let i = at + 1; i < this.#count; i++) this.#rows[i - 1] = this.#rows[i];
    this.#rows[--this.#count] = gone;
  }
}

// How far an animation moves its model, which poses leave out: `Studio_AnimPosition`,
// `Studio_AnimMovement` and `Studio_SeqMovement` of Valve's public `bone_setup.cpp`. x, y, z in inches
// and degrees about z.

type Moving = Pick<MotionInfo, "movements" | "frameCount">;

/**
 * Writes the model's place at a point of an animation's cycle, which may be below 0 or above 1 in
 * other loops.
 */
function writePlace(out: Float64Array, { movements, frameCount }: Moving, at: number): void {
  out.fill(0);
  const rounds = at > 1 ? Math.trunc(at) : at < 0 ? Math.trunc(at) - 1 : 0;
  const frame = (at - rounds) * (frameCount - 1);
  let before = 0;
  for (let i = 0; i < movements.length; i++) {
    const { endFrame, speed, yaw, vector, position } = movements[i];
    if (endFrame < frame) {
      before = endFrame;
      for (let k = 0; k < 3; k++) out[k] = position[k];
      out[3] = yaw;
      continue;
    }
    // A movement of zero frames applies at once.
    const share = endFrame > before ? (frame - before) / (endFrame - before) : 1;
    const distance = speed[0] * share + 0.5 * (speed[1] - speed[0]) * share * share;
    const last = movements[movements.length - 1];
    for (let k = 0; k < 3; k++) out[k] += distance * vector[k] + rounds * last.position[k];
    out[3] = out[3] * (1 - share) + yaw * share + rounds * last.yaw;
    return;
  }
}

const from = new Float64Array(4);
const to = new Float64Array(4);

/**
 * Moves a place by a sequence's movement between two points of its cycle:
 * `CBaseAnimating::GetIntervalMovement`.
 * @param travel x, y, z and yaw in degrees; updated
 * @param animations table that `corners` refers to
 * @param corners rows of the blended animations
 * @param weights of the corners
 */
export function addMovement(
  travel: Float64Array,
  animations: readonly Moving[],
  corners: Int32Array,
  weights: Float64Array,
  start: number,
  end: number,
): void {
  let x = 0;
  let y = 0;
  let z = 0;
  let yaw = 0;
  for (let i = 0; i < corners.length; i++) {
    const animation = animations[corners[i]];
    const weight = weights[i];
    if (!(weight > 0) || animation.movements.length === 0) continue;
    writePlace(from, animation, start);
    writePlace(to, animation, end);
    // Relative to the direction at the start.
    const back = (-from[3] * Math.PI) / 180;
    const dx = to[0] - from[0];
    const dy = to[1] - from[1];
    x += weight * (dx * Math.cos(back) - dy * Math.sin(back));
    y += weight * (dx * Math.sin(back) + dy * Math.cos(back));
    z += weight * (to[2] - from[2]);
    yaw += weight * (to[3] - from[3]);
  }
  const turn = (travel[3] * Math.PI) / 180;
  travel[0] += x * Math.cos(turn) - y * Math.sin(turn);
  travel[1] += x * Math.sin(turn) + y * Math.cos(turn);
  travel[2] += z;
  travel[3] = (travel[3] + yaw) % 360;
}

/**
 * Finds the events of a sequence after `from` and up to `to` in its cycle. In a loop with `to`
 * before `from`, the range wraps around the end.
 * @param out receives the events, in order of time, in its first rows
 * @returns the number of events
 */
export function eventsBetween(
  { events, flags }: MdlSequence,
  from: number,
  to: number,
  out: SequenceEvent[],
): number {
  const isRound = to < from && (flags & STUDIO_LOOPING) !== 0;
  if (!isRound) return writeEvents(events, from, to, out, 0);
  const count = writeEvents(events, from, 1, out, 0);
  return writeEvents(events, -1, to, out, count);
}

function writeEvents(
  events: readonly SequenceEvent[],
  after: number,
  until: number,
  out: SequenceEvent[],
  first: number,
): number {
  let count = first;
  for (let i = 0; i < events.length; i++) {
    if (!(events[i].cycle > after && events[i].cycle <= until)) continue;
    // Files have at most a handful of events, in any order: insertion sort.
    let at = count++;
    for (; at > first && out[at - 1].cycle > events[i].cycle; at--) out[at] = out[at - 1];
    out[at] = events[i];
  }
  return count;
}
