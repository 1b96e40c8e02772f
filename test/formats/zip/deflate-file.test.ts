import { unzipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { deflateFile } from "../../../src/formats/zip/deflate-file.ts";
import { parseZip } from "../../../src/formats/zip/parse-zip.ts";
import { writeZip } from "../../../src/formats/zip/write-zip.ts";

const plain = new Uint8Array(5000).fill(7);
const noise = new Uint8Array(5000);
for (let i = 0, state = 1; i < noise.length; i++) {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  noise[i] = state >>> 24;
}
const files = new Map([
  ["plain", plain],
  ["noise", noise],
  ["empty", new Uint8Array(0)],
]);

describe("deflateFile", () => {
  it("deflates a file only if it becomes smaller", () => {
    expect(deflateFile(plain)).toMatchObject({ byteLength: 5000 });
    expect(deflateFile(noise)).toBe(noise);
    expect(deflateFile(files.get("empty")!)).toBe(files.get("empty"));
  });

  it("makes entries that parseZip and other tools read back", () => {
    const bytes = writeZip(new Map([...files].map(([path, file]) => [path, deflateFile(file)])));
    const zip = parseZip(bytes);
    const methods = zip.entries.map(({ path, method }) => [path, method]);
    expect(methods).toEqual([
      ["empty", 0],
      ["noise", 0],
      ["plain", 8],
    ]);
    for (const entry of zip.entries) expect(zip.read(entry)).toEqual(files.get(entry.path));
    expect(unzipSync(bytes)).toEqual(Object.fromEntries(files));
  });
});
