/** Makes sounds from sines and noise. All have the rate of `SAMPLE_RATE`. */

import { createRandom } from "../../src/compile/generate/random.ts";
import { SAMPLE_RATE } from "./write-wav.ts";

export const samplesOf = (seconds: number): number => Math.round(seconds * SAMPLE_RATE);

/** Calls `at` with the seconds of each sample. */
export function shape(seconds: number, at: (t: number) => number): Float32Array {
  return Float32Array.from({ length: samplesOf(seconds) }, (_, i) => at(i / SAMPLE_RATE));
}

export const sine = (hertz: number, t: number): number => Math.sin(2 * Math.PI * hertz * t);

/** Fades from 1 to 0 with a time constant; 0 before `start`. */
export const decay = (t: number, start: number, seconds: number): number =>
  t < start ? 0 : Math.exp((start - t) / seconds);

/**
 * Makes noise between two frequencies whose end joins its start: the filters run over the noise
 * twice, and the second round is kept.
 */
export function noiseLoop(
  seconds: number,
  [low, high]: readonly [number, number],
  seed: number,
): Float32Array {
  const random = createRandom(seed);
  const count = samplesOf(seconds);
  const white = Float32Array.from({ length: count }, () => random.between(-1, 1));
  const share = (hertz: number): number => 1 - Math.exp((-2 * Math.PI * hertz) / SAMPLE_RATE);
  const [slow, fast] = [share(low), share(high)];
  const out = new Float32Array(count);
  let [deep, wide, smooth] = [0, 0, 0];
  for (let i = 0; i < count * 2; i++) {
    wide += (white[i % count] - wide) * fast;
    smooth += (wide - smooth) * fast;
    deep += (smooth - deep) * slow;
    out[i % count] = smooth - deep;
  }
  return normalize(out);
}

/** Scales a sound so that its loudest sample is 1. */
export function normalize(samples: Float32Array): Float32Array {
  const most = samples.reduce((loudest, sample) => Math.max(loudest, Math.abs(sample)), 0);
  return samples.map((sample) => sample / (most || 1));
}

/** Adds sounds of one length, each by its loudness. */
export function mixOf(
  ...parts: readonly (readonly [loudness: number, samples: Float32Array])[]
): Float32Array {
  return parts[0][1].map((_, i) =>
    parts.reduce((sum, [loudness, samples]) => sum + loudness * samples[i], 0),
  );
}

/** Multiplies a sound by a curve of its seconds. */
export const modulate = (samples: Float32Array, at: (t: number) => number): Float32Array =>
  samples.map((sample, i) => sample * at(i / SAMPLE_RATE));
