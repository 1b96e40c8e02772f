import { deflateRawSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { inflateEntry } from "../../../src/cli/serve/serve-source.ts";
import { LARGE_BYTES, UnpackedFiles } from "../../../src/cli/serve/unpacked-files.ts";
import { memoryBytes } from "../../../src/content/bytes/memory-bytes.ts";

/** Makes a file that counts how often it is unpacked, and how many times at once. */
function counting(byteLength = 100) {
  const counts = { unpacked: 0, atOnce: 0, mostAtOnce: 0 };
  const file = (key: string) => ({
    key,
    label: key,
    byteLength,
    unpack: async () => {
      counts.unpacked++;
      counts.mostAtOnce = Math.max(counts.mostAtOnce, ++counts.atOnce);
      await new Promise((done) => setTimeout(done, 5));
      counts.atOnce--;
      return new Uint8Array(byteLength).map((_, i) => i);
    },
  });
  return { counts, file };
}

describe("UnpackedFiles", () => {
  it("unpacks a file once for all concurrent and later reads", async () => {
    const { counts, file } = counting();
    const files = new UnpackedFiles();
    const opened = await Promise.all(Array.from({ length: 20 }, () => files.open(file("a"))));
    expect(opened[0].byteLength).toBe(100);
    expect([...(await opened[7].read(10, 3))]).toEqual([10, 11, 12]);
    await files.open(file("a"));
    expect(counts.unpacked).toBe(1);
  });

  it("keeps a limited number of bytes, and unpacks an evicted file again", async () => {
    const { counts, file } = counting();
    const files = new UnpackedFiles(250);
    const a = await files.open(file("a"));
    await files.open(file("b"));
    await files.open(file("c"));
    expect(counts.unpacked).toBe(3);
    expect([...(await a.read(98, 2))]).toEqual([98, 99]);
    expect(counts.unpacked).toBe(4);
    await files.open(file("c"));
    expect(counts.unpacked).toBe(4);
  });

  it("returns parts that do not retain the whole file", async () => {
    const { file } = counting(1000);
    const part = await (await new UnpackedFiles().open(file("a"))).read(0, 10);
    expect(part.buffer.byteLength).toBe(10);
  });

  it("unpacks large files one after another, and small ones in parallel", async () => {
    for (const [byteLength, most] of [
      [LARGE_BYTES, 3],
      [LARGE_BYTES + 1, 1],
    ]) {
      const { counts, file } = counting(byteLength);
      const files = new UnpackedFiles();
      await Promise.all(["a", "b", "c"].map((key) => files.open(file(key))));
      expect(counts.mostAtOnce).toBe(most);
    }
  });

  it("rejects all waiting reads of a damaged file, and tries again for the next", async () => {
    let tries = 0;
    const unpack = async () => {
      tries++;
      throw new Error("damaged");
    };
    const files = new UnpackedFiles();
    const file = { key: "a", label: "a", byteLength: LARGE_BYTES + 1, unpack };
    const both = await Promise.allSettled([files.open(file), files.open(file)]);
    expect(both.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    expect(tries).toBe(1);
    await expect(files.open(file)).rejects.toThrow("damaged");
    const { file: sound } = counting(LARGE_BYTES + 1);
    expect((await files.open(sound("b"))).byteLength).toBe(LARGE_BYTES + 1);
  });
});

describe("inflateEntry", () => {
  it("does not block the event loop", async () => {
    const byteLength = 60_000_000;
    const packed = memoryBytes("a", new Uint8Array(deflateRawSync(new Uint8Array(byteLength))));
    const head = { path: "a", name: "a", method: 8, flags: 0, headerOffset: 0 };
    let turns = 0;
    const timer = setInterval(() => turns++, 1);
    const entry = { ...head, compressedByteLength: packed.byteLength, byteLength };
    const bytes = await inflateEntry(packed, entry);
    clearInterval(timer);
    expect(bytes.length).toBe(byteLength);
    // A synchronous inflate would allow no timer turns.
    expect(turns).toBeGreaterThan(3);
  });
});
