import type { MdlSequence } from "../../formats/studio/animation/animation-types.ts";
import type { Motions } from "../../model/files/studio-model.ts";
import {
  STUDIO_AUTOPLAY,
  STUDIO_DELTA,
  STUDIO_LOOPING,
  STUDIO_OVERRIDE,
} from "../../model/pose/sequence-flags.ts";

/** `STUDIO_HIDDEN`: a sequence that is only part of others. */
const STUDIO_HIDDEN = 0x400;
/** Idle activities such as `ACT_VM_IDLE`, `ACT_GYROSCOPE_IDLE`. */
const IDLES = /^ACT_(\w+_)?IDLE$/i;
/** Variants of idling such as `ACT_IDLE_ANGRY`, `ACT_VM_IDLE_LOWERED`. */
const IDLES_SOMEHOW = /^ACT_(\w+_)?IDLE(_|$)/i;
/** Transitions between sequences: `idletolow`, `ACT_VM_IDLE_TO_LOWERED`, `idle_start`. */
const CHANGES =
  /to(?=_|low|high|idle|walk|run|stand|sit|crouch)|from|start|begin|end(?![a-z])|leave|arrive/i;

/**
 * Returns how much a sequence resembles idling, 0 being best. Among equals, looping sequences come
 * first.
 */
function rankOf({ name, activity, flags }: MdlSequence): number {
  const goesRound = (flags & STUDIO_LOOPING) !== 0 ? 0 : 0.5;
  const changes = CHANGES.test(name) || /_TO_/i.test(activity);
  if (activity === "ACT_IDLE") return 0 + goesRound;
  if (/^idle$/i.test(name)) return 1 + goesRound;
  if (IDLES.test(activity) && !changes) return 2 + goesRound;
  if (/^idle/i.test(name) && !changes) return 3 + goesRound;
  if (IDLES_SOMEHOW.test(activity) && !changes) return 4 + goesRound;
  return (flags & (STUDIO_AUTOPLAY | STUDIO_HIDDEN)) === 0 ? 5 : 6;
}

/**
 * Returns the row of the sequence to show first: an idle sequence, else the first that moves
 * anything; −1 if none. Empty sequences are skipped if there are others.
 */
export function findFirstSequence(sequences: readonly MdlSequence[]): number {
  let found = -1;
  let least = Number.POSITIVE_INFINITY;
  for (const [row, sequence] of sequences.entries()) {
    if ((sequence.flags & STUDIO_DELTA) !== 0 || sequence.blends.length === 0) continue;
    const rank = rankOf(sequence);
    if (rank >= least) continue;
    found = row;
    least = rank;
    if (rank === 0) break;
  }
  return found < 0 && sequences.length > 0 ? 0 : found;
}

/** Whether these sequences already contain the one to show first, whatever sequences follow. */
export function hasFirstSequence(sequences: readonly MdlSequence[]): boolean {
  const isSure = (sequence: MdlSequence) =>
    (sequence.flags & (STUDIO_DELTA | STUDIO_OVERRIDE)) === 0 && rankOf(sequence) === 0;
  return sequences.some(isSure);
}

/**
 * Returns the row of a sequence by number, or by name (ignoring case), or by a name of digits; −1
 * if none.
 */
export function findWanted(
  sequences: readonly MdlSequence[],
  wanted: string | number | undefined,
): number {
  if (wanted === undefined) return -1;
  const name = String(wanted).toLowerCase();
  const row =
    typeof wanted === "number"
      ? wanted
      : sequences.findIndex((sequence) => sequence.name.toLowerCase() === name);
  const found = row < 0 && /^\d+$/.test(name) ? Number(name) : row;
  return found < sequences.length ? found : -1;
}

/**
 * Reads the `.ani` blocks that the first picture needs: for characters they are most of the bytes,
 * and the first picture shows one pose.
 * @param wanted further sequence to play; ignored if it does not exist
 */
export function readFirstBlocks(motions: Motions, wanted?: string | number): Promise<void> {
  const { sequences } = motions;
  const rows = [findFirstSequence(sequences), findWanted(sequences, wanted)];
  for (const [row, { flags }] of sequences.entries()) {
    if ((flags & STUDIO_AUTOPLAY) !== 0) rows.push(row);
  }
  return motions.readBlocks(rows);
}
