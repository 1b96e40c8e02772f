/** Sounds of a map: what entities and soundscapes play, and what of it is heard. No Web Audio. */

export { addGameSounds, type GameSound } from "./game-sounds.ts";
export {
  type HeardMap,
  type Listener,
  MapMixer,
  type Place,
  type PlayedSound,
  type SoundOutput,
  type Voice,
} from "./map-mixer.ts";
export { listSoundFiles, type MapSounds, readMapSounds } from "./map-sounds.ts";
export type { SoundName } from "./sound-values.ts";
export { type Soundscape, SoundscapeScripts } from "./soundscapes.ts";
