import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { openDirectory } from "../../src/cli/directory-source.ts";

const folder = mkdtempSync(join(tmpdir(), "visleaf-content-"));
afterAll(() => rmSync(folder, { recursive: true }));
mkdirSync(join(folder, "Materials/Brick"), { recursive: true });
writeFileSync(join(folder, "Materials/Brick/WALL01.vmt"), "wall");
writeFileSync(join(folder, "readme"), "text");

describe("a folder as a content source", () => {
  it("finds files whatever the case of their names on disk", async () => {
    const source = await openDirectory(folder);
    const bytes = await source.read("materials/brick/wall01.vmt");
    expect(new TextDecoder().decode(bytes!)).toBe("wall");
    expect(bytes!.constructor).toBe(Uint8Array);
  });

  it("has no file where there is none, a folder, or a file on the way", async () => {
    const source = await openDirectory(folder);
    for (const path of ["materials/wood.vmt", "models/a.mdl", "materials/brick", "readme/a.vmt"]) {
      expect(await source.read(path)).toBeNull();
    }
  });

  it("must be there", async () => {
    await expect(openDirectory(join(folder, "nowhere"))).rejects.toThrow("is no folder");
    await expect(openDirectory(join(folder, "readme"))).rejects.toThrow("is no folder");
  });
});
