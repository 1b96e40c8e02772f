/** Sounds, and the scripts that say which are played. */

import { decodeText } from "../../../src/formats/keyvalues/decode-text.ts";
import { parseWav } from "../../../src/formats/wav/parse-wav.ts";
import { addGameSounds } from "../../../src/sound/game-sounds.ts";
import { SoundscapeScripts } from "../../../src/sound/soundscapes.ts";
import { ADPCM_MONO, ADPCM_STEREO } from "../../formats/wav/samples.ts";
import type { Target } from "./target.ts";

const SCRIPT = `hall {
  dsp 5
  playlooping { volume "0.5, 0.6" pitch 90 attenuation 0.5 position 1 wave "*hall.wav" }
  playrandom { time "5,9" volume 1 soundlevel SNDLVL_80dB position random rndwave { wave a.wav } }
  playsoundscape { name yard volume 0.5 positionoverride 2 }
}
yard { playsoundscape { name hall } }
`;

function readWav(bytes: Uint8Array, look: () => void): void {
  const { channels, sampleRate, loopStart } = parseWav(bytes);
  look();
  const [{ length }] = channels;
  if (channels.some((one) => one.length !== length)) throw new Error("channels differ in length");
  if (sampleRate < 1 || loopStart < -1 || loopStart >= Math.max(length, 1)) {
    throw new Error("the loop or the rate is out of bounds");
  }
  for (const channel of channels) {
    if (!channel.every(Number.isFinite)) throw new Error("a sample is no number");
  }
}

function readScript(bytes: Uint8Array, look: () => void): void {
  const text = decodeText(bytes);
  const scripts = new SoundscapeScripts();
  scripts.add(text);
  addGameSounds(new Map(), text);
  look();
  for (const name of ["hall", "yard"]) scripts.find(name);
}

export const SOUND_TARGETS: readonly Target[] = [
  {
    name: "wav",
    does: "sounds: plain samples and Microsoft's ADPCM, with their loops",
    code: ["src/formats/wav/"],
    form: "bytes",
    files: [".wav"],
    seeds: () => [ADPCM_MONO, ADPCM_STEREO],
    read: readWav,
  },
  {
    name: "soundscapes",
    does: "scripts of soundscapes and game sounds, and soundscapes with all that they include",
    code: ["src/sound/soundscapes.ts", "src/sound/game-sounds.ts", "src/sound/sound-values.ts"],
    form: "text",
    files: [],
    seeds: () => [new TextEncoder().encode(SCRIPT)],
    read: readScript,
  },
];
