/** `STUDIO_*` of sequences and animations, bit after bit from 0x1: Valve's public `studio.h`. */
const NAMES = [
  ...["LOOPING", "SNAP", "DELTA", "AUTOPLAY", "POST", "ALLZEROS", "", "CYCLEPOSE"],
  ...["REALTIME", "LOCAL", "HIDDEN", "OVERRIDE", "ACTIVITY", "EVENT", "WORLD", "NOFORCELOOP"],
  ...["EVENT_CLIENT", "WORLD_AND_RELATIVE"],
];

/** The names of flags; a bit without one as its number, `0x40`. */
export function nameSequenceFlags(flags: number): string[] {
  const names: string[] = [];
  for (let bit = 0; bit < 32; bit++) {
    const value = (1 << bit) >>> 0;
    if ((flags & value) === 0) continue;
    names.push(NAMES[bit] || `0x${value.toString(16)}`);
  }
  return names;
}
