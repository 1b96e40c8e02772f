import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { make53, makeGeometry } from "../formats/studio/make-respawn.ts";
import { runVisleaf } from "./run-visleaf.ts";

const folder = mkdtempSync(join(tmpdir(), "visleaf-respawn-"));
afterAll(() => rmSync(folder, { recursive: true }));

describe("visleaf inspect of a model of Titanfall 2", () => {
  it("summarizes the model, its embedded files, and the parts that are not read", async () => {
    const path = join(folder, "a.mdl");
    writeFileSync(path, make53());
    const { code, stdout } = await runVisleaf("inspect", path, "--json");
    expect(code).toBe(0);
    const { vtx } = makeGeometry();
    const summary = JSON.parse(stdout);
    expect(summary).toMatchObject({
      format: "MDL",
      version: 53,
      checksum: "1234abcd",
      bones: [{ name: "root" }, { name: "arm" }, { name: "hand" }],
      sequences: 2,
      sequenceList: [{ name: "wave" }, { name: "idle" }],
      weights: { one: 14, two: 1, three: 1 },
      lods: [{ triangles: 8 }, { triangles: 5 }],
    });
    expect(summary.embedded[0]).toMatchObject({ kind: "vtx", length: vtx.length });
    expect(summary.unread).toContain("Titanfall 2");
    const text = await runVisleaf("inspect", path);
    expect(text.stdout).toContain("the poses of its animations");
  });
});
