/**
 * Decodes Microsoft's ADPCM: four bits a sample, in blocks that start with two whole samples. The
 * format is described in Microsoft's "Multimedia Data Standards Update" of 1994.
 */

import { wavFault } from "./wav-fault.ts";

/** Factors by which each nibble changes the step, in 256ths. */
const STEP_CHANGE = [
  ...[230, 230, 230, 230, 307, 409, 512, 614],
  ...[768, 614, 512, 409, 307, 230, 230, 230],
];
const LEAST_STEP = 16;
/** Predictor, step and two samples of a channel, at the start of a block. */
const CHANNEL_HEAD_BYTES = 7;
/** Files have 7 pairs; the count is one byte in a block. */
const MOST_PAIRS = 256;

export interface AdpcmShape {
  readonly channelCount: number;
  readonly blockBytes: number;
  /** Two a predictor, in 256ths: factors of the last sample and of the one before. */
  readonly factors: Int16Array;
}

/** Reads what a chunk `fmt ` says of the blocks. Throws FormatError (WAV). */
export function readAdpcmFormat(
  view: DataView,
  { at, byteLength }: { readonly at: number; readonly byteLength: number },
  channelCount: number,
  blockBytes: number,
): AdpcmShape {
  if (byteLength < 22) throw wavFault("truncated", "fmt ", at, "22 bytes", byteLength);
  if (channelCount > 2) {
    throw wavFault("unsupported", "fmt ", at + 2, "ADPCM of one or two channels", channelCount);
  }
  if (blockBytes < channelCount * CHANNEL_HEAD_BYTES) {
    const expected = `blocks of ${channelCount * CHANNEL_HEAD_BYTES} bytes or more`;
    throw wavFault("bad-value", "fmt ", at + 12, expected, blockBytes);
  }
  const pairs = view.getUint16(at + 20, true);
  if (pairs < 1 || pairs > MOST_PAIRS || 22 + pairs * 4 > byteLength) {
    throw wavFault("bad-value", "fmt ", at + 20, "the predictors' count", pairs);
  }
  const factors = new Int16Array(pairs * 2);
  for (let i = 0; i < factors.length; i++) factors[i] = view.getInt16(at + 22 + i * 2, true);
  return { channelCount, blockBytes, factors };
}

/** Decodes all blocks; the last may be short. Throws FormatError (WAV) `bad-value`. */
export function decodeAdpcm(bytes: Uint8Array, shape: AdpcmShape): Float32Array[] {
  const { channelCount, blockBytes, factors } = shape;
  const headBytes = channelCount * CHANNEL_HEAD_BYTES;
  const framesOf = (byteLength: number): number =>
    byteLength < headBytes ? 0 : 2 + Math.floor(((byteLength - headBytes) * 2) / channelCount);
  const whole = Math.floor(bytes.length / blockBytes);
  const frameCount = whole * framesOf(blockBytes) + framesOf(bytes.length % blockBytes);
  const channels = Array.from({ length: channelCount }, () => new Float32Array(frameCount));
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

  let frame = 0;
  for (let block = 0; block < bytes.length; block += blockBytes) {
    const blockFrames = framesOf(Math.min(blockBytes, bytes.length - block));
    if (blockFrames === 0) break;
    for (let channel = 0; channel < channelCount; channel++) {
      const out = channels[channel];
      const predictor = bytes[block + channel];
      if (predictor * 2 >= factors.length) {
        const expected = `a predictor below ${factors.length / 2}`;
        throw wavFault("bad-value", "data", block + channel, expected, predictor);
      }
      const head = block + channelCount + channel * 2;
      let step = view.getInt16(head, true);
      let last = view.getInt16(head + channelCount * 2, true);
      let before = view.getInt16(head + channelCount * 4, true);
      out[frame] = before / 2 ** 15;
      out[frame + 1] = last / 2 ** 15;
      const ofLast = factors[predictor * 2];
      const ofBefore = factors[predictor * 2 + 1];
      for (let i = 2; i < blockFrames; i++) {
        // Nibbles of both channels take turns, the high one first.
        const nibble = (i - 2) * channelCount + channel;
        const byte = bytes[block + headBytes + (nibble >> 1)];
        const code = (nibble & 1) === 0 ? byte >> 4 : byte & 15;
        const signed = code < 8 ? code : code - 16;
        const predicted = Math.trunc((last * ofLast + before * ofBefore) / 256);
        const sample = Math.max(-32768, Math.min(32767, predicted + signed * step));
        step = Math.max(LEAST_STEP, Math.floor((STEP_CHANGE[code] * step) / 256));
        // Steps of damaged files would grow without bound.
        step = Math.min(step, 2 ** 20);
        before = last;
        last = sample;
        out[frame + i] = sample / 2 ** 15;
      }
    }
    frame += blockFrames;
  }
  return channels;
}
