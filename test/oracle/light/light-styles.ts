/**
 * Brightness of a light style's pattern. `CWorld::Precache` of `game/server/world.cpp` states that
 * `a` is total darkness. Quake's `R_AnimateLight`, which the engine kept, counts 22 per letter,
 * with 264 for the baked brightness. The letter is chosen by whole tenths of a second.
 */

export function patternBrightness(pattern: string, seconds: number): number {
  const tenths = Math.trunc(seconds * 10);
  const letter = pattern[tenths % pattern.length];
  const value = ("abcdefghijklmnopqrstuvwxyz".indexOf(letter) * 22) | 0;
  return value / 264;
}
