/** Words of a sequence that only set a bit: `STUDIO_SNAP` and its like. */
export const SEQUENCE_FLAGS: Readonly<Record<string, number>> = {
  snap: 0x2,
  autoplay: 0x8,
  realtime: 0x100,
  hidden: 0x400,
  worldspace: 0x4000 | 0x10,
  worldspaceblend: 0x4000,
};

/** `STUDIO_LOCAL`: of a sequence that a layer of its own plays over. */
export const SEQUENCE_LOCAL = 0x200;
export const SEQUENCE_POST = 0x10;
/** `STUDIO_CYCLEPOSE` */
export const SEQUENCE_CYCLE_POSE = 0x80;

/** Words of `blendlayer`: `STUDIO_AL_*`. */
export const LAYER_FLAGS: Readonly<Record<string, number>> = {
  spline: 0x40,
  xfade: 0x80,
  noblend: 0x200,
  local: 0x1000,
};

export const LAYER_LOCAL = LAYER_FLAGS.local;
/** `STUDIO_AL_POSE`: the layer goes by a pose parameter. */
export const LAYER_POSE = 0x4000;

/** The words for the bits that are set, those of more bits first; null where some have none. */
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
