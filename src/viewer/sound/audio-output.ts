/** Plays sounds with Web Audio: files on demand, direction, reverberation. */

import type { Listener, Place, PlayedSound, SoundOutput, Voice } from "../../sound/index.ts";
import type { SoundFile } from "../file/serve-sounds.ts";

/** Decoded sounds that are kept; the oldest unused ones go first. */
const MOST_BYTES = 192 * 2 ** 20;
/** Seconds in which gains and places follow. */
const FOLLOW_SECONDS = 0.03;

export type ReadSound = (path: string) => Promise<SoundFile | null>;

interface KeptSound {
  readonly buffer: Promise<LoopedBuffer | null>;
  byteLength: number;
  users: number;
}

interface LoopedBuffer {
  readonly buffer: AudioBuffer;
  /** Seconds; -1 for no loop. */
  readonly loopSeconds: number;
}

export class AudioOutput implements SoundOutput {
  readonly #context: AudioContext;
  readonly #read: ReadSound;
  readonly #onMissing: (sentence: string) => void;
  readonly #volume: GainNode;
  readonly #wet: GainNode;
  readonly #room: ConvolverNode;
  readonly #kept = new Map<string, KeptSound>();
  readonly #voices = new Set<AudioVoice>();
  #preset = -1;

  /** @param onMissing called once for each file that is missing or damaged */
  constructor(context: AudioContext, read: ReadSound, onMissing: (sentence: string) => void) {
    this.#context = context;
    this.#read = read;
    this.#onMissing = onMissing;
    this.#volume = context.createGain();
    this.#volume.connect(context.destination);
    this.#room = context.createConvolver();
    this.#wet = context.createGain();
    this.#wet.gain.value = 0;
    this.#room.connect(this.#wet).connect(this.#volume);
  }

  setVolume(volume: number): void {
    this.#follow(this.#volume.gain, volume);
  }

  setListener({ place, forward, right }: Listener): void {
    const { listener } = this.#context;
    const up = [
      right[1] * forward[2] - right[2] * forward[1],
      right[2] * forward[0] - right[0] * forward[2],
      right[0] * forward[1] - right[1] * forward[0],
    ];
    // Firefox has no parameters here.
    if (listener.positionX === undefined) {
      listener.setPosition(...place);
      listener.setOrientation(...forward, up[0], up[1], up[2]);
      return;
    }
    const { positionX, positionY, positionZ, forwardX, forwardY, forwardZ } = listener;
    for (const [i, param] of [positionX, positionY, positionZ].entries()) {
      this.#follow(param, place[i]);
    }
    for (const [i, param] of [forwardX, forwardY, forwardZ].entries()) {
      this.#follow(param, forward[i]);
    }
    for (const [i, param] of [listener.upX, listener.upY, listener.upZ].entries()) {
      this.#follow(param, up[i]);
    }
  }

  report(sentence: string): void {
    this.#onMissing(sentence);
  }

