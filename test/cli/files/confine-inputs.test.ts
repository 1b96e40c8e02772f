import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, it, vi } from "vitest";
import { openContent } from "../../../src/cli/content/open-content.ts";
import { CONFINED_TO } from "../../../src/cli/files/confine-inputs.ts";
import { openDiskFile, openDiskFolder } from "../../../src/cli/files/disk-folder.ts";
import { withFileBytes } from "../../../src/cli/files/file-bytes.ts";
import { readInput, readInputSync } from "../../../src/cli/files/inputs.ts";

const base = mkdtempSync(join(tmpdir(), "visleaf-confine-"));
afterAll(() => rmSync(base, { recursive: true }));
const games = join(base, "games");
const mod = join(games, "mod");
const secret = join(games, "hl2", "materials", "wall.vmt");

mkdirSync(join(mod, "materials"), { recursive: true });
mkdirSync(join(games, "hl2", "materials"), { recursive: true });
writeFileSync(secret, "secret");
writeFileSync(join(mod, "materials", "own.vmt"), "own");
symlinkSync(secret, join(mod, "materials", "link.vmt"));
writeFileSync(
  join(mod, "gameinfo.txt"),
  '"GameInfo" { "game" "Mod" "FileSystem" { "SearchPaths" { "game" "|gameinfo_path|." "game" "hl2" } } }',
);

const readAll = async (path: string) => {
  const { sources } = await openContent([mod]);
  for (const source of sources) {
    const bytes = await source.read(path);
    if (bytes !== null) return new TextDecoder().decode(bytes);
  }
  return null;
};

describe("without confinement", () => {
  it("search paths lead above the folder that was named", async () => {
    expect(await readAll("materials/wall.vmt")).toBe("secret");
  });
});

describe("reading confined to a folder", () => {
  beforeEach(() => void vi.stubEnv(CONFINED_TO, JSON.stringify([mod])));

  it("refuses files elsewhere, however they are opened", async () => {
    const refusal = "lies outside of the folders that may be read";
    await expect(readInput(secret)).rejects.toThrow(refusal);
    expect(() => readInputSync(secret)).toThrow(refusal);
    await expect(openDiskFile(secret)).rejects.toThrow(refusal);
    await expect(withFileBytes(secret, async () => 0)).rejects.toThrow(refusal);
    await expect(readInput(join(mod, "..", "hl2", "materials", "wall.vmt"))).rejects.toThrow(
      refusal,
    );
    await expect(readInput(join(mod, "materials", "link.vmt"))).rejects.toThrow(refusal);
  });

  it("reads files of the folder, but none to which search paths or links lead", async () => {
    expect(await readAll("materials/own.vmt")).toBe("own");
    expect(await readAll("materials/wall.vmt")).toBeNull();
    expect(await readAll("materials/link.vmt")).toBeNull();
  });

  it("lists of a folder above only the way down", async () => {
    const names: string[] = [];
    const handle = await openDiskFolder(games, false);
    for await (const { name } of handle.values()) names.push(name);
    expect(names).toEqual(["mod"]);
  });
});
