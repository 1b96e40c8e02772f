import fc from "fast-check";
import { deflateSync } from "fflate";
import { describe, expect, it } from "vitest";
import { openPakfile, recoverZip } from "../../../src/content/archives/open-pakfile.ts";
import { readZipEntry } from "../../../src/content/archives/zip-archive.ts";
import { memoryBytes } from "../../../src/content/bytes/memory-bytes.ts";
import { LIMITS } from "../../../src/core/limits.ts";
import { crc32 } from "../../../src/formats/zip/crc32.ts";
import { concat, lzmaEntry, type MadeEntry, makeZip } from "../../formats/zip/make-zip.ts";
import { countAllocations } from "../../support/hostile/count-allocations.ts";
import { zipLocalHeaders } from "../../support/hostile/zip-local-headers.ts";
import { mutations } from "../../support/mutate.ts";
import { countingBytes } from "../counting-bytes.ts";

const text = (content: string) => new TextEncoder().encode(content);
const stored = (name: string, content: string): MadeEntry => ({ name, data: text(content) });
function deflated(name: string, content: string): MadeEntry {
  const bytes = text(content);
  const entry = { name, data: deflateSync(bytes), method: 8 };
  return { ...entry, byteLength: bytes.length, crc: crc32(bytes) };
}

/** Content of the entries, one of each kind. */
const CONTENT: Record<string, string> = {
  "materials/a.vmt": "LightmappedGeneric {}",
  "materials/b.vmt": "deflated ".repeat(40),
  "models/c.mdl": "lzma ".repeat(60),
  "streamed.txt": "behind its data ".repeat(20),
  "bare.txt": "without a mark",
};
const [a, b, c, d, e] = Object.keys(CONTENT);
const ENTRIES: MadeEntry[] = [
  { ...stored(a, CONTENT[a]), localExtra: 40 },
  deflated(b, CONTENT[b]),
  lzmaEntry(c, text(CONTENT[c])),
  { ...deflated(d, CONTENT[d]), descriptor: "signed" },
  { ...stored(e, CONTENT[e]), descriptor: "bare" },
];

/** Returns the byte length of a zip's central directory and end record. */
const CENTRAL_AND_END = (entries: readonly MadeEntry[]) =>
  entries.reduce((sum, { name }) => sum + 46 + text(name).length, 22);
const withoutDirectory = (entries: readonly MadeEntry[]) =>
  makeZip(entries).subarray(0, -CENTRAL_AND_END(entries));

/** Opens a pakfile; returns all recovered files and the damage. */
async function recover(bytes: Uint8Array) {
  const { zip, damage } = await openPakfile(memoryBytes("pakfile", bytes));
  const files: Record<string, string> = {};
  for (const { path } of zip.entries) {
    files[path] = new TextDecoder().decode(await zip.read(zip.find(path)!));
  }
  return { files, damage };
}

