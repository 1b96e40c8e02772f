import { describe, expect, it } from "vitest";
import { detectFileKind } from "../../../src/cli/files/file-kinds.ts";

const TEXT = 'version 1\nnodes\n0 "root" -1\nend\nskeleton\ntime 0\n0 0 0 0 0 0 0\nend\n';

describe("detectFileKind for an SMD", () => {
  it.each(["props/Crate.SMD", "face.vta"])("goes by the file name: %s", async (path) => {
    const bytes = new TextEncoder().encode(TEXT);
    const kind = detectFileKind(path, bytes);
    if (!kind || !("summarize" in kind)) expect.fail("an SMD is read whole");
    const summary = await kind.summarize(bytes, { readBeside: async () => null });
    expect(summary).toMatchObject({ format: "SMD", version: 1, frames: 1, triangles: 0 });
  });
});
