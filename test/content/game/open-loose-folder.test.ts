import { describe, expect, it } from "vitest";
import { filesTree, handleTree, openLooseFolder } from "../../../src/content/game/index.ts";
import { openSource } from "../../../src/content/open-source.ts";
import { CancelledError } from "../../../src/core/errors.ts";
import { writeSplitVpk } from "../../../src/formats/vpk/index.ts";
import { directoryHandle, pickedFiles } from "./make-tree.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const vpk = writeSplitVpk(
  new Map([
    ["materials/packed.vmt", bytes("packed")],
    ["maps/in_vpk.bsp", bytes("a map")],
  ]),
  1,
);

const FILES = {
  "one.bsp": "map",
  "maps/two.bsp.bz2": "map",
  "maps/Two.bsp": "map",
  "gathered/three.visleaf.zip": "map",
  "addons/first/materials/a.vmt": "first a",
  "addons/first/materials/maps/hidden.bsp": "no map",
  "addons/second/models/b.mdl": "second b",
  "addons/pak_dir.vpk": vpk.directory,
  ...Object.fromEntries(vpk.parts.map((part, i) => [`addons/pak_00${i}.vpk`, part])),
  "addons/broken.vpk": "nothing",
  "work/barrel/Barrel.qc": "a script",
  "work/barrel/barrel.smd": "a mesh",
  "work/barrel/anims/Idle.smd": "an animation",
  "work/barrel/anims/notes.txt": "notes",
};

const inside = Object.fromEntries(Object.entries(FILES).map(([k, v]) => [`Stuff/${k}`, v]));
const TREES = {
  files: () => filesTree(pickedFiles(inside)),
  handles: () => handleTree(directoryHandle("Stuff", FILES)),
};

describe.each(Object.keys(TREES) as (keyof typeof TREES)[])(
  "a folder without a game, by %s",
  (by) => {
    it("has its maps at any depth, and content from folders and archives", async () => {
      const folder = await openLooseFolder(TREES[by](), "stuff", "Stuff");
      expect(folder.title).toBe("Stuff");
      expect(folder.maps.map(({ name }) => name)).toEqual(["in_vpk", "one", "three", "two"]);
      expect(folder.problems).toEqual([
        expect.stringMatching(/^stuff\/addons\/broken\.vpk is left out: /),
      ]);
      const sources = folder.content.map(openSource);
      const read = async (path: string) => {
        for (const source of sources) {
          const found = await source.read(path);
          if (found) return new TextDecoder().decode(found);
        }
        return null;
      };
      expect(await read("materials/a.vmt")).toBe("first a");
      expect(await read("models/b.mdl")).toBe("second b");
      expect(await read("materials/packed.vmt")).toBe("packed");
      expect(await read("materials/none.vmt")).toBeNull();
      // Sources have one root folder, with subfolders.
      expect(await read("barrel.qc")).toBe("a script");
      expect(await read("anims/idle.smd")).toBe("an animation");
      expect(folder.content.map((spec) => ("label" in spec ? spec.label : ""))).toEqual([
        ...["stuff/addons/pak_dir.vpk", "stuff/addons/first", "stuff/addons/second"],
        "stuff/work/barrel",
      ]);
    });

    it("can be cancelled", async () => {
      const given = AbortSignal.abort();
      await expect(openLooseFolder(TREES[by](), "stuff", "Stuff", given)).rejects.toThrow(
        CancelledError,
      );
    });
  },
);

describe("a picked subfolder of content", () => {
  it("becomes content if given as files; as a handle, it reports the folder to add", async () => {
    const files = filesTree(pickedFiles({ "materials/brick/a.vmt": "a" }));
    const folder = await openLooseFolder(files, "materials", "materials");
    expect(await openSource(folder.content[0]).read("materials/brick/a.vmt")).toEqual(bytes("a"));
    const handles = handleTree(directoryHandle("materials", { "brick/a.vmt": "a" }));
    const refused = await openLooseFolder(handles, "materials", "materials");
    expect(refused.content).toEqual([]);
    expect(refused.problems[0]).toContain("add the folder above it");
  });
});
