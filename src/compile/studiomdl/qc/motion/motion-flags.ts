/** Words of a sequence that only set a bit: `STUDIO_SNAP` and similar. */
export const SEQUENCE_FLAGS: Readonly<Record<string, number>> = {
  snap: 0x2,
  autoplay: 0x8,
  realtime: 0x100,
  hidden: 0x400,
  worldspace: 0x4000 | 0x10,
  worldspaceblend: 0x4000,
};

/** `STUDIO_LOCAL`: the sequence has a local layer. */
export const SEQUENCE_LOCAL = 0x200;
export const SEQUENCE_POST = 0x10;
/** `STUDIO_CYCLEPOSE` */
export const SEQUENCE_CYCLE_POSE = 0x80;

/** `STUDIO_AL_*` bits by the words of `blendlayer`. */
export const LAYER_FLAGS: Readonly<Record<string, number>> = {
  spline: 0x40,
  xfade: 0x80,
  noblend: 0x200,
  local: 0x1000,
};

export const LAYER_LOCAL = LAYER_FLAGS.local;
/** `STUDIO_AL_POSE`: a pose parameter drives the layer. */
export const LAYER_POSE = 0x4000;

/**
 * Returns the words for the set bits; `null` if a bit has no word. In `known`, words for several
 * bits must precede words for one of them.
 */
export function nameFlags(flags: number, known: Readonly<Record<string, number>>): string[] | null {
  let left = flags;
  const names: string[] = [];
  for (const [name, bits] of Object.entries(known)) {
    if ((left & bits) !== bits) continue;
    names.push(name);
    left &= ~bits;
  }
  return left === 0 ? names : null;
}
