import type { MdlSequence, SequenceEvent } from "../../formats/studio/animation/animation-types.ts";
import { STUDIO_LOOPING } from "./sequence-flags.ts";

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
    // Files have at most a handful of events, in any order: insertion sort.
    let at = count++;
    for (; at > first && out[at - 1].cycle > events[i].cycle; at--) out[at] = out[at - 1];
    out[at] = events[i];
  }
  return count;
}
