import { nameFlags } from "./header-flags.ts";

/** `STUDIO_*` of sequences and animations, bit after bit from 0x1: Valve's public `studio.h`. */
const NAMES = [
  ...["LOOPING", "SNAP", "DELTA", "AUTOPLAY", "POST", "ALLZEROS", "", "CYCLEPOSE"],
  ...["REALTIME", "LOCAL", "HIDDEN", "OVERRIDE", "ACTIVITY", "EVENT", "WORLD", "NOFORCELOOP"],
  ...["EVENT_CLIENT", "WORLD_AND_RELATIVE"],
];

/** The names of flags; a bit without one as its number, `0x40`. */
export function nameSequenceFlags(flags: number): string[] {
  return nameFlags(flags, NAMES);
}
