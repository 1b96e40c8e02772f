import { expect, it } from "vitest";
import { createLibrary } from "../../../src/app/library/library.ts";
import type { PageStore } from "../../../src/app/library/page-store.ts";
import { filesTree } from "../../../src/content/game/index.ts";

const unused = () => Promise.reject(new Error("not for this test"));
const STORE: PageStore = {
  folders: async () => [],
  keepFolder: unused,
  forgetFolder: async () => undefined,
  recents: unused,
  keepRecent: unused,
  forgetRecents: unused,
  places: unused,
  changePlaces: unused,
  consoleLines: unused,
  keepConsoleLines: unused,
  see: unused,
};

function openLibrary() {
  const faults: unknown[] = [];
  const library = createLibrary(
    STORE,
    () => undefined,
    (fault) => faults.push(fault),
  );
  const add = (name: string, ...paths: string[]) =>
    library.addTree(
      name,
      filesTree(paths.map((path) => ({ path: `${name}/${path}`, blob: new Blob(["VBSP"]) }))),
    );
  return { library, add, faults };
}

it("the library renames a second folder of the same name, and recognizes a folder added again", async () => {
  const { library, add, faults } = openLibrary();
  const first = await add("Stuff", "maps/a.bsp");
  const second = await add("Stuff", "maps/b.bsp", "materials/x.vmt");
  const again = await add("Stuff", "maps/c.bsp");
  expect([first.name, second.name, again.name]).toEqual(["Stuff", "Stuff (2)", "Stuff"]);
  expect(library.folders.map(({ name }) => name)).toEqual(["Stuff", "Stuff (2)"]);
  const maps = library.collections.map(({ title, maps }) => [
    title,
    ...maps.map((map) => map.name),
  ]);
  expect(maps).toEqual([
    ["Stuff", "c"],
    ["Stuff (2)", "b"],
  ]);
  // Maps of the renamed folder are found by its new name.
  const place = await library.collections[1].maps[0].locate();
  expect("blob" in place && place.blob.size).toBe(4);
  expect(library.collections[1].content).toHaveLength(1);
  expect(faults).toEqual([]);
});

it("the library does not list a folder without maps and content, and gives the reason", async () => {
  const { library, add } = openLibrary();
  const added = await add("holiday", "beach.jpg");
  expect(added.collections).toEqual([]);
  expect(added.fault).toContain("no gameinfo.txt");
  expect(library.folders).toEqual([]);
});

it("the library reports the maps of each of two folders added at once", async () => {
  const { library, add } = openLibrary();
  const added = await Promise.all([add("one", "maps/a.bsp"), add("two", "maps/b.bsp")]);
  const maps = added.map(({ collections }) =>
    collections.flatMap((collection) => collection.maps.map((map) => map.name)),
  );
  expect(maps).toEqual([["a"], ["b"]]);
  expect(library.isReading).toBe(false);
});
