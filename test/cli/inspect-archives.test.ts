import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { writeGma } from "../../src/formats/gma/index.ts";
import { writeSplitVpk } from "../../src/formats/vpk/index.ts";
import { runVisleaf } from "./run-visleaf.ts";

const folder = mkdtempSync(join(tmpdir(), "visleaf-archives-"));
afterAll(() => rmSync(folder, { recursive: true }));

function writeFixture(name: string, bytes: Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
}

const files = new Map([
  ["maps/a.bsp", new Uint8Array(300)],
  ["materials/a.vmt", new Uint8Array(20)],
  ["materials/b.vmt", new Uint8Array(20)],
]);
const CONTENTS = {
  files: 3,
  bytes: 340,
  maps: ["maps/a.bsp"],
  extensions: [
    { extension: ".bsp", files: 1, bytes: 300 },
    { extension: ".vmt", files: 2, bytes: 40 },
  ],
};

describe("visleaf inspect of archives", () => {
  it("summarizes a VPK without its parts", async () => {
    const { directory } = writeSplitVpk(files, 100, { version: 1, preloadByteLength: 4 });
    const path = writeFixture("pak01_dir.vpk", directory);
    const { code, stdout } = await runVisleaf("inspect", path, "--json");
    expect(code).toBe(0);
    const expected = { format: "VPK", version: 1, preloadBytes: 12, parts: [0, 1] };
    expect(JSON.parse(stdout)).toMatchObject({ ...expected, ...CONTENTS });
  });

  it("summarizes a GMA, detected by its bytes", async () => {
    const path = writeFixture("addon.dat", writeGma(files, { name: "An addon", author: "me" }));
    const { stdout } = await runVisleaf("inspect", path, "--json");
    const expected = { format: "GMA", version: 3, name: "An addon", author: "me" };
    expect(JSON.parse(stdout)).toMatchObject({ ...expected, ...CONTENTS });
  });

  it("ends in 2 for a bad archive, with one line", async () => {
    const path = writeFixture("bad.vpk", new Uint8Array(50));
    const { code, stdout, stderr } = await runVisleaf("inspect", path);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toMatch(/^visleaf: VPK .*\[bad-magic\]$/);
  });
});
