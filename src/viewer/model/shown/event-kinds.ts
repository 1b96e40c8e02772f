/** Classifies sequence events for display. */

import type { SequenceEvent } from "../../../formats/studio/animation/animation-types.ts";

export type EventKind = "sound" | "step" | "other";

export interface SequenceEventInfo extends SequenceEvent {
  readonly kind: EventKind;
}

/** `CL_EVENT_SOUND`, `SCRIPT_EVENT_SOUND`, `SCRIPT_EVENT_SOUND_VOICE`. */
const SOUNDS: ReadonlySet<number> = new Set([5004, 1004, 1008]);
/** `CL_EVENT_FOOTSTEP_*` and `CL_EVENT_MFOOTSTEP_*`, `NPC_EVENT_LEFTFOOT` and `_RIGHTFOOT`. */
const STEPS: ReadonlySet<number> = new Set([6004, 6005, 6006, 6007, 6008, 6009, 2050, 2051]);

/**
 * Classifies by name if there is one, else by number: `eventlist.h`, `cl_animevent.h`,
 * `npcevent.h`, `scriptevent.h`.
 */
export function kindOfEvent({ event, name }: SequenceEvent): EventKind {
  if (name !== "") {
    if (/sound/i.test(name)) return "sound";
    return /foot/i.test(name) ? "step" : "other";
  }
  if (SOUNDS.has(event)) return "sound";
  return STEPS.has(event) ? "step" : "other";
}
