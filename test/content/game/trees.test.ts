/** Trees of picked folders: repeated requests, two picks with one name, and a renamed pick. */

import { describe, expect, it } from "vitest";
import {
  filesTree,
  findFile,
  handleTree,
  joinTrees,
  listArchiveMaps,
  listFolderMaps,
  renameTree,
} from "../../../src/content/game/file-tree.ts";
import type { ContentArchive, StoredFile } from "../../../src/content/types.ts";
import { directoryHandle, pickedFiles } from "./make-tree.ts";

const FILES = {
  "Mod/maps/A.bsp": "a",
  "Mod/maps/a.bsp.bz2": "packed a",
  "Mod/maps/workshop/125/B.BSP": "bb",
  "Mod/maps/one/two/three/deep.bsp": "deep",
  "Mod/maps/readme.txt": "text",
  "Mod/Materials/Wall.vmt": "first",
  "Mod/materials/wall.VMT": "second",
  "Mod/bin/x.dll": "program",
  "Mod/gameinfo.txt": "info",
};
const textOf = async (file: StoredFile | null) => (file instanceof Blob ? file.text() : null);

async function everything(tree: ReturnType<typeof filesTree>, path = ""): Promise<string[]> {
  const found: string[] = [];
  for (const [key, entry] of (await tree.list(path)) ?? []) {
    const at = path === "" ? key : `${path}/${key}`;
    if (entry.kind === "folder")
      found.push(`${at}/ ${entry.name}`, ...(await everything(tree, at)));
    else found.push(`${at} ${entry.name}`);
  }
  return found;
}

describe("a tree of files", () => {
  const tree = filesTree(pickedFiles(FILES));

  it("lists each file once, the first of names that differ in case, in every request", async () => {
    const first = await everything(tree);
    expect(first).toContain("mod/materials/wall.vmt Wall.vmt");
    expect(first.filter((one) => one.startsWith("mod/materials/"))).toHaveLength(2);
    // Each returned list is a copy.
    ((await tree.list("mod")) as Map<string, unknown>).clear();
    expect(await everything(tree)).toEqual(first);
    expect(await textOf(await findFile(tree, "mod/materials/wall.vmt"))).toBe("first");
    expect(await findFile(tree, "mod/materials")).toBeNull();
    expect([await tree.list("mod/none"), await tree.mount("none", "x")]).toEqual([null, null]);
  });

  it("mounts the same content twice, without programs", async () => {
    const paths = async () => {
      const spec = await tree.mount("mod", "Mod");
      return spec?.kind === "folder" ? spec.files.map(({ path }) => path).sort() : null;
    };
    const first = await paths();
    expect(first).toEqual(
      expect.arrayContaining(["gameinfo.txt", "materials/wall.vmt", "maps/a.bsp"]),
    );
    expect(first!.some((path) => path.startsWith("bin/"))).toBe(false);
    expect(await paths()).toEqual(first);
  });

  it("lists maps down to two folders, compressed copies last, and locates each", async () => {
    for (const _ of [1, 2]) {
      const maps = await listFolderMaps(tree, "mod");
      expect(maps.map(({ name, byteLength, mount }) => [name, byteLength, mount])).toEqual([
        ["workshop/125/b", 2, "mod"],
        ["a", 1, "mod"],
        ["a", 8, "mod"],
      ]);
      const texts = await Promise.all(
        maps.map(async (map) => {
          const at = await map.locate();
          return "blob" in at ? at.blob.text() : "";
        }),
      );
      expect(texts).toEqual(["bb", "a", "packed a"]);
    }
  });
});

describe("joinTrees and renameTree", () => {
  const made = (text: string) =>
    filesTree(pickedFiles({ "Game/x.txt": text, [`${text}/y.txt`]: text }));

  it("give the first of two equal names to the first pick, each time", async () => {
    const tree = joinTrees([made("One"), made("Two")]);
    for (const _ of [1, 2]) {
      expect([...(await tree.list(""))!.keys()]).toEqual(["game", "one", "two"]);
      expect(await textOf(await findFile(tree, "game/x.txt"))).toBe("One");
      expect(await textOf(await findFile(tree, "two/y.txt"))).toBe("Two");
      expect(await tree.list("three")).toBeNull();
      expect(await tree.mount("two", "label")).toMatchObject({ label: "label" });
    }
  });

  it("have only the new name", async () => {
    const tree = renameTree(made("One"), "Game", "Renamed");
    for (const _ of [1, 2]) {
      const top = (await tree.list(""))!;
      expect([...top].map(([key, { name }]) => [key, name])).toEqual([["renamed", "Renamed"]]);
      expect(await textOf(await findFile(tree, "renamed/x.txt"))).toBe("One");
      expect(await tree.list("RENAMED")).not.toBeNull();
      for (const path of ["game", "one", "renamedx"]) {
        expect([await tree.list(path), await tree.mount(path, "x")]).toEqual([null, null]);
      }
      expect(await tree.mount("renamed", "label")).toMatchObject({ label: "label" });
    }
  });
});

describe("a folder handle", () => {
  it("is listed once, and again after a failure", async () => {
    const listed: string[] = [];
    const handle = directoryHandle("Mod", { "maps/a.bsp": "a", "maps/b.bsp": "b" }, listed);
    const tree = handleTree(handle);
    for (const _ of [1, 2]) {
      expect([...(await tree.list("mod/maps"))!.keys()]).toEqual(["a.bsp", "b.bsp"]);
      expect((await tree.list(""))!.get("mod")?.name).toBe("Mod");
      expect(await tree.list("mod/none/deeper")).toBeNull();
      expect((await tree.mount("mod/maps", "label"))?.kind).toBe("directory");
    }
    expect(listed).toEqual(["Mod", "maps"]);
    let calls = 0;
    const broken = {
      ...{ kind: "directory", name: "Mod" },
      async *values() {
        if (calls++ === 0) throw new Error("the disk is away");
        yield* [];
      },
    } as unknown as FileSystemDirectoryHandle;
    const later = handleTree(broken);
    await expect(later.list("mod")).rejects.toThrow("the disk is away");
    expect(await later.list("mod")).toEqual(new Map());
    expect(calls).toBe(2);
  });
});

describe("maps of an archive", () => {
  it("are read from the archive, which is opened again for each read", async () => {
    let opened = 0;
    const archive = (text: string | null): ContentArchive => ({
      label: "pak",
      list: () => [
        { path: "maps/Deep/C.bsp", byteLength: 5 },
        { path: "maps/c.txt", byteLength: 1 },
        { path: "other/maps/d.bsp", byteLength: 1 },
      ],
      read: async (path) => (text === null ? null : new TextEncoder().encode(`${text} ${path}`)),
    });
    const reopen = async () => archive(opened++ < 2 ? `read ${opened}` : null);
    const maps = listArchiveMaps(archive("first"), "pak01", reopen);
    expect(maps.map(({ name, byteLength, mount }) => [name, byteLength, mount])).toEqual([
      ["deep/c", 5, "pak01"],
    ]);
    expect(opened).toBe(0);
    for (const time of [1, 2]) {
      const at = await maps[0].locate();
      expect("bytes" in at && new TextDecoder().decode(at.bytes)).toBe(
        `read ${time} maps/Deep/C.bsp`,
      );
    }
    await expect(maps[0].locate()).rejects.toThrow("no longer in pak01");
  });
});
