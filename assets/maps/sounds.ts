/** Places sounds and the soundscapes of rooms. */

import type { Vec3 } from "../../src/compile/generate/brush.ts";
import type { VmfBuilder } from "../../src/compile/generate/rooms.ts";

// Spawnflags of ambient_generic.
const STARTS_SILENT = 16;
const IS_NOT_LOOPING = 32;

interface Ambient {
  readonly file: string;
  readonly origin: Vec3;
  /** Inches within which it is heard. */
  readonly radius: number;
  /** 0 to 10. */
  readonly volume: number;
  /** Name of a sound that an input plays once; others go on all the time. */
  readonly name?: string;
}

const AMBIENTS: readonly Ambient[] = [
  { file: "machine", origin: [1470, -50, 80], radius: 1000, volume: 8 },
  { file: "fountain", origin: [0, 64, 60], radius: 1100, volume: 6 },
  { file: "rain", origin: [-792, -700, 100], radius: 800, volume: 7 },
  { file: "clank", origin: [1320, -92, 34], radius: 1400, volume: 8, name: "press_clank" },
  { file: "click", origin: [-1040, 262, 27], radius: 500, volume: 8, name: "switch_click" },
  { file: "click", origin: [630, 315, 34], radius: 500, volume: 8, name: "lift_click_court" },
  { file: "click", origin: [796, 321, 482], radius: 500, volume: 8, name: "lift_click_roof" },
];

const SOUNDSCAPES: readonly (readonly [name: string, origin: Vec3, radius: number])[] = [
  ["visleaf.court", [0, 200, 160], 1700],
  ["visleaf.court", [1100, 100, 540], 700],
  ["visleaf.court", [-792, -700, 160], 420],
  ["visleaf.hall", [0, -912, 120], 640],
  ["visleaf.hall", [-1150, 110, 120], 620],
  ["visleaf.machines", [1200, 80, 120], 600],
];

export function furnishSounds(map: VmfBuilder): void {
  for (const { file, origin, radius, volume, name } of AMBIENTS) {
    map.addPoint("ambient_generic", origin, {
      ...(name === undefined ? {} : { targetname: name }),
      message: `visleaf/${file}.wav`,
      health: volume,
      radius,
      pitch: 100,
      pitchstart: 100,
      spawnflags: name === undefined ? 0 : STARTS_SILENT | IS_NOT_LOOPING,
    });
  }
  for (const [soundscape, origin, radius] of SOUNDSCAPES) {
    map.addPoint("env_soundscape", origin, { soundscape, radius, StartDisabled: 0 });
  }
}
