import { describe, expect, it } from "vitest";
import { FormatError } from "../../../src/core/errors.ts";
import { parseWav } from "../../../src/formats/wav/parse-wav.ts";
import { listCorpusFiles, readCorpus } from "../../support/corpus.ts";
import { ADPCM_MONO, ADPCM_MONO_SAMPLES, ADPCM_STEREO, ADPCM_STEREO_SAMPLES } from "./samples.ts";

/** Real sounds, which stand beside the first corpus. */
const real = listCorpusFiles(".wav", "../corpus2/sounds");

type Chunk = readonly [name: string, bytes: readonly number[]];

const u16 = (value: number) => [value & 255, (value >> 8) & 255];
const u32 = (value: number) => [...u16(value & 0xffff), ...u16(value >>> 16)];
const ascii = (text: string) => [...text].map((letter) => letter.charCodeAt(0));

function makeWav(...chunks: readonly Chunk[]): Uint8Array {
  const body = chunks.flatMap(([name, bytes]) => {
    const pad = bytes.length & 1 ? [0] : [];
    return [...ascii(name), ...u32(bytes.length), ...bytes, ...pad];
  });
  return Uint8Array.from([...ascii("RIFF"), ...u32(body.length + 4), ...ascii("WAVE"), ...body]);
}

/** A chunk `fmt ` of plain samples. */
const plain = (bits: number, channels = 1, kind = 1): Chunk => {
  const block = (bits / 8) * channels;
  return [
    "fmt ",
    [
      ...u16(kind),
      ...u16(channels),
      ...u32(8000),
      ...u32(8000 * block),
      ...u16(block),
      ...u16(bits),
    ],
  ];
};

/** A point of the chunk `cue `, at a sample. */
const cue = (sample: number): Chunk => [
  "cue ",
  [...u32(1), ...u32(1), ...u32(9), ...ascii("data"), ...u32(0), ...u32(0), ...u32(sample)],
];
const sampler = (start: number): Chunk => [
  "smpl",
  [
    ...Array(7).fill(u32(0)).flat(),
    ...u32(1),
    ...u32(0),
    ...u32(0),
    ...u32(0),
    ...u32(start),
    ...u32(99),
    ...u32(0),
    ...u32(0),
  ],
];

const numbers = (bytes: Uint8Array) => parseWav(bytes).channels.map((one) => [...one]);

function faultOf(bytes: Uint8Array): FormatError {
  try {
    parseWav(bytes);
  } catch (error) {
    if (error instanceof FormatError) return error;
    throw error;
  }
  throw new Error("no error");
}

