/** Records what a mixer plays, without an audio device. */

import type { Place, PlayedSound, SoundOutput, Voice } from "../../src/sound/index.ts";

export interface RecordedVoice extends Voice {
  readonly path: string;
  readonly since: number;
  readonly onlyLoops: boolean;
  gain: number;
  rate: number;
  place: Place | null;
  isPaused: boolean;
  isOver: boolean;
}

export class RecordedOutput implements SoundOutput {
  readonly voices: RecordedVoice[] = [];
  readonly reports: string[] = [];
  /** Calls in order: `play a.wav`, `stop a.wav`, `pause a.wav`, `resume a.wav`. */
  readonly events: string[] = [];

  play({ sound, gain, rate, place, since = 0, onlyLoops = false }: PlayedSound): Voice {
    const { events } = this;
    const path = sound.path.replace(/^sound\//, "");
    const note = (event: string): void => void events.push(`${event} ${path}`);
    const voice: RecordedVoice = {
      ...{ path, since, onlyLoops, gain, rate, place, isPaused: false, isOver: false },
      setGain(now) {
        voice.gain = now;
      },
      setRate(now) {
        voice.rate = now;
      },
      setPlace(now) {
        voice.place = now;
      },
      setPaused(isPaused) {
        voice.isPaused = isPaused;
        note(isPaused ? "pause" : "resume");
      },
      stop() {
        voice.isOver = true;
        note("stop");
      },
    };
    this.voices.push(voice);
    const isFresh = since === 0 && !onlyLoops;
    note(isFresh ? "play" : `${onlyLoops ? "loop" : "continue"}@${since.toFixed(2)}`);
    return voice;
  }

  setRoom(): void {}

  report(sentence: string): void {
    this.reports.push(sentence);
  }

  /** Returns the events since the last call. */
  take(): string[] {
    return this.events.splice(0);
  }
}
