/** Tests zips whose entries are packed or unpacked in place. */

import { describe, expect, it } from "vitest";
import { packLzma } from "../../../src/cli/pak/pack-lzma.ts";
import { crc32 } from "../../../src/formats/zip/crc32.ts";
import { editZip, makeEmptyZip } from "../../../src/formats/zip/edit-zip.ts";
import { parseZip } from "../../../src/formats/zip/parse-zip.ts";
import { readZipRecords } from "../../../src/formats/zip/read-records.ts";
import { repackZip } from "../../../src/formats/zip/repack-zip.ts";
import { hasCorpus } from "../../support/corpus.ts";
import { corpusPakfiles } from "./corpus-pakfiles.ts";
import { makeZip } from "./make-zip.ts";

const text = new TextEncoder().encode("a line that is there again and again\n".repeat(40));
const noise = Uint8Array.from({ length: 300 }, (_, i) => (i * i * 31 + (i >> 3)) & 255);
const take = () => undefined;
const pack = (bytes: Uint8Array) => repackZip(bytes, { pack: packLzma, take });
const unpack = (bytes: Uint8Array) => repackZip(bytes, { pack: null, take });

const entry = (name: string, data: Uint8Array) =>
  ({ name, method: 0, data, byteLength: data.length, crc: crc32(data) }) as const;
/** An archive in the form of Valve's tools. */
const valve = editZip(makeEmptyZip(), {
  removes: () => false,
  add: [entry("a.vmt", text), entry("folder/b.vtf", noise), entry("empty", new Uint8Array(0))],
});

describe("repackZip", () => {
  it("packs entries that shrink, and unpacks to the same archive", () => {
    const small = pack(valve);
    expect(small.changed).toBe(1);
    expect(small.bytes.length).toBeLessThan(valve.length - 1000);
    const archive = parseZip(small.bytes);
    expect(
      archive.entries.map(({ path, method, byteLength }) => [path, method, byteLength]),
    ).toEqual([
      ["a.vmt", 14, text.length],
      ["folder/b.vtf", 0, noise.length],
      ["empty", 0, 0],
    ]);
    expect(archive.read(archive.entries[0])).toEqual(text);
    expect(readZipRecords(small.bytes).records[0].crc).toBe(crc32(text));
    // Extracting needs version 6.3.
    expect(new DataView(small.bytes.buffer).getUint16(4, true)).toBe(63);
    expect(pack(small.bytes).bytes).toBe(small.bytes);
    expect(unpack(small.bytes).bytes).toEqual(valve);
    expect(unpack(valve)).toEqual({ bytes: valve, changed: 0, problems: [] });
  });

  it("writes sizes and checksum before the data if they were behind", () => {
    const packed = packLzma(text)!;
    const zip = makeZip([
      {
        name: "a",
        data: packed,
        method: 14,
        byteLength: text.length,
        crc: crc32(text),
        descriptor: "signed",
      },
      { name: "b", data: text },
    ]);
    const { bytes } = unpack(zip);
    const view = new DataView(bytes.buffer, bytes.byteOffset);
    expect([view.getUint16(6, true), view.getUint32(18, true), view.getUint32(22, true)]).toEqual([
      0,
      text.length,
      text.length,
    ]);
    const archive = parseZip(bytes);
    for (const found of archive.entries) expect(archive.read(found)).toEqual(text);
    expect(readZipRecords(bytes).records[1].headerOffset).toBe(30 + 1 + text.length);
  });

  it("keeps a preamble and entries that cannot be unpacked", () => {
    const zip = makeZip(
      [
        { name: "strange", data: noise, method: 99 },
        { name: "a", data: text },
      ],
      { preamble: 13 },
    );
    const { bytes, changed, problems } = pack(zip);
    expect([changed, problems.length]).toEqual([1, 1]);
    expect(problems[0]).toContain("strange");
    expect(bytes.subarray(0, 13)).toEqual(zip.subarray(0, 13));
    const archive = parseZip(bytes);
    expect(archive.read(archive.find("a")!)).toEqual(text);
    expect(unpack(bytes).bytes.length).toBe(zip.length);
  });

  it("keeps data on the sectors of a disc", () => {
    const comment = makeEmptyZip();
    comment.set(new TextEncoder().encode("XZP2 64\0"), 22);
    const add = [entry("a.vmt", text), entry("b.vmt", text)];
    const disc = editZip(comment, { removes: () => false, add });
    const small = pack(disc).bytes;
    const archive = parseZip(small);
    for (const found of archive.entries) expect(archive.read(found)).toEqual(text);
    for (const { headerOffset } of archive.entries) {
      const view = new DataView(small.buffer, small.byteOffset + headerOffset);
      expect((headerOffset + 30 + view.getUint16(26, true) + view.getUint16(28, true)) % 64).toBe(
        0,
      );
    }
    expect(readZipRecords(small)).toMatchObject({ alignment: 64 });
    expect(readZipRecords(small).end % 64).toBe(0);
    expect(unpack(small).bytes).toEqual(disc);
  });

  it("asks the budget before it unpacks an entry", () => {
    const asked: [number, string][] = [];
    repackZip(valve, { pack: packLzma, take: (...what) => void asked.push(what) });
    expect(asked).toEqual([
      [text.length, "a.vmt"],
      [noise.length, "folder/b.vtf"],
    ]);
  });

  it.skipIf(!hasCorpus)("restores real pakfiles", () => {
    let files = 0;
    for (const { map, bytes: zip } of corpusPakfiles()) {
      if (zip.length > 300_000) continue;
      const small = pack(zip);
      expect(small.problems).toEqual([]);
      const [a, b] = [parseZip(zip), parseZip(small.bytes)];
      expect(b.entries.map(({ path }) => path)).toEqual(a.entries.map(({ path }) => path));
      for (const [i, found] of a.entries.entries()) {
        expect(Buffer.compare(a.read(found), b.read(b.entries[i]))).toBe(0);
      }
      files += small.changed;
      const isStored = a.entries.every(({ method }) => method === 0);
      if (isStored) expect(Buffer.compare(unpack(small.bytes).bytes, zip), map).toBe(0);
    }
    expect(files).toBeGreaterThan(30);
  });
});
