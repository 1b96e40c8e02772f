/** Writes WAV files of 8 bits, mono. */

import { concatBytes, encodeInt32 } from "../../src/formats/binary/encode-bytes.ts";

export const SAMPLE_RATE = 11_025;
const PCM = 1;

const encoder = new TextEncoder();
const chunk = (name: string, ...parts: readonly Uint8Array[]): Uint8Array => {
  const bytes = concatBytes(parts);
  const padding = new Uint8Array(bytes.length % 2);
  return concatBytes([encoder.encode(name), encodeInt32(bytes.length), bytes, padding]);
};

/**
 * @param samples -1 to 1; others are clamped
 * @param loops whether games repeat the sound: a cue at its first sample
 */
export function writeWav(samples: Float32Array, loops: boolean): Uint8Array {
  const format = new Uint8Array(16);
  const view = new DataView(format.buffer);
  view.setUint16(0, PCM, true);
  view.setUint16(2, 1, true);
  view.setUint32(4, SAMPLE_RATE, true);
  view.setUint32(8, SAMPLE_RATE, true);
  view.setUint16(12, 1, true);
  view.setUint16(14, 8, true);
  const data = Uint8Array.from(samples, (sample) =>
    Math.round(Math.min(Math.max(sample, -1), 1) * 127 + 128),
  );
  // Number, position, name of the chunk, its start, the block's start, the sample.
  const cue = [encodeInt32(1, 1, 0), encoder.encode("data"), encodeInt32(0, 0, 0)];
  const chunks = [
    chunk("fmt ", format),
    chunk("data", data),
    ...(loops ? [chunk("cue ", ...cue)] : []),
  ];
  const body = concatBytes([encoder.encode("WAVE"), ...chunks]);
  return chunk("RIFF", body);
}
