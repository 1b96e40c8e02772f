import { describe, expect, it } from "vitest";
import { isGiven } from "../../../src/content/bytes/given-bytes.ts";
import { openSource } from "../../../src/content/open-source.ts";
import type { ContentSpec } from "../../../src/content/types.ts";
import { makeZip } from "../../formats/zip/make-zip.ts";

const path = "materials/a.vmt";

describe("bytes that may be transferred to another thread", () => {
  it("come from loose files, in a new buffer for each read", async () => {
    const blob = new Blob(["x"]);
    const spec: ContentSpec = { kind: "folder", label: "f", files: [{ path, blob }] };
    const source = openSource(spec);
    const [first, second] = [await source.read(path), await source.read(path)];
    expect(isGiven(first!)).toBe(true);
    expect(first!.buffer).not.toBe(second!.buffer);
  });

  it("do not come from archives, which may keep the whole buffer", async () => {
    const zip = makeZip([{ name: path, data: new TextEncoder().encode("x") }]);
    const source = openSource({
      kind: "archive",
      label: "a",
      file: new Blob([new Uint8Array(zip)]),
    });
    const bytes = await source.read(path);
    expect(bytes).not.toBeNull();
    expect(isGiven(bytes!)).toBe(false);
  });
});
