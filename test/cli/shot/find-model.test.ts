import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { findModel } from "../../../src/cli/shot/find-model.ts";
import { Content } from "../../../src/content/content.ts";

const folder = mkdtempSync(join(tmpdir(), "visleaf-find-model-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Writes files with their paths as text, and finds a model by its path. */
async function find(root: string, files: readonly string[], model: string) {
  for (const file of files) {
    const path = join(folder, root, file);
    mkdirSync(dirname(path), { recursive: true });
    const text = file.endsWith("gameinfo.txt") ? GAME_INFO : file;
    writeFileSync(path, text);
  }
  const { path, sources } = await findModel(join(folder, root, model), []);
  const content = new Content(sources);
  const read = async (wanted: string) => {
    const bytes = await content.read(wanted);
    return bytes === null ? null : new TextDecoder().decode(bytes);
  };
  return { path, read };
}

const GAME_INFO = '"GameInfo" { "FileSystem" { "SearchPaths" { "game" "|gameinfo_path|." } } }';

describe("a model given by its path", () => {
  it("is found with its companion files, even if games lie in the same folder", async () => {
    const files = [
      "game/gameinfo.txt",
      "game/models/a.mdl",
      "game/materials/of-game.vmt",
      "Models/a.mdl",
      "Models/A.vvd",
      "materials/own.vmt",
    ];
    const { path, read } = await find("mixed", files, "Models/a.mdl");
    expect(path).toBe("models/a.mdl");
    expect(await read("models/a.mdl")).toBe("Models/a.mdl");
    expect(await read("models/a.vvd")).toBe("Models/A.vvd");
    expect(await read("materials/own.vmt")).toBe("materials/own.vmt");
    expect(await read("materials/of-game.vmt")).toBe("game/materials/of-game.vmt");
  });

  it("is found in a game, and in a folder of any name", async () => {
    const game = await find("plain", ["gameinfo.txt", "models/x/b.mdl"], "models/x/b.mdl");
    expect(game.path).toBe("models/x/b.mdl");
    expect(await game.read("models/x/b.mdl")).toBe("models/x/b.mdl");
    const loose = await find("loose", ["c.mdl", "c.vvd"], "c.mdl");
    expect(loose.path).toBe("models/c.mdl");
    expect(await loose.read("models/c.vvd")).toBe("c.vvd");
  });

  it("does not read a folder as a file", async () => {
    const { read } = await find("folders", ["models/d.mdl", "models/d/e.vvd"], "models/d.mdl");
    expect(await read("models/d")).toBeNull();
  });
});