describe("parseWav", () => {
  it.each([
    [8, [0, 128, 255], [-1, 0, 127 / 128]],
    [16, [...u16(0x8000), ...u16(0x4000), ...u16(0xffff)], [-1, 0.5, -1 / 32768]],
    [24, [0, 0, 0x80, 0, 0, 0x40, 0xff, 0xff, 0xff], [-1, 0.5, -1 / 2 ** 23]],
    [32, [...u32(0x80000000), ...u32(0x40000000)], [-1, 0.5]],
  ])("reads %d bits", (bits, data, expected) => {
    expect(numbers(makeWav(plain(bits), ["data", data]))).toEqual([expected]);
  });

  it("reads floats, and those that are no number as silence", () => {
    const data = [...new Uint8Array(Float32Array.of(0.25, Number.NaN, -2).buffer)];
    expect(numbers(makeWav(plain(32, 1, 3), ["data", data]))).toEqual([[0.25, 0, -2]]);
  });

  it("reads the kind behind an extended header", () => {
    const [name, bytes] = plain(8);
    const extended = [
      ...u16(0xfffe),
      ...bytes.slice(2),
      ...u16(22),
      ...u16(8),
      ...u32(4),
      ...u16(1),
    ];
    expect(numbers(makeWav([name, extended], ["data", [192]]))).toEqual([[0.5]]);
  });

  it("separates channels, and leaves out half a frame at the end", () => {
    const data = [128, 0, 192, 64, 255];
    const wav = parseWav(makeWav(plain(8, 2), ["data", data]));
    expect(wav.channels.map((one) => [...one])).toEqual([
      [0, 0.5],
      [-1, -0.5],
    ]);
    expect(wav.sampleRate).toBe(8000);
  });

  it.each([
    ["no chunk", [], -1],
    ["a point", [cue(2)], 2],
    ["a loop", [sampler(1)], 1],
    ["both, of which the point counts", [sampler(1), cue(3)], 3],
    ["no points, and a loop", [["cue ", u32(0)] as Chunk, sampler(2)], 2],
    ["a point after the end", [cue(4)], -1],
  ])("finds the loop's start: %s", (_name, chunks, start) => {
    const data: Chunk = ["data", [1, 2, 3, 4]];
    expect(parseWav(makeWav(plain(8), ...chunks, data)).loopStart).toBe(start);
    // Chunks of an odd length are padded.
    expect(parseWav(makeWav(plain(8), ["bext", [1]], data, ...chunks)).loopStart).toBe(start);
  });

  it("reads Microsoft's ADPCM as FFmpeg does", () => {
    expect(numbers(ADPCM_MONO)).toEqual([ADPCM_MONO_SAMPLES.map((one) => one / 32768)]);
    const [left, right] = numbers(ADPCM_STEREO);
    expect(left).toEqual(
      ADPCM_STEREO_SAMPLES.filter((_, i) => i % 2 === 0).map((one) => one / 32768),
    );
    expect(right).toEqual(
      ADPCM_STEREO_SAMPLES.filter((_, i) => i % 2 === 1).map((one) => one / 32768),
    );
  });

  it("reads blocks of ADPCM one behind the other", () => {
    const data = Buffer.from(ADPCM_MONO).indexOf("data") + 8;
    const block = ADPCM_MONO.subarray(data);
    const bytes = Buffer.concat([ADPCM_MONO, block]);
    bytes.writeUInt32LE(block.length * 2, data - 4);
    // A block has two whole samples, and two in each byte behind them.
    const length = 2 + (block.length - 7) * 2;
    bytes.writeUInt32LE(length * 2, bytes.indexOf("fact") + 8);
    const [samples] = numbers(bytes);
    expect(samples).toHaveLength(length * 2);
    expect(samples.slice(length)).toEqual(samples.slice(0, length));
  });

  it("reads a sound that is cut short up to its end", () => {
    const bytes = makeWav(plain(16), ["data", [...u16(1), ...u16(2), ...u16(3)]]);
    expect(numbers(bytes.subarray(0, bytes.length - 3))[0]).toHaveLength(1);
    expect(numbers(ADPCM_MONO.subarray(0, ADPCM_MONO.length - 200))[0].length).toBeGreaterThan(50);
  });

  it.each([
    ["another file", Uint8Array.from(ascii("RIFFxxxxAVI ")), "bad-magic", "header", 0],
    ["no format", makeWav(["data", [1]]), "truncated", "fmt ", 12],
    ["no samples", makeWav(plain(8)), "truncated", "data", 12],
    ["no channel", makeWav(plain(8, 0), ["data", [1]]), "bad-value", "fmt ", 22],
    ["12 bits", makeWav(plain(12), ["data", [1]]), "unsupported", "fmt ", 34],
    ["another codec", makeWav(plain(8, 1, 85), ["data", [1]]), "unsupported", "fmt ", 20],
    ["ADPCM without predictors", makeWav(plain(8, 1, 2), ["data", [1]]), "truncated", "fmt ", 20],
  ])("refuses %s", (_name, bytes, code, where, offset) => {
    expect(faultOf(bytes)).toMatchObject({ format: "WAV", code, where, offset });
  });

  it("refuses a predictor that the file does not have", () => {
    const bytes = Uint8Array.from(ADPCM_MONO);
    const data = Buffer.from(bytes).indexOf("data") + 8;
    bytes[data] = 7;
    expect(faultOf(bytes)).toMatchObject({
      code: "bad-value",
      where: "data",
      offset: 0,
      found: "7",
    });
  });

  it.skipIf(real.length === 0)("reads real sounds", () => {
    const looping: string[] = [];
    for (const path of real) {
      const { channels, loopStart } = parseWav(readCorpus(path));
      expect(channels[0].length, path).toBeGreaterThan(100);
      if (loopStart >= 0) looping.push(path.split("/").at(-1)!);
    }
    expect(looping).toContain("wood_plank_scrape_rough_loop1.wav");
    expect(looping).toContain("amb_water_pipes_lp_01.wav");
    expect(looping).not.toContain("spark1.wav");
  });
});
