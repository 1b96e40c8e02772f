import type { MdlSequence, SequenceEvent } from "../../formats/studio/animation/animation-types.ts";
import { STUDIO_LOOPING } from "./sequence-flags.ts";

/**
 * What a sequence does after `from` and up to `to` of its cycle; one that goes round does so from the end to the
 * start where `to` lies before `from`.
 * @param out its first rows are written, in the order in which they happen
 * @returns how many
 */
export function eventsBetween(
  { events, flags }: MdlSequence,
  from: number,
  to: number,
  out: SequenceEvent[],
): number {
  const isRound = to < from && (flags & STUDIO_LOOPING) !== 0;
  if (!isRound) return write(events, from, to, out, 0);
  const count = write(events, from, 1, out, 0);
  return write(events, -1, to, out, count);
}

function write(
  events: readonly SequenceEvent[],
  after: number,
  until: number,
  out: SequenceEvent[],
  first: number,
): number {
  let count = first;
  for (let i = 0; i < events.length; i++) {
    if (!(events[i].cycle > after && events[i].cycle <= until)) continue;
    // Files have them in any order; a handful at most.
    let at = count++;
    for (; at > first && out[at - 1].cycle > events[i].cycle; at--) out[at] = out[at - 1];
    out[at] = events[i];
  }
  return count;
}
