import { describe, expect, it } from "vitest";
import { fromDrop, fromPickedFolder, listMaps } from "../../../src/app/files/dropped-files.ts";

function pickedFile(path: string): File {
  const file = new File(["x"], path.split("/").at(-1)!);
  return Object.defineProperty(file, "webkitRelativePath", { value: path });
}

/** Returns a dropped folder as the browser presents it: entries, a few at a time. */
function folderEntry(path: string, children: readonly unknown[]): unknown {
  return {
    isFile: false,
    isDirectory: true,
    name: path.split("/").at(-1),
    fullPath: path,
    createReader() {
      const rest = [...children];
      return {
        readEntries: (resolve: (entries: unknown[]) => void) => resolve(rest.splice(0, 2)),
      };
    },
  };
}

function fileEntry(path: string): unknown {
  const name = path.split("/").at(-1)!;
  return {
    isFile: true,
    isDirectory: false,
    name,
    fullPath: path,
    file: (resolve: (file: File) => void) => resolve(new File(["x"], name)),
  };
}

function transfer(...entries: unknown[]): DataTransfer {
  const items = entries.map((entry) => ({ kind: "file", webkitGetAsEntry: () => entry }));
  return { items } as unknown as DataTransfer;
}

describe("a picked folder", () => {
  it("becomes a source with the folder's name and the paths of its files", () => {
    const spec = fromPickedFolder([pickedFile("game/materials/a.vmt"), pickedFile("game/m.bsp")]);
    expect(spec).toMatchObject({ kind: "files", label: "game" });
    expect(spec?.files.map((file) => file.path)).toEqual(["game/materials/a.vmt", "game/m.bsp"]);
    expect(listMaps(spec ? [spec] : []).map((file) => file.name)).toEqual(["m.bsp"]);
  });

  it("gives null without files", () => expect(fromPickedFolder([])).toBeNull());
});

describe("a drop", () => {
  it("sorts maps and folders into maps and content", async () => {
    const game = folderEntry("/game", [
      folderEntry("/game/materials", [
        fileEntry("/game/materials/a.vmt"),
        fileEntry("/game/materials/b.vmt"),
        fileEntry("/game/materials/c.vmt"),
      ]),
      fileEntry("/game/x.BSP"),
    ]);
    const picked = await fromDrop(transfer(fileEntry("/one.bsp"), game, fileEntry("/two.bsp")));
    expect(picked.maps.map((file) => file.name)).toEqual(["one.bsp", "two.bsp"]);
    expect(picked.content).toHaveLength(1);
    expect(picked.content[0].files.map((file) => file.path)).toEqual([
      "/game/materials/a.vmt",
      "/game/materials/b.vmt",
      "/game/materials/c.vmt",
      "/game/x.BSP",
    ]);
    expect(listMaps(picked.content)).toHaveLength(1);
  });

  it("treats a single file as a map, whatever its name", async () => {
    const picked = await fromDrop(transfer(fileEntry("/readme.txt")));
    expect(picked.maps.map((file) => file.name)).toEqual(["readme.txt"]);
    expect(picked.content).toEqual([]);
  });

  it("takes loose files beside a map as its content", async () => {
    const picked = await fromDrop(transfer(fileEntry("/a.bsp"), fileEntry("/b.vmt")));
    expect(picked.maps).toHaveLength(1);
    expect(picked.content[0].files.map((file) => file.path)).toEqual(["b.vmt"]);
  });
});
