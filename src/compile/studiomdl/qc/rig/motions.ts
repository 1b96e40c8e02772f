/** `STUDIO_X` and similar bits by their names in scripts: axes of translation or rotation. */
const MOTIONS: Readonly<Record<string, number>> = {
  X: 0x1,
  Y: 0x2,
  Z: 0x4,
  XR: 0x8,
  YR: 0x10,
  ZR: 0x20,
  LX: 0x40,
  LY: 0x80,
  LZ: 0x100,
  LXR: 0x200,
  LYR: 0x400,
  LZR: 0x800,
  LM: 0x1000,
  LQ: 0x2000,
};

/** Bit of rotations that wrap around. */
export const MOTION_LOOPS = 0x40000;
export const MOTION_TURNS = MOTIONS.XR | MOTIONS.YR | MOTIONS.ZR;
export const MOTION_LX = MOTIONS.LX;
export const MOTION_LY = MOTIONS.LY;
export const MOTION_LZ = MOTIONS.LZ;
export const MOTION_LZR = MOTIONS.LZR;
export const MOTION_QUADRATIC = MOTIONS.LQ;

/** Returns `undefined` for an unknown name. */
export function motionOf(name: string): number | undefined {
  const key = name.toUpperCase();
  return Object.hasOwn(MOTIONS, key) ? MOTIONS[key] : undefined;
}

/** Returns the names of all set bits; `null` if a bit has no name. */
export function nameMotions(bits: number): string[] | null {
  const names = Object.keys(MOTIONS).filter((name) => (bits & MOTIONS[name]) !== 0);
  const all = names.reduce((sum, name) => sum | MOTIONS[name], 0);
  return all === bits ? names : null;
}
