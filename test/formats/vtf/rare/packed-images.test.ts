import { deflateRawSync, deflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { Vtf as OracleVtf, VCollection, VFormats, VImageData } from "vtf-js";
import { FormatError } from "../../../../src/core/errors.ts";
import { openVtf } from "../../../../src/formats/vtf/open-vtf.ts";
import { summarizeVtf } from "../../../../src/formats/vtf/summarize-vtf.ts";
import type { Vtf } from "../../../../src/formats/vtf/types.ts";
import { imageMark, type MadeVtf, makeVtf } from "../make-vtf.ts";

const PACKED: MadeVtf = { minorVersion: 6, compression: 8, width: 8, height: 4, mipCount: 4 };

async function codeOf(use: () => Promise<unknown>): Promise<string> {
  const error = await use().catch((caught: unknown) => caught);
  if (error instanceof FormatError) return error.code;
  if (error instanceof Error) throw error;
  return "read";
}

/** Returns the offset of the length table, which starts with its own byte count. */
function tableOf(bytes: Uint8Array): number {
  return new DataView(bytes.buffer).getUint32(84, true);
}

/** Replaces the only image, 4x4 RGBA8888, by the given bytes. */
function withImage(image: Uint8Array): Uint8Array {
  const made = makeVtf({ minorVersion: 6, compression: 8 });
  const view = new DataView(made.buffer);
  const imageOffset = view.getUint32(92, true);
  const table = made.slice(tableOf(made));
  const bytes = new Uint8Array(imageOffset + image.length + table.length);
  bytes.set(made.subarray(0, imageOffset));
  bytes.set(image, imageOffset);
  bytes.set(table, imageOffset + image.length);
  const out = new DataView(bytes.buffer);
  out.setUint32(84, imageOffset + image.length, true);
  out.setUint32(imageOffset + image.length + 8, image.length, true);
  return bytes;
}

/** libzstd's output for the 64 bytes 0, 3, 6 and so on. */
const ZSTD = new Uint8Array(
  Buffer.from(
    "KLUv/SBAAQIAAAMGCQwPEhUYGx4hJCcqLTAzNjk8P0JFSEtOUVRXWl1gY2ZpbG9ydXh7foGEh4qNkJOWmZyfoqWoq66xtLe6vQ==",
    "base64",
  ),
);
const ZSTD_OF_63 = new Uint8Array(
  Buffer.from(
    "KLUv/SA/+QEAAAMGCQwPEhUYGx4hJCcqLTAzNjk8P0JFSEtOUVRXWl1gY2ZpbG9ydXh7foGEh4qNkJOWmZyfoqWoq66xtLe6",
    "base64",
  ),
);

function withZstd(image: Uint8Array): Uint8Array {
  const bytes = withImage(image);
  new DataView(bytes.buffer).setUint16(tableOf(bytes) + 6, 93, true);
  return bytes;
}

const firstImage = async (bytes: Uint8Array) => (await openVtf(bytes)).image(0);

describe("VTF 7.6 with compressed images", () => {
  it("unpacks every image separately", async () => {
    const bytes = makeVtf({ ...PACKED, frameCount: 3, lowRes: true });
    const vtf = await openVtf(bytes);
    for (let mip = 0; mip < 4; mip++) {
      for (let frame = 0; frame < 3; frame++) {
        const size = (8 >> mip || 1) * (4 >> mip || 1) * 4;
        const expected = new Uint8Array(size).fill(imageMark(mip, frame, 0));
        expect(vtf.image(mip, frame)).toEqual(expected);
      }
    }
    expect(vtf.lowRes?.data).toEqual(new Uint8Array(8).fill(0xaa));
    expect(() => vtf.image(0, 3)).toThrow(RangeError);
  });

  it("reads the output of vtf-js", async () => {
    const texels = Uint8Array.from({ length: 16 * 8 * 4 }, (_, i) => (i * 7) & 255);
    const size = { width: 16, height: 8, mips: 1, frames: 1, faces: 1, slices: 1 };
    const images = new VCollection(size);
    images.setImage(new VImageData(texels, 16, 8), 0, 0, 0, 0);
    const options = { version: 6, format: VFormats.RGBA8888, compression_level: -1 } as const;
    const written = await new OracleVtf(images, { ...options, compression_method: 8 }).encode();
    const vtf = await openVtf(new Uint8Array(written));
    expect(vtf).toMatchObject({ minorVersion: 6, width: 16, height: 8 });
    expect(vtf.image(0)).toEqual(texels);
  });

  it("reads images packed with zstd", async () => {
    expect(await firstImage(withZstd(ZSTD))).toEqual(
      Uint8Array.from({ length: 64 }, (_, i) => i * 3),
    );
  });

  it("reads the faces of a cubemap and the slices of a volume", async () => {
    const cube = await openVtf(makeVtf({ ...PACKED, height: 8, flags: 0x4000, faceCount: 6 }));
    expect(cube.faceCount).toBe(6);
    expect(cube.image(1, 0, 5)[0]).toBe(imageMark(1, 0, 5));
    const volume = await openVtf(makeVtf({ ...PACKED, depth: 8 }));
    expect([0, 1, 2, 3].map((mip) => volume.image(mip).length)).toEqual([1024, 128, 16, 4]);
  });

  it("assumes deflate without a method, and reads uncompressed images", async () => {
    const made = makeVtf({ ...PACKED, compression: 0 });
    expect((await firstImage(made))[0]).toBe(imageMark(0, 0, 0));
    const plain = makeVtf({ minorVersion: 6, extraResources: [0x435841] });
    const bytes = new Uint8Array([...plain, 4, 0, 0, 0, 0, 0, 0, 0]);
    new DataView(bytes.buffer).setUint32(84, plain.length, true);
    expect((await firstImage(bytes))[0]).toBe(imageMark(0, 0, 0));
  });

  it("checks the checksum of each image", async () => {
    const texels = Uint8Array.from({ length: 64 }, (_, i) => i * 3);
    expect(await firstImage(withImage(deflateSync(texels)))).toEqual(texels);
    const flipped = deflateSync(texels);
    flipped[flipped.length - 1] ^= 1;
    const large = Uint8Array.from({ length: 65536 }, () => 255);
    const made = makeVtf({
      minorVersion: 6,
      compression: 8,
      width: 128,
      height: 128,
      texels: () => large,
    });
    expect(await firstImage(made)).toEqual(large);
    expect(await codeOf(() => firstImage(withImage(flipped)))).toBe("mismatch");
  });

  it.each<[string, string, () => Promise<Vtf | Uint8Array>]>([
    [
      "bad-value",
      "deflate that says it is zstd",
      () => firstImage(makeVtf({ ...PACKED, compression: 93 })),
    ],
    ["bad-value", "zstd that is cut", () => firstImage(withZstd(ZSTD.subarray(0, -1)))],
    ["bad-value", "zstd of another length", () => firstImage(withZstd(ZSTD_OF_63))],
    ["unsupported", "an unknown method", () => openVtf(makeVtf({ ...PACKED, compression: 7 }))],
    ["truncated", "a cut table", () => openVtf(cutTable())],
    ["truncated", "lengths past the end", () => openVtf(withLength(0xffff))],
    ["bad-count", "a length too short for its image", () => openVtf(withLength(0))],
    [
      "bad-value",
      "deflate without zlib's frame",
      () => firstImage(withImage(deflateRawSync(new Uint8Array(64)))),
    ],
    ["bad-value", "broken data", () => firstImage(withImage(broken()))],
    ["mismatch", "too few bytes", () => firstImage(withImage(deflateSync(new Uint8Array(63))))],
    [
      "mismatch",
      "too many bytes",
      () => firstImage(withImage(deflateSync(new Uint8Array(1 << 20)))),
    ],
  ])("throws %s for %s", async (code, _, use) => {
    expect(await codeOf(use)).toBe(code);
  });

  it("names the compression method in the summary", async () => {
    const summary = summarizeVtf(await openVtf(makeVtf(PACKED)));
    expect(summary.resources[0]).toEqual({
      name: "AXC",
      value: { strength: -1, method: "deflate" },
    });
  });
});

function cutTable(): Uint8Array {
  const bytes = makeVtf(PACKED);
  new DataView(bytes.buffer).setUint32(tableOf(bytes), 16, true);
  return bytes;
}

function withLength(byteLength: number): Uint8Array {
  const bytes = makeVtf(PACKED);
  new DataView(bytes.buffer).setUint32(tableOf(bytes) + 8, byteLength, true);
  return bytes;
}

function broken(): Uint8Array {
  const bytes = deflateSync(Uint8Array.from({ length: 64 }, (_, i) => i * 37));
  return bytes.fill(0xff, 2, 12);
}
