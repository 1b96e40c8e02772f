import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FormatError } from "../../../src/core/errors.ts";
import { checkGmaFile, parseGma, summarizeGma, writeGma } from "../../../src/formats/gma/index.ts";
import { mutations } from "../../support/mutate.ts";
import { GAME_PATHS, makeFiles } from "../vpk/make-files.ts";

const files = makeFiles(GAME_PATHS);
const info = { name: "A map", description: '{"type":"map"}', author: "someone", timestamp: 1e9 };
const good = writeGma(files, info);

function faultOf(call: () => unknown): string {
  try {
    call();
  } catch (error) {
    if (error instanceof FormatError) return `${error.format} ${error.code} ${error.where}`;
    throw error;
  }
  return "fine";
}

describe("GMA", () => {
  it("reads back the files and header that were written", () => {
    const gma = parseGma(good)!;
    expect(gma).toMatchObject({ version: 3, ...info, refused: [] });
    expect(gma.files.map(({ path }) => path)).toEqual([...files.keys()]);
    for (const [path, content] of files) {
      const file = gma.find(path.toUpperCase().replaceAll("Ü", "ü").replaceAll("/", "\\"))!;
      const bytes = good.subarray(file.offset, file.offset + file.byteLength);
      expect(bytes).toEqual(content);
      checkGmaFile(file, bytes);
    }
    expect(gma.find("constructor")).toBeUndefined();
  });

  it("returns null while its list is incomplete and reports truncation at the end", () => {
    const { files: listed } = parseGma(good)!;
    const end = listed[0].offset;
    for (const length of [0, 10, 30, end - 5, end - 1]) {
      expect(parseGma(good.subarray(0, length), good.length)).toBeNull();
      expect(faultOf(() => parseGma(good.subarray(0, length)))).toBe("GMA truncated file list");
    }
    expect(parseGma(good.subarray(0, end), good.length)?.files.length).toBe(files.size);
    expect(faultOf(() => parseGma(good.subarray(0, -200)))).toBe("GMA truncated data");
  });

  it("reads a list of required content in version 3, and version 1 without one", () => {
    const start = good.subarray(0, 21);
    const rest = good.subarray(22);
    const required = new TextEncoder().encode("one\0two\0\0");
    expect(parseGma(new Uint8Array([...start, ...required, ...rest]))?.name).toBe("A map");
    const first = new Uint8Array([...start, ...rest]);
    first[4] = 1;
    expect(parseGma(first)).toMatchObject({ version: 1, name: "A map" });
  });

  it("refuses other files, other versions, wrong checksums and names that leave the root", () => {
    expect(faultOf(() => parseGma(new Uint8Array(30)))).toBe("GMA bad-magic header");
    const version = good.slice();
    version[4] = 9;
    expect(faultOf(() => parseGma(version))).toBe("GMA bad-version header");
    const [file] = parseGma(good)!.files;
    expect(faultOf(() => checkGmaFile(file, new Uint8Array(3)))).toBe(`GMA mismatch ${file.path}`);
    expect(() => writeGma(new Map([["../x", new Uint8Array(1)]]))).toThrow(RangeError);
    const bytes = writeGma(new Map([["aa/x", new Uint8Array(1)]]));
    const name = bytes.lastIndexOf(0x2f) - 2;
    bytes.fill(0x2e, name, name + 2);
    expect(parseGma(bytes)).toMatchObject({ refused: ["../x"], files: [] });
  });

  it("summarizes name, version and file counts", () => {
    const summary = summarizeGma(parseGma(good)!);
    expect(summary).toMatchObject({ format: "GMA", version: 3, name: "A map", files: files.size });
    expect(summary.extensions[0].files).toBeGreaterThan(0);
  });

  it("throws only FormatErrors on damaged files", () => {
    const outcomes = { used: 0, refused: 0 };
    fc.assert(
      fc.property(mutations(good), (bytes) => {
        const faults: string[] = [];
        const parsed = faultOf(() => {
          for (const file of parseGma(bytes)!.files) {
            expect(file.path).not.toMatch(/^\/|(^|\/)\.\.(\/|$)/);
            const data = bytes.subarray(file.offset, file.offset + file.byteLength);
            faults.push(faultOf(() => checkGmaFile(file, data)));
          }
        });
        const isFine = [parsed, ...faults].every((fault) => fault === "fine");
        outcomes[isFine ? "used" : "refused"]++;
      }),
      { numRuns: 2000, seed: 1 },
    );
    expect(outcomes.used).toBeGreaterThan(20);
    expect(outcomes.refused).toBeGreaterThan(40);
  });
});