  play(played: PlayedSound): Voice {
    const { path } = played.sound;
    const voice = new AudioVoice(this.#context, played, () => {
      this.#voices.delete(voice);
      kept.users--;
      this.#forgetOld();
    });
    voice.output.connect(this.#volume);
    if (!played.sound.isDry) voice.output.connect(this.#room);
    const kept = this.#keep(path);
    kept.users++;
    this.#voices.add(voice);
    kept.buffer.then((sound) => (sound === null ? voice.stop() : voice.start(sound)));
    return voice;
  }

  setRoom(preset: number, volume: number): void {
    const { seconds, wet } = roomOf(preset);
    this.#follow(this.#wet.gain, wet * Math.min(Math.max(volume, 0), 2));
    if (preset === this.#preset || seconds === 0) return;
    this.#preset = preset;
    this.#room.buffer = makeImpulse(this.#context, seconds);
  }

  destroy(): void {
    for (const voice of [...this.#voices]) voice.stop();
    this.#volume.disconnect();
    this.#kept.clear();
  }

  #follow(param: AudioParam, value: number): void {
    param.setTargetAtTime(value, this.#context.currentTime, FOLLOW_SECONDS);
  }

  #keep(path: string): KeptSound {
    let kept = this.#kept.get(path);
    if (kept === undefined) {
      const buffer = this.#load(path);
      kept = { buffer, byteLength: 0, users: 0 };
      const added = kept;
      buffer.then((sound) => {
        if (sound === null) return;
        const { length, numberOfChannels } = sound.buffer;
        added.byteLength = length * numberOfChannels * 4;
        this.#forgetOld();
      });
    } else this.#kept.delete(path);
    // The last used one is at the end.
    this.#kept.set(path, kept);
    return kept;
  }

  #forgetOld(): void {
    let total = 0;
    for (const { byteLength } of this.#kept.values()) total += byteLength;
    for (const [path, { byteLength, users }] of this.#kept) {
      if (total <= MOST_BYTES) return;
      if (users > 0 || byteLength === 0) continue;
      this.#kept.delete(path);
      total -= byteLength;
    }
  }

  async #load(path: string): Promise<LoopedBuffer | null> {
    try {
      const file = await this.#read(path);
      if (file === null) {
        this.#onMissing(`${path} is missing`);
        return null;
      }
      if (file.kind === "encoded") {
        const bytes = new Uint8Array(file.bytes).buffer;
        return { buffer: await this.#context.decodeAudioData(bytes), loopSeconds: -1 };
      }
      const { sampleRate, channels, loopStart } = file;
      if (channels[0].length === 0) return null;
      // Browsers take 3,000 to 768,000 samples a second; slower sounds are played faster.
      const rate = Math.max(sampleRate, 3000);
      const buffer = this.#context.createBuffer(channels.length, channels[0].length, rate);
      for (const [i, samples] of channels.entries()) {
        buffer.copyToChannel(new Float32Array(samples), i);
      }
      return { buffer, loopSeconds: loopStart < 0 ? -1 : loopStart / rate };
    } catch (error) {
      this.#onMissing(`${path}: ${error instanceof Error ? error.message : String(error)}`);
      return null;
    }
  }
}

/** Exported for tests. */
export class AudioVoice implements Voice {
  readonly output: GainNode;
  isOver = false;
  readonly #context: AudioContext;
  readonly #panner: PannerNode | null;
  readonly #onEnd: () => void;
  readonly #onlyLoops: boolean;
  #sound: LoopedBuffer | null = null;
  #source: AudioBufferSourceNode | null = null;
  #rate: number;
  /** Seconds of the file that were played, up to a time of the context. */
  #played: number;
  #playedAt: number;
  #isPaused = false;

  constructor(context: AudioContext, played: PlayedSound, onEnd: () => void) {
    const { gain, rate, place, since = 0, onlyLoops = false } = played;
    this.#context = context;
    this.#onEnd = onEnd;
    this.#onlyLoops = onlyLoops;
    this.#rate = rate;
    this.#played = since * rate;
    this.#playedAt = context.currentTime;
    this.output = context.createGain();
    this.output.gain.value = gain;
    this.#panner = place === null ? null : context.createPanner();
    if (this.#panner === null) return;
    // Distance is part of the gain: the engine's levels are not Web Audio's.
    this.#panner.panningModel = "equalpower";
    this.#panner.distanceModel = "linear";
    this.#panner.rolloffFactor = 0;
    this.#panner.connect(this.output);
    this.setPlace(place);
  }

  /** Begins to play once the file is there. */
  start(sound: LoopedBuffer): void {
    if (this.isOver) return;
    this.#sound = sound;
    // A sound that begins now begins when its file is there; one that goes on has gone on meanwhile.
    if (this.#played === 0) this.#playedAt = this.#context.currentTime;
    else if (!this.#isPaused) this.#advance();
    if (this.#onlyLoops && sound.loopSeconds < 0) this.stop();
    else if (!this.#isPaused) this.#begin(sound);
  }

  setGain(gain: number): void {
    this.output.gain.setTargetAtTime(gain, this.#context.currentTime, FOLLOW_SECONDS);
  }

  setRate(rate: number): void {
    if (rate === this.#rate) return;
    if (this.#source !== null) {
      this.#advance();
      this.#source.playbackRate.value = rate;
    }
    this.#rate = rate;
  }

  setPlace(place: Place | null): void {
    if (this.#panner === null || place === null) return;
    const { positionX, positionY, positionZ } = this.#panner;
    for (const [i, param] of [positionX, positionY, positionZ].entries()) param.value = place[i];
  }

  setPaused(isPaused: boolean): void {
    if (this.isOver || isPaused === this.#isPaused) return;
    this.#isPaused = isPaused;
    if (isPaused) {
      this.#advance();
      this.#endSource();
    } else {
      this.#playedAt = this.#context.currentTime;
      if (this.#sound !== null) this.#begin(this.#sound);
    }
  }

  stop(): void {
    if (this.isOver) return;
    this.isOver = true;
    this.#endSource();
    this.#panner?.disconnect();
    this.output.disconnect();
    this.#onEnd();
  }

  /** Counts what was played up to now. */
  #advance(): void {
    const now = this.#context.currentTime;
    this.#played += (now - this.#playedAt) * this.#rate;
    this.#playedAt = now;
  }

  #begin({ buffer, loopSeconds }: LoopedBuffer): void {
    const { duration } = buffer;
    let from = this.#played;
    if (loopSeconds < 0 && from >= duration) {
      this.stop();
      return;
    }
    const loop = duration - loopSeconds;
    if (from >= duration) from = loopSeconds + ((from - loopSeconds) % loop);
    const source = this.#context.createBufferSource();
    source.buffer = buffer;
    source.playbackRate.value = this.#rate;
    if (loopSeconds >= 0) {
      source.loop = true;
      source.loopStart = loopSeconds;
      source.loopEnd = duration;
    }
    source.onended = () => this.stop();
    source.connect(this.#panner ?? this.output);
    source.start(0, from);
    this.#source = source;
  }

  #endSource(): void {
    if (this.#source === null) return;
    this.#source.onended = null;
    this.#source.stop();
    this.#source.disconnect();
    this.#source = null;
  }
}

interface Room {
  /** Seconds until the reverberation has faded by 60 decibels. */
  readonly seconds: number;
  /** Its share beside the sound itself. */
  readonly wet: number;
}

const NO_ROOM: Room = { seconds: 0, wet: 0 };

/**
 * Rooms by their names in the developer wiki's list of presets; the engine's filters are not public,
 * so size and loudness are chosen by ear from the names.
 */
const ROOMS: readonly Room[] = [
  NO_ROOM,
  { seconds: 0.5, wet: 0.1 }, // 1: generic
  ...rooms(0.35, 0.7, 1.3, 0.3), // 2 to 4: metal, small to large
  ...rooms(0.6, 1.2, 2.2, 0.3), // 5 to 7: tunnel
  ...rooms(0.5, 1, 1.8, 0.25), // 8 to 10: chamber
  ...rooms(0.4, 0.8, 1.4, 0.25), // 11 to 13: bright
  ...rooms(0.4, 0.6, 0.8, 0.35), // 14 to 16: water
  ...rooms(0.4, 0.8, 1.5, 0.25), // 17 to 19: concrete
  ...rooms(0.8, 1.2, 1.6, 0.08), // 20 to 22: outside
  ...rooms(0.9, 1.8, 3, 0.3), // 23 to 25: cavern
  ...rooms(0.5, 1, 2, 0.3), // 26 to 28: weirdo
];

function rooms(small: number, medium: number, large: number, wet: number): readonly Room[] {
  return [small, medium, large].map((seconds) => ({ seconds, wet }));
}

/** Presets above the list (explosions, filters of the player) are no rooms. */
const roomOf = (preset: number): Room => ROOMS[preset] ?? NO_ROOM;

/** Makes noise that fades: the answer of a room to a clap. */
function makeImpulse(context: AudioContext, seconds: number): AudioBuffer {
  const length = Math.ceil(seconds * context.sampleRate);
  const buffer = context.createBuffer(2, length, context.sampleRate);
  let state = 1;
  for (let channel = 0; channel < 2; channel++) {
    const samples = buffer.getChannelData(channel);
    for (let i = 0; i < length; i++) {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      samples[i] = (state / 2 ** 31 - 1) * 10 ** ((-3 * i) / length);
    }
  }
  return buffer;
}
