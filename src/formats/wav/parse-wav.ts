/** Reads a WAV. */

import { decodeAdpcm, readAdpcmFormat } from "./decode-adpcm.ts";
import { wavFault } from "./wav-fault.ts";

export interface WavSound {
  /** Samples a second. */
  readonly sampleRate: number;
  /** Samples of each channel, -1 to 1; all of one length. */
  readonly channels: readonly Float32Array[];
  /**
   * First sample of the loop; -1 if the sound plays once. The engine repeats from here to the end
   * of the sound.
   */
  readonly loopStart: number;
}

const PCM = 1;
const ADPCM = 2;
const FLOAT = 3;
/** The format is the first number of a GUID further on. */
const EXTENSIBLE = 0xfffe;

/** Mono, stereo, and up to 7.1. */
const MOST_CHANNELS = 8;
const MOST_RATE = 192_000;

interface Chunk {
  readonly at: number;
  readonly byteLength: number;
}

/** Whether bytes start as a WAV does. */
export function isWav(bytes: Uint8Array): boolean {
  return bytes.length >= 12 && textAt(bytes, 0) === "RIFF" && textAt(bytes, 8) === "WAVE";
}

/**
 * Reads a sound of 8, 16, 24 or 32 bits, of 32-bit floats, or in Microsoft's ADPCM. The loop starts
 * at the first point of the chunk `cue `, else at the first loop of `smpl`, as for the engine. Data
 * that is cut short ends the sound early.
 *
 * @throws FormatError (WAV): `bad-magic`, `truncated`, `bad-value`, `unsupported`
 */
export function parseWav(bytes: Uint8Array): WavSound {
  if (!isWav(bytes)) {
    throw wavFault("bad-magic", "header", 0, "RIFF and WAVE", textAt(bytes, 0));
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const chunks = findChunks(bytes, view);
  const format = chunks.get("fmt ");
  const data = chunks.get("data");
  if (format === undefined || format.byteLength < 16) {
    throw wavFault("truncated", "fmt ", format?.at ?? 12, "16 bytes", "the end");
  }
  if (data === undefined) throw wavFault("truncated", "data", 12, "a chunk of samples", "none");

  const tag = view.getUint16(format.at, true);
  const isExtended = tag === EXTENSIBLE && format.byteLength >= 26;
  const kind = isExtended ? view.getUint16(format.at + 24, true) : tag;
  const channelCount = view.getUint16(format.at + 2, true);
  const sampleRate = view.getUint32(format.at + 4, true);
  const blockBytes = view.getUint16(format.at + 12, true);
  const bits = view.getUint16(format.at + 14, true);
  if (channelCount < 1 || channelCount > MOST_CHANNELS) {
    const expected = `1 to ${MOST_CHANNELS} channels`;
    throw wavFault("bad-value", "fmt ", format.at + 2, expected, channelCount);
  }
  if (sampleRate < 1 || sampleRate > MOST_RATE) {
    const expected = `1 to ${MOST_RATE} samples a second`;
    throw wavFault("bad-value", "fmt ", format.at + 4, expected, sampleRate);
  }

  const samples = bytes.subarray(data.at, data.at + data.byteLength);
  let channels: Float32Array[];
  if (kind === ADPCM) {
    const shape = readAdpcmFormat(view, format, channelCount, blockBytes);
    const fact = chunks.get("fact");
    // Blocks are padded; this chunk has the sound's own length.
    const most =
      fact === undefined || fact.byteLength < 4
        ? Number.POSITIVE_INFINITY
        : view.getUint32(fact.at, true);
    channels = decodeAdpcm(samples, shape).map((one) => one.subarray(0, most));
  } else if (kind === PCM || kind === FLOAT) {
    const read = sampleReader(kind, bits);
    if (read === undefined) {
      const expected = kind === PCM ? "8, 16, 24 or 32 bits" : "32 bits";
      throw wavFault("unsupported", "fmt ", format.at + 14, expected, bits);
    }
    channels = decodePlain(samples, channelCount, bits / 8, read);
  } else {
    throw wavFault("unsupported", "fmt ", format.at, "PCM, floats or Microsoft ADPCM", kind);
  }
  const start = findLoop(view, chunks);
  return { sampleRate, channels, loopStart: start < channels[0].length ? start : -1 };
}

type ReadSample = (view: DataView, at: number) => number;

function sampleReader(kind: number, bits: number): ReadSample | undefined {
  if (kind === FLOAT) {
    if (bits !== 32) return undefined;
    return (view, at) => {
      const value = view.getFloat32(at, true);
      return Number.isFinite(value) ? value : 0;
    };
  }
  const readers: Readonly<Record<number, ReadSample>> = {
    8: (view, at) => (view.getUint8(at) - 128) / 128,
    16: (view, at) => view.getInt16(at, true) / 2 ** 15,
    24: (view, at) => (view.getUint8(at) + view.getInt16(at + 1, true) * 256) / 2 ** 23,
    32: (view, at) => view.getInt32(at, true) / 2 ** 31,
  };
  return readers[bits];
}

function decodePlain(
  samples: Uint8Array,
  channelCount: number,
  sampleBytes: number,
  read: ReadSample,
): Float32Array[] {
  const frameCount = Math.floor(samples.length / (channelCount * sampleBytes));
  const view = new DataView(samples.buffer, samples.byteOffset, samples.byteLength);
  const channels = Array.from({ length: channelCount }, () => new Float32Array(frameCount));
  let at = 0;
  for (let frame = 0; frame < frameCount; frame++) {
    for (let channel = 0; channel < channelCount; channel++, at += sampleBytes) {
      channels[channel][frame] = read(view, at);
    }
  }
  return channels;
}

/** Lists the first chunk of each name. A chunk that ends after the file is cut to it. */
function findChunks(bytes: Uint8Array, view: DataView): Map<string, Chunk> {
  const chunks = new Map<string, Chunk>();
  let at = 12;
  while (at + 8 <= bytes.length) {
    const name = textAt(bytes, at);
    const stated = view.getUint32(at + 4, true);
    const byteLength = Math.min(stated, bytes.length - at - 8);
    if (!chunks.has(name)) chunks.set(name, { at: at + 8, byteLength });
    // Chunks start at even offsets.
    at += 8 + stated + (stated & 1);
  }
  return chunks;
}

/** Returns the first sample of the loop, -1 for none. */
function findLoop(view: DataView, chunks: ReadonlyMap<string, Chunk>): number {
  const cue = chunks.get("cue ");
  // A count, then points of 24 bytes, whose last number is the sample.
  if (cue !== undefined && cue.byteLength >= 28 && view.getUint32(cue.at, true) > 0) {
    return view.getUint32(cue.at + 24, true);
  }
  const sampler = chunks.get("smpl");
  // 36 bytes with the count of loops at 28, then loops of 24 bytes: name, type, start, end.
  if (sampler !== undefined && sampler.byteLength >= 60) {
    if (view.getUint32(sampler.at + 28, true) > 0) return view.getUint32(sampler.at + 44, true);
  }
  return -1;
}

const textAt = (bytes: Uint8Array, at: number): string =>
  String.fromCharCode(...bytes.subarray(at, at + 4)).replace(/[^ -~]/g, ".");
