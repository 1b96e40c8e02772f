/** Sounds of a map: what entities and soundscapes play, and what of it is heard. No Web Audio. */

export { type SoundingEntity, soundsByMoving } from "./entity-sounds.ts";
export { addGameSounds, type GameSound } from "./game-sounds.ts";
export { MapMixer } from "./map-mixer.ts";
export { listSoundFiles, type MapSounds, readMapSounds } from "./map-sounds.ts";
export { type ModelSounds, readDoorSounds } from "./model-sounds.ts";
export type {
  HeardMap,
  HeardTime,
  Listener,
  Place,
  PlayedSound,
  SoundOutput,
  Voice,
} from "./sound-output.ts";
export type { SoundName } from "./sound-values.ts";
export { type Soundscape, SoundscapeScripts } from "./soundscapes.ts";
