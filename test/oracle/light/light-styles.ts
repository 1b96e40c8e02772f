/**
 * What the engine makes of a light style's pattern: `CWorld::Precache` of `game/server/world.cpp` says that `a` is
 * total darkness, and Quake's `R_AnimateLight`, which the engine kept, counts 22 a letter, of which 264 are as
 * bright as what was baked; the letter is that of the whole tenths of a second that have passed.
 */

export function patternBrightness(pattern: string, seconds: number): number {
  const tenths = Math.trunc(seconds * 10);
  const letter = pattern[tenths % pattern.length];
  const value = ("abcdefghijklmnopqrstuvwxyz".indexOf(letter) * 22) | 0;
  return value / 264;
}
