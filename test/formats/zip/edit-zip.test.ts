import { describe, expect, it } from "vitest";
import { crc32 } from "../../../src/formats/zip/crc32.ts";
import type { NewZipEntry } from "../../../src/formats/zip/edit-zip.ts";
import { editZip, makeEmptyZip } from "../../../src/formats/zip/edit-zip.ts";
import { parseZip } from "../../../src/formats/zip/parse-zip.ts";
import { readZipRecords } from "../../../src/formats/zip/read-records.ts";
import { concat, lzmaEntry, makeZip } from "./make-zip.ts";

const text = (content: string) => new TextEncoder().encode(content);
const none = () => false;

function newEntry(name: string, content: string): NewZipEntry {
  const data = text(content);
  return { name, method: 0, data, byteLength: data.length, crc: crc32(data) };
}

const A = { name: "materials/a.vmt", data: text("first") };
const B = { name: "materials/b.vmt", data: text("the second"), localExtra: 7 };
const C = lzmaEntry("c.txt", text("third ".repeat(50)));

const list = (zip: Uint8Array) => parseZip(zip).entries.map(({ path }) => path);
const contents = (zip: Uint8Array) => {
  const archive = parseZip(zip);
  return archive.entries.map((entry) => new TextDecoder().decode(archive.read(entry)));
};

describe("editZip", () => {
  it("returns the same archive if nothing changes", () => {
    const zip = makeZip([A, B, C], { comment: 5 });
    expect(editZip(zip, { removes: none, add: [] })).toBe(zip);
  });

  it("removes entries as if they had never been added", () => {
    for (const options of [{}, { comment: 12 }, { preamble: 9 }]) {
      const all = makeZip([A, B, C], options);
      const others = [
        [B, C],
        [A, C],
        [A, B],
      ];
      others.forEach((kept, i) => {
        const names = kept.map(({ name }) => name);
        const zip = editZip(all, { removes: ({ name }) => !names.includes(name), add: [] });
        expect(zip, `without ${i}`).toEqual(makeZip(kept, options));
      });
    }
  });

  it("appends new entries, and removing them restores the archive", () => {
    for (const options of [{}, { preamble: 5 }, { comment: 3 }]) {
      const zip = makeZip([A, B, C], options);
      const grown = editZip(zip, { removes: none, add: [newEntry("d.txt", "fourth")] });
      expect(list(grown)).toEqual([...list(zip), "d.txt"]);
      expect(contents(grown)).toEqual([...contents(zip), "fourth"]);
      expect(readZipRecords(grown).records.at(-1)?.crc).toBe(crc32(text("fourth")));
      const back = editZip(grown, { removes: ({ path }) => path === "d.txt", add: [] });
      expect(back).toEqual(zip);
    }
  });

  it("keeps padding, descriptors, folders and repeated entries", () => {
    const zip = makeZip([
      { name: "materials/", data: text("") },
      { ...A, descriptor: "signed" },
      A,
      { name: "../b.vmt", data: text("out") },
    ]);
    const padded = concat([zip, new Uint8Array(3)]);
    const grown = editZip(padded, { removes: none, add: [newEntry("b.vmt", "in")] });
    expect(grown.subarray(0, 60)).toEqual(zip.subarray(0, 60));
    expect(grown.subarray(-3)).toEqual(new Uint8Array(3));
    const { records } = readZipRecords(grown);
    expect(records.map(({ path }) => path)).toEqual([
      "materials",
      "materials/a.vmt",
      "materials/a.vmt",
      "../b.vmt",
      "b.vmt",
    ]);
    expect(editZip(grown, { removes: ({ path }) => path === "b.vmt", add: [] })).toEqual(padded);
  });

  it("keeps bytes that the directory has behind its headers, and counts them", () => {
    const zip = makeZip([A, B]);
    const { end, directoryBytes } = readZipRecords(zip);
    const signature = text("signature");
    const signed = concat([zip.subarray(0, end), signature, zip.subarray(end)]);
    const length = directoryBytes + signature.length;
    new DataView(signed.buffer).setUint32(end + signature.length + 12, length, true);
    const grown = editZip(signed, {
      removes: ({ name }) => name === A.name,
      add: [newEntry("c", "3")],
    });
    const after = readZipRecords(grown);
    expect(after.end - after.directoryOffset).toBe(after.directoryBytes);
    expect(grown.subarray(after.end - signature.length, after.end)).toEqual(signature);
    const names = after.records.map(({ central }) => central.length);
    expect(names.reduce((sum, bytes) => sum + bytes, signature.length)).toBe(after.directoryBytes);
    expect(contents(grown)).toEqual(["the second", "3"]);
  });

  it("produces the empty archive of Valve's tools", () => {
    const empty = makeEmptyZip();
    expect(parseZip(empty).entries).toEqual([]);
    expect(empty.length).toBe(54);
    const one = editZip(empty, { removes: none, add: [newEntry("a", "x")] });
    expect([list(one), contents(one)]).toEqual([["a"], ["x"]]);
    expect(editZip(one, { removes: () => true, add: [] })).toEqual(empty);
  });

  it("keeps data on sectors if the archive's comment says so", () => {
    const empty = makeEmptyZip();
    empty.set(text("XZP2 64\0"), 22);
    const add = [newEntry("a", "one"), newEntry("bb", "x".repeat(70)), newEntry("c", "three")];
    const zip = editZip(empty, { removes: none, add });
    const starts = (bytes: Uint8Array) =>
      ["one", "xxx", "three"].map((word) => Buffer.from(bytes).indexOf(word));
    expect(starts(zip).map((at) => at % 64)).toEqual([0, 0, 0]);
    const less = editZip(zip, { removes: ({ name }) => name === "a", add: [] });
    expect(starts(less)).toEqual([-1, 64, 192]);
    expect(contents(less)).toEqual(["x".repeat(70), "three"]);
    const end = readZipRecords(less);
    expect([end.directoryOffset % 64, end.end % 64, end.alignment]).toEqual([0, 0, 64]);
  });

  it("refuses archives with overlapping or invalid entries", () => {
    const zip = makeZip([A, B]);
    const data = new DataView(zip.buffer);
    const { directoryOffset } = readZipRecords(zip);
    const longer = zip.slice();
    new DataView(longer.buffer).setUint32(directoryOffset + 20, 60, true);
    const edit = (bytes: Uint8Array) => () =>
      editZip(bytes, { removes: ({ name }) => name === B.name, add: [] });
    expect(edit(longer)).toThrow("before the next one");
    data.setUint32(0, 0, true);
    expect(edit(zip)).toThrow("a local header");
    expect(edit(text("no zip"))).toThrow("end of central directory");
  });
});