describe("openPakfile", () => {
  it("reads a sound zip by its directory", async () => {
    const { files, damage } = await recover(makeZip([...ENTRIES, stored("A.txt", "last")]));
    expect(files).toEqual({ ...CONTENT, "a.txt": "last" });
    expect(damage).toBeNull();
  });

  it("reads a zip without directory by its local headers, with any method", async () => {
    const { files, damage } = await recover(
      concat([withoutDirectory(ENTRIES), text("PK\x05\x06")]),
    );
    expect(files).toEqual(CONTENT);
    expect(damage).toMatchObject({ intactCount: 5, seenCount: 5 });
    expect(damage!.message).toMatch(
      /^The pakfile is damaged: 5 of the 5 files .* are intact and used \(ZIP /,
    );
  });

  it("reads the entries before a cut", async () => {
    const bytes = withoutDirectory(ENTRIES);
    // The cut is in the streamed entry's data: its header is there, but its length is unknown.
    const end = bytes.length - 12 - CONTENT[e].length - 30 - e.length - 16 - 3;
    const { files, damage } = await recover(bytes.subarray(0, end));
    expect(Object.keys(files)).toEqual([a, b, c]);
    expect(damage).toMatchObject({ intactCount: 3, seenCount: 4 });
  });

  it("loses no file if the directory has a bad offset", async () => {
    const bytes = makeZip(ENTRIES);
    const central = bytes.length - CENTRAL_AND_END(ENTRIES);
    new DataView(bytes.buffer).setUint32(central + 42, 0x7fffffff, true);
    const { files, damage } = await recover(bytes);
    expect(files).toEqual(CONTENT);
    expect(damage!.message).toContain("central directory");
  });

  it("leaves out entries with a wrong checksum, and uses an older intact copy", async () => {
    const bytes = withoutDirectory([
      stored("x.txt", "older"),
      stored("y.txt", "first"),
      stored("Y.txt", "second"),
      stored("x.txt", "newer"),
      stored("z.txt", "fine"),
    ]);
    const at = new TextDecoder("latin1").decode(bytes).indexOf("newer");
    bytes[at] ^= 1;
    const { files, damage } = await recover(bytes);
    expect(files).toEqual({ "x.txt": "older", "y.txt": "second", "z.txt": "fine" });
    expect(damage).toMatchObject({ intactCount: 4, seenCount: 5 });
  });

  it("returns no files for bytes that are not a zip, and reports it", async () => {
    for (const bytes of [new Uint8Array(100_000).fill(0x50), text("PK\x03\x04"), text("PK")]) {
      const { files, damage } = await recover(bytes);
      expect(files).toEqual({});
      expect(damage).toMatchObject({ intactCount: 0 });
      expect(damage!.message).toContain("none of the map's own files");
    }
  });
});

describe("recoverZip", () => {
  const paths = async (bytes: Uint8Array) => {
    const { entries, seenCount } = await recoverZip(memoryBytes("zip", bytes));
    return { paths: entries.map(({ path }) => path), seenCount };
  };

  it("does not read entries of a zip inside the zip", async () => {
    const inner = makeZip([stored("inner.txt", "not ours")]);
    const bytes = withoutDirectory([{ name: "outer.zip", data: inner }, stored("z", "z")]);
    expect(await paths(bytes)).toEqual({ paths: ["outer.zip", "z"], seenCount: 2 });
  });

  it("accepts an empty file only if the next header follows", async () => {
    const bytes = withoutDirectory([stored("empty", ""), stored("lost", "data"), stored("z", "z")]);
    const view = new DataView(bytes.buffer);
    const lost = 30 + 5;
    for (const at of [14, 18, 22]) view.setUint32(lost + at, 0, true);
    expect(await paths(bytes)).toEqual({ paths: ["empty", "z"], seenCount: 3 });
  });

  it("does not end a streamed entry at a signature in its data", async () => {
    const fake = concat([text("data PK\x07\x08"), new Uint8Array(12), text("PK\x01\x02 more")]);
    const entry: MadeEntry = { name: "fake", data: fake, descriptor: "signed" };
    expect(await paths(withoutDirectory([entry, stored("z", "z")]))).toEqual({
      paths: ["fake", "z"],
      seenCount: 2,
    });
  });

  it("skips folders, and names that lead outside", async () => {
    const bytes = withoutDirectory([
      ...[stored("folder/", ""), stored("../out", "x"), stored("in", "y")],
      ...[stored("C:\\x", "z"), stored("a\u0001b", "w")],
    ]);
    expect(await paths(bytes)).toEqual({ paths: ["in"], seenCount: 1 });
  });

  it("finds headers across the borders of read blocks", async () => {
    for (const shift of [0, 1, 2, 3, 20, 40]) {
      const filler = new Uint8Array((1 << 20) - 30 - 1 - shift);
      for (const descriptor of [undefined, "signed", "bare"] as const) {
        const entries = [{ name: "f", data: filler, descriptor }, stored("next", "here")];
        const { paths: found } = await paths(withoutDirectory(entries));
        expect([shift, descriptor, found]).toEqual([shift, descriptor, ["f", "next"]]);
      }
    }
  });

  it("continues after a header with false sizes", async () => {
    const lies = [0xffffffff, 0xf0000000, 1000, 0];
    for (const lie of lies) {
      const bytes = withoutDirectory([stored("a", "first"), stored("b", "lies"), stored("c", "x")]);
      const view = new DataView(bytes.buffer);
      const header = 30 + 1 + 5;
      view.setUint32(header + 18, lie, true);
      view.setUint32(header + 22, lie, true);
      expect(await paths(bytes)).toEqual({ paths: ["a", "c"], seenCount: 3 });
    }
  });

  it("reads at most a few times the archive's size, however many headers are false", async () => {
    const count = 20_000;
    const header = withoutDirectory([stored("n", "")]);
    const bytes = new Uint8Array(header.length * count + 64);
    const view = new DataView(bytes.buffer);
    for (let i = 0; i < count; i++) {
      const at = i * header.length;
      bytes.set(header, at);
      // Each header claims all following bytes as its data.
      const rest = bytes.length - at - header.length;
      view.setUint32(at + 18, rest, true);
      view.setUint32(at + 22, rest, true);
    }
    const source = countingBytes("liar.zip", bytes);
    const { entries, seenCount } = await recoverZip(source);
    expect([entries.length, seenCount]).toEqual([0, count]);
    expect(source.readBytes).toBeLessThan(bytes.length * 10);
  });

  it("unpacks no more than the pakfile limit, however many headers refer to the same bytes", async () => {
    const bytes = zipLocalHeaders(20, 2 ** 25);
    expect(bytes.length).toBeLessThan(2 ** 16);
    let seen = 0;
    const { bytes: unpacked } = await countAllocations("Uint8Array", async () => {
      seen = (await recoverZip(memoryBytes("zip", bytes))).seenCount;
    });
    expect(seen).toBe(20);
    expect(unpacked).toBeGreaterThan(2 ** 26);
    expect(unpacked).toBeLessThanOrEqual(LIMITS.pakfileBytes.least);
  });

  it("stops when it is cancelled", async () => {
    const signal = AbortSignal.abort();
    const bytes = memoryBytes("zip", withoutDirectory(ENTRIES));
    await expect(recoverZip(bytes, signal)).rejects.toThrow("cancelled");
  });

  it("returns only intact files of any damaged archive", async () => {
    const original = makeZip([...ENTRIES, stored("a.txt", "one"), stored("a.txt", "two")]);
    const whole = new Set([...Object.values(CONTENT), "one", "two"]);
    await fc.assert(
      fc.asyncProperty(mutations(original), async (bytes) => {
        const source = countingBytes("pakfile", bytes);
        const { entries, seenCount } = await recoverZip(source);
        expect(seenCount).toBeGreaterThanOrEqual(entries.length);
        expect(source.readBytes).toBeLessThanOrEqual(bytes.length * 12 + 5000);
        for (const entry of entries) {
          const data = await readZipEntry(source, entry);
          expect(whole).toContain(new TextDecoder().decode(data));
        }
      }),
      { numRuns: 500 },
    );
  });
});
