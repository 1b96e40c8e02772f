import fc from "fast-check";
import { Deflate, deflateSync, zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { FormatError } from "../../../src/core/errors.ts";
import { parseZip } from "../../../src/formats/zip/parse-zip.ts";
import { hasCorpus } from "../../support/corpus.ts";
import { mutations } from "../../support/mutate.ts";
import { corpusPakfiles } from "./corpus-pakfiles.ts";
import { concat, lzmaEntry, makeZip } from "./make-zip.ts";

const text = (content: string) => new TextEncoder().encode(content);
const string = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
const hello = { name: "a.txt", data: text("hello") };

function codeOf(call: () => unknown): string {
  try {
    call();
  } catch (error) {
    if (error instanceof FormatError) return `${error.format} ${error.code}`;
    throw error;
  }
  return "fine";
}

/** Returns the error code of reading an archive's only entry. */
function readOnly(bytes: Uint8Array): string {
  const zip = parseZip(bytes);
  return codeOf(() => zip.read(zip.entries[0]));
}

function changed(bytes: Uint8Array, change: (view: DataView, end: number) => void): Uint8Array {
  const copy = bytes.slice();
  change(new DataView(copy.buffer), copy.length - 22);
  return copy;
}

describe("parseZip", () => {
  it("reads stored and deflated entries of zipSync", () => {
    const long = text("materials ".repeat(1000));
    const zip = parseZip(
      zipSync({
        "Materials/Brick/Wall.vmt": [long, { level: 9 }],
        "scripts/empty.txt": [new Uint8Array(0), { level: 9 }],
        "raw.bin": [Uint8Array.of(1, 2, 3), { level: 0 }],
      }),
    );
    expect(zip.entries.map(({ path, byteLength, method }) => [path, byteLength, method])).toEqual([
      ["materials/brick/wall.vmt", 10000, 8],
      ["scripts/empty.txt", 0, 8],
      ["raw.bin", 3, 0],
    ]);
    expect(zip.read(zip.entries[0])).toEqual(long);
    expect(zip.read(zip.entries[1])).toEqual(new Uint8Array(0));
    expect(zip.read(zip.entries[2])).toEqual(Uint8Array.of(1, 2, 3));
  });

  it("finds paths in any case and with either slash, and the last of equal ones", () => {
    const zip = parseZip(
      makeZip([
        { name: "Materials\\A.vmt", data: text("old") },
        { name: "materials/a.VMT", data: text("new") },
      ]),
    );
    expect(string(zip.read(zip.find("MATERIALS/a.vmt")!))).toBe("new");
    expect(zip.entries[0].name).toBe("Materials\\A.vmt");
    expect(zip.find("materials/b.vmt")).toBeUndefined();
  });

  it("returns stored bytes as a view of the archive", () => {
    const bytes = makeZip([hello]);
    const zip = parseZip(bytes);
    expect(zip.read(zip.entries[0]).buffer).toBe(bytes.buffer);
  });

  it("unpacks method 14 (LZMA)", () => {
    const content = text("vertexlitgeneric ".repeat(300));
    const zip = parseZip(makeZip([lzmaEntry("a.vmt", content)]));
    expect(zip.read(zip.entries[0])).toEqual(content);
  });

  it("reads archives with a preamble, an offset, padding, a comment or local extra fields", () => {
    const entries = [hello, { name: "b", data: text("there"), localExtra: 9 }];
    const archives = [
      makeZip(entries, { preamble: 100 }),
      makeZip(entries, { preamble: 100, countPreamble: true }),
      makeZip(entries, { comment: 300 }),
      makeZip(entries, { preamble: 7 }).subarray(7),
      new Uint8Array([...makeZip(entries), 0, 0, 0]),
    ];
    for (const bytes of archives) {
      const zip = parseZip(bytes);
      expect(zip.entries.map((entry) => string(zip.read(entry)))).toEqual(["hello", "there"]);
    }
    expect(parseZip(makeZip([])).entries).toEqual([]);
  });

  it("reads a console's directory, whose local extra fields are counted but absent", () => {
    const entries = [
      { ...hello, localExtra: 1997 },
      { name: "b", data: text("there"), localExtra: 1979 },
    ];
    const zip = parseZip(makeZip(entries, { countLocalExtra: true, comment: 32 }));
    expect(zip.entries.map((entry) => string(zip.read(entry)))).toEqual(["hello", "there"]);
  });

  it("refuses names that leave the root and skips folders", () => {
    const names = ["../x", "a/../../x", "a\\..\\b", "/etc/x", "\\x", "C:\\x", "c:x", " ../x", "."];
    const zip = parseZip(
      makeZip([...names, "folder/", "a..b/c"].map((name) => ({ name, data: text("x") }))),
    );
    expect(zip.refused).toEqual(names);
    expect(zip.entries.map(({ path }) => path)).toEqual(["a..b/c"]);
  });

  const one = makeZip([hello]);
  it.each<[string, string, Uint8Array]>([
    ["ZIP bad-magic", "nothing", new Uint8Array(0)],
    ["ZIP bad-magic", "no end record", one.subarray(0, -22)],
    ["ZIP bad-magic", "a cut end record", one.subarray(0, -1)],
    [
      "ZIP bad-count",
      "too many entries",
      changed(one, (v, end) => v.setUint16(end + 10, 999, true)),
    ],
    [
      "ZIP truncated",
      "one entry too many",
      changed(makeZip([{ ...hello, name: "n".repeat(60) }]), (v, end) =>
        v.setUint16(end + 10, 2, true),
      ),
    ],
    [
      "ZIP bad-offset",
      "a directory too long",
      changed(one, (v, end) => v.setUint32(end + 12, 0xfffffff0, true)),
    ],
    [
      "ZIP bad-offset",
      "a directory elsewhere",
      changed(one, (v, end) => v.setUint32(end + 16, 0xfffffff0, true)),
    ],
    [
      "ZIP bad-offset",
      "data past the directory",
      changed(one, (v, end) => v.setUint32(end - 51 + 42, 5000, true)),
    ],
    [
      "ZIP truncated",
      "a name past the end",
      changed(one, (v, end) => v.setUint16(end - 51 + 28, 500, true)),
    ],
    ["ZIP unsupported", "several disks", changed(one, (v, end) => v.setUint16(end + 4, 1, true))],
    [
      "ZIP unsupported",
      "zip64 sizes",
      changed(one, (v, end) => v.setUint32(end - 51 + 24, 0xffffffff, true)),
    ],
  ])("throws %s for %s", (code, _, bytes) => {
    expect(codeOf(() => parseZip(bytes))).toBe(code);
  });

  const deflated = deflateSync(text("x".repeat(5000)));
  const lzma = lzmaEntry("a", text("abc".repeat(100)));
  it.each<[string, string, Uint8Array]>([
    ["ZIP unsupported", "bzip2", makeZip([{ ...hello, method: 12 }])],
    ["ZIP unsupported", "encryption", makeZip([{ ...hello, flags: 1 }])],
    ["ZIP mismatch", "a stored size that lies", makeZip([{ ...hello, byteLength: 6 }])],
    [
      "ZIP mismatch",
      "more than declared",
      makeZip([{ name: "a", data: deflated, method: 8, byteLength: 4999 }]),
    ],
    [
      "ZIP mismatch",
      "less than declared",
      makeZip([{ name: "a", data: deflated, method: 8, byteLength: 5001 }]),
    ],
    [
      "ZIP bad-value",
      "an impossible ratio",
      makeZip([{ name: "a", data: deflated, method: 8, byteLength: 1 << 27 }]),
    ],
    [
      "ZIP bad-value",
      "an entry too large",
      makeZip([{ name: "a", data: lzma.data, method: 14, byteLength: 0xfffffff0 }]),
    ],
    [
      "ZIP bad-value",
      "broken deflate data",
      makeZip([{ name: "a", data: text("\x07\x07\x07\x07"), method: 8 }]),
    ],
    [
      "ZIP bad-value",
      "half the deflate data",
      makeZip([{ name: "a", data: deflated.subarray(0, 4), method: 8, byteLength: 1000 }]),
    ],
    [
      "ZIP bad-value",
      "no LZMA properties",
      makeZip([{ name: "a", data: text("1234"), method: 14 }]),
    ],
    ["LZMA bad-count", "an impossible LZMA ratio", makeZip([{ ...lzma, byteLength: 1 << 27 }])],
    ["ZIP bad-offset", "no local header", changed(one, (v) => v.setUint32(0, 0, true))],
    [
      "ZIP truncated",
      "a local name past the end",
      changed(one, (v) => v.setUint16(26, 5000, true)),
    ],
  ])("throws %s on reading %s", (code, _, bytes) => {
    expect(readOnly(bytes)).toBe(code);
  });

  it("inflates large entries whole, and stops early if one exceeds its size", () => {
    const noise = Uint8Array.from({ length: 300_000 }, (_, i) => (i * 2654435761) >>> 24);
    const large = { name: "a", data: deflateSync(noise), method: 8, byteLength: noise.length };
    const zip = parseZip(makeZip([large]));
    expect(zip.read(zip.entries[0])).toEqual(noise);
    // Blocks that end on a byte boundary can be repeated: 20 GB in 20 MB.
    const blocks: Uint8Array[] = [];
    const deflate = new Deflate((piece) => blocks.push(piece));
    deflate.push(new Uint8Array(1 << 20));
    deflate.flush(true);
    const megabyte = concat(blocks);
    const bomb = concat(new Array(20_000).fill(megabyte));
    const start = performance.now();
    expect(readOnly(makeZip([{ name: "a", data: bomb, method: 8, byteLength: 9 }]))).toBe(
      "ZIP mismatch",
    );
    expect(performance.now() - start).toBeLessThan(10_000);
  });

  it("throws a FormatError for a zip64 archive", () => {
    const bytes = makeZip([hello]);
    const locator = new Uint8Array(20);
    new DataView(locator.buffer).setUint32(0, 0x07064b50, true);
    const end = bytes.length - 22;
    const zip64 = new Uint8Array([...bytes.subarray(0, end), ...locator, ...bytes.subarray(end)]);
    expect(codeOf(() => parseZip(zip64))).toBe("ZIP unsupported");
  });
});

/** Lists and reads everything. Damaged archives may only throw FormatErrors. */
function useZip(bytes: Uint8Array): "used" | "refused" {
  let outcome: "used" | "refused" = "used";
  const attempt = (call: () => void) => {
    if (codeOf(call) !== "fine") outcome = "refused";
  };
  attempt(() => {
    const zip = parseZip(bytes);
    for (const entry of zip.entries) {
      expect(entry.path).not.toMatch(/^\/|(^|\/)\.\.(\/|$)/);
      attempt(() => {
        expect(zip.read(entry).length).toBe(entry.byteLength);
      });
    }
  });
  return outcome;
}

function fuzz(seed: Uint8Array, numRuns: number) {
  const outcomes = { used: 0, refused: 0 };
  fc.assert(
    fc.property(mutations(seed), (bytes) => {
      outcomes[useZip(bytes)]++;
    }),
    { numRuns, seed: 1 },
  );
  expect(outcomes.used).toBeGreaterThan(numRuns / 50);
  expect(outcomes.refused).toBeGreaterThan(numRuns / 50);
}

describe("parseZip on mutated zips", () => {
  it("reads them or throws a FormatError", () => {
    const deflated = deflateSync(text("deflate ".repeat(20)));
    fuzz(
      makeZip([
        hello,
        { name: "d", data: deflated, method: 8, byteLength: 160 },
        lzmaEntry("l", text("lzma ".repeat(30))),
      ]),
      3000,
    );
  });

  it.skipIf(!hasCorpus)("reads mutated pakfiles of real maps or throws a FormatError", () => {
    const smallest = [...corpusPakfiles()].filter(({ bytes }) => bytes.length < 20_000).slice(0, 3);
    expect(smallest.length).toBe(3);
    for (const { bytes } of smallest) fuzz(bytes, 300);
  });
});

describe.skipIf(!hasCorpus)("pakfiles of the corpus", () => {
  it("list their entries, and every entry unpacks to its size", () => {
    let entries = 0;
    const methods = new Set<number>();
    for (const { map, bytes } of corpusPakfiles()) {
      const zip = parseZip(bytes);
      expect(zip.refused, map).toEqual([]);
      for (const entry of zip.entries) {
        expect(zip.read(entry).length, `${map}: ${entry.path}`).toBe(entry.byteLength);
        methods.add(entry.method);
        entries++;
      }
    }
    expect(entries).toBeGreaterThanOrEqual(804);
    expect([...methods].sort()).toEqual([0, 14]);
  });
});
