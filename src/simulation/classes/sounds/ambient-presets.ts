/** Presets of `ambient_generic`, by its key `preset` less one: `rgdpvpreset`, sound.cpp of Source SDK 2013. */

/**
 * Keys of the entity that a preset replaces, in their units: pitch, pitchstart, spinup, spindown,
 * health, volstart, fadein, fadeout, lfotype, lforate, lfomodpitch, lfomodvol, cspinup.
 */
export type AmbientPreset = readonly [
  ...[pitch: number, pitchStart: number, spinUp: number, spinDown: number],
  ...[volume: number, startVolume: number, fadeIn: number, fadeOut: number],
  ...[lfoType: number, lfoRate: number, lfoPitch: number, lfoVolume: number],
  spinUps: number,
];

export const AMBIENT_PRESETS: readonly AmbientPreset[] = [
  [255, 75, 95, 95, 10, 1, 50, 95, 0, 0, 0, 0, 0],
  [255, 85, 70, 88, 10, 1, 20, 88, 0, 0, 0, 0, 0],
  [255, 100, 50, 75, 10, 1, 10, 75, 0, 0, 0, 0, 0],
  [100, 100, 0, 0, 10, 1, 90, 90, 0, 0, 0, 0, 0],
  [100, 100, 0, 0, 10, 1, 80, 80, 0, 0, 0, 0, 0],
  [100, 100, 0, 0, 10, 1, 50, 70, 0, 0, 0, 0, 0],
  [100, 100, 0, 0, 5, 1, 40, 50, 1, 50, 0, 10, 0],
  [100, 100, 0, 0, 5, 1, 40, 50, 1, 150, 0, 10, 0],
  [100, 100, 0, 0, 5, 1, 40, 50, 1, 750, 0, 10, 0],
  [128, 100, 50, 75, 10, 1, 30, 40, 2, 8, 20, 0, 0],
  [128, 100, 50, 75, 10, 1, 30, 40, 2, 25, 20, 0, 0],
  [128, 100, 50, 75, 10, 1, 30, 40, 2, 70, 20, 0, 0],
  [50, 50, 0, 0, 10, 1, 20, 50, 0, 0, 0, 0, 0],
  [70, 70, 0, 0, 10, 1, 20, 50, 0, 0, 0, 0, 0],
  [90, 90, 0, 0, 10, 1, 20, 50, 0, 0, 0, 0, 0],
  [120, 120, 0, 0, 10, 1, 20, 50, 0, 0, 0, 0, 0],
  [180, 180, 0, 0, 10, 1, 20, 50, 0, 0, 0, 0, 0],
  [255, 255, 0, 0, 10, 1, 20, 50, 0, 0, 0, 0, 0],
  [200, 75, 90, 90, 10, 1, 50, 90, 2, 100, 20, 0, 0],
  [255, 75, 97, 90, 10, 1, 50, 90, 1, 40, 50, 0, 0],
  [100, 100, 0, 0, 10, 1, 30, 50, 3, 15, 20, 0, 0],
  [160, 160, 0, 0, 10, 1, 50, 50, 3, 500, 25, 0, 0],
  [255, 75, 88, 0, 10, 1, 40, 0, 0, 0, 0, 0, 5],
  [200, 20, 95, 70, 10, 1, 70, 70, 3, 20, 50, 0, 0],
  [180, 100, 50, 60, 10, 1, 40, 60, 2, 90, 100, 100, 0],
  [60, 60, 0, 0, 10, 1, 40, 70, 3, 80, 20, 50, 0],
  [128, 90, 10, 10, 10, 1, 20, 40, 1, 5, 10, 20, 0],
];
