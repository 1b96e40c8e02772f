import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { unzipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { crc32 } from "../../../src/formats/zip/crc32.ts";
import { parseZip } from "../../../src/formats/zip/parse-zip.ts";
import { writeZip } from "../../../src/formats/zip/write-zip.ts";

const text = (content: string) => new TextEncoder().encode(content);

const FILES = new Map([
  ["materials/b.vmt", text("LightmappedGeneric {}")],
  ["materials/a.vmt", text("")],
  ["models/größe.mdl", Uint8Array.from({ length: 1000 }, (_, i) => i & 255)],
]);

/** Prints what Python's zip module finds: CRC test, names, dates, methods, contents. */
const PYTHON = `
import json, sys, zipfile
archive = zipfile.ZipFile(sys.argv[1])
print(json.dumps([archive.testzip()] + [
  [i.filename, list(i.date_time), i.compress_type, i.CRC, archive.read(i).hex()]
  for i in archive.infolist()]))
`;
const hasPython = spawnSync("python3", ["-c", "import zipfile"]).status === 0;

describe("crc32", () => {
  it("returns the check value of its definition", () => {
    expect(crc32(text("123456789"))).toBe(0xcbf43926);
    expect(crc32(text(""))).toBe(0);
  });
});

describe("writeZip", () => {
  it("is read back by parseZip, sorted by name", () => {
    const zip = parseZip(writeZip(FILES));
    expect(zip.entries.map((entry) => entry.name)).toEqual([...FILES.keys()].sort());
    expect(zip.entries.every((entry) => entry.method === 0)).toBe(true);
    for (const entry of zip.entries) expect(zip.read(entry)).toEqual(FILES.get(entry.name));
  });

  it("is read back by fflate", () => {
    fc.assert(
      fc.property(
        fc.dictionary(
          // fflate returns a plain object, which cannot have this key.
          fc.stringMatching(/^[a-zA-Z0-9_/.é€]{1,40}$/).filter((name) => name !== "__proto__"),
          fc.uint8Array(),
        ),
        (files) => {
          const unpacked = unzipSync(writeZip(new Map(Object.entries(files))));
          expect({ ...unpacked }).toEqual({ ...files });
        },
      ),
      { numRuns: 50 },
    );
  });

  it.skipIf(!hasPython)("is read back by Python, dates and checksums included", () => {
    const folder = mkdtempSync(join(tmpdir(), "visleaf-zip-"));
    try {
      const path = join(folder, "a.zip");
      writeFileSync(path, writeZip(FILES));
      const { stdout, stderr } = spawnSync("python3", ["-c", PYTHON, path], { encoding: "utf8" });
      expect(stderr).toBe("");
      const date = [1980, 1, 1, 0, 0, 0];
      expect(JSON.parse(stdout)).toEqual([
        null,
        ...[...FILES.keys()].sort().map((name) => {
          const bytes = FILES.get(name)!;
          return [name, date, 0, crc32(bytes), Buffer.from(bytes).toString("hex")];
        }),
      ]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it("gives the same bytes whatever the map's order", () => {
    const reversed = new Map([...FILES].reverse());
    expect(writeZip(reversed)).toEqual(writeZip(FILES));
  });

  it("writes an empty archive", () => {
    const bytes = writeZip(new Map());
    expect(bytes.length).toBe(22);
    expect(parseZip(bytes).entries).toEqual([]);
  });

  it("refuses archives that need zip64, and empty file names", () => {
    const many = new Map(Array.from({ length: 65536 }, (_, i) => [`${i}`, text("")]));
    expect(() => writeZip(many)).toThrow("65536 files in a zip");
    expect(() => writeZip(new Map([["x".repeat(65536), text("")]]))).toThrow(RangeError);
    expect(() => writeZip(new Map([["", text("")]]))).toThrow(RangeError);
  });
});
