import { describe, expect, it } from "vitest";
import { isStoredPlaces, readPlaces } from "../../../src/app/library/page-store.ts";
import {
  addPlaces,
  freeKey,
  type KeptPlace,
  keepAtKey,
  MOST_PLACES,
  makePlace,
  movePlace,
  type PlaceEdit,
  putBack,
  removePlace,
  renamePlace,
  setKey,
} from "../../../src/app/places/kept-places.ts";
import { createPlaceList, type PlaceNews } from "../../../src/app/places/place-list.ts";

const CAMERA = { x: 1, y: -2, z: 3, pitch: 4, yaw: 500, fov: 90 };
const make = (id: string, name = id, key: number | null = null): KeptPlace => ({
  ...{ id, name, key },
  camera: CAMERA,
});
const ABC = [make("a", "a", 1), make("b", "", 2), make("c")];
const ids = (places: readonly KeptPlace[]) => places.map(({ id }) => id).join("");
const keys = (places: readonly KeptPlace[]) => places.map(({ key }) => key ?? "-").join("");

describe("a list of places", () => {
  it.each([
    ["a", "c", "bac"],
    ["a", null, "bca"],
    ["c", "a", "cab"],
    ["b", "b", "abc"],
    ["b", "gone", "acb"],
    ["gone", "a", "abc"],
  ])("puts %s before %s", (id, before, order) => {
    expect(ids(movePlace(id, before)(ABC))).toBe(order);
  });

  it("gives a key to one place alone, and keeps every named place", () => {
    expect(keys(setKey("c", 1)(ABC))).toBe("-21");
    expect(keys(setKey("a", null)(ABC))).toBe("-2-");
    expect(keys(setKey("gone", 1)(ABC))).toBe("12-");
    const named = keepAtKey(make("d", ""), 1)(ABC);
    expect([ids(named), keys(named)]).toEqual(["abcd", "-2-1"]);
    const unnamed = keepAtKey(make("d", ""), 2)(ABC);
    expect([ids(unnamed), keys(unnamed)]).toEqual(["adc", "12-"]);
    const free = keepAtKey(make("d", ""), 9)(ABC);
    expect([ids(free), keys(free)]).toEqual(["abcd", "12-9"]);
    expect(ids(freeKey(2)(ABC))).toBe("ac");
    expect(keys(freeKey(1)(ABC))).toBe("-2-");
  });

  it("restores a deleted place before its old neighbour, or last if that is gone", () => {
    const left = removePlace("b")(ABC);
    expect(ids(left)).toBe("ac");
    expect(ids(putBack(ABC[1], "c")(left))).toBe("abc");
    expect(ids(putBack(ABC[1], "c")(removePlace("c")(left)))).toBe("ab");
    // Another tab has already restored the place.
    expect(ids(putBack(ABC[1], "c")(ABC))).toBe("abc");
  });

  it("names a place in one line, copies its camera, and has a maximum length", () => {
    expect(renamePlace("a", ` by\n the  door${"!".repeat(100)}`)(ABC)[0].name).toMatch(
      /^by the door!{69}$/,
    );
    const camera = { ...CAMERA };
    const place = makePlace(camera, "x");
    camera.x = 99;
    expect(place.camera).toEqual(CAMERA);
    const many = Array.from({ length: 600 }, (_, i) => make(`p${i}`));
    expect(addPlaces(many)(ABC).length).toBe(MOST_PLACES);
    expect(addPlaces([make("a")])(ABC)).toEqual(ABC);
    expect(keys(addPlaces([make("d", "d", 1)])(ABC))).toBe("12--");
  });
});

describe("stored places", () => {
  it("are read from the first version's format: nine cameras by key", () => {
    const row = {
      map: "m",
      list: [null, CAMERA, { ...CAMERA, x: "1" }, ...new Array(9).fill(CAMERA)],
    };
    expect(isStoredPlaces(row)).toBe(true);
    const places = readPlaces(row as never);
    expect(keys(places)).toBe("2456789");
    expect(places[0]).toEqual({ id: "bookmark 2", name: "", camera: CAMERA, key: 2 });
  });

  it("are read without invalid rows, and each id and key once", () => {
    const rows = [
      ...[null, 7, {}, make(""), { ...make("n"), name: 7 }, { ...make("n"), camera: null }],
      ...[make("a", "a", 3), make("a"), make("b", "b", 3), make("c", "c", 10), make("d", "d", 1.5)],
    ];
    const places = readPlaces({ map: "m", places: rows as KeptPlace[] });
    expect([ids(places), keys(places)]).toEqual(["abcd", "3---"]);
    expect(readPlaces(undefined)).toEqual([]);
  });
});

describe("two tabs with one map", () => {
  /** Makes a browser: its storage, and tabs that notify each other. */
  function openBrowser() {
    const kept = new Map<string, readonly KeptPlace[]>();
    const tabs: PlaceNews[] = [];
    const gates: (() => void)[] = [];
    let isSlow = false;
    const store = {
      places: async (map: string) => kept.get(map) ?? [],
      async changePlaces(map: string, edit: PlaceEdit) {
        if (isSlow) await new Promise<void>((open) => gates.push(open));
        const places = edit(kept.get(map) ?? []);
        kept.set(map, places);
        return places;
      },
    };
    const openTab = async () => {
      const news: PlaceNews = {
        onmessage: null,
        postMessage(map) {
          for (const tab of tabs) {
            if (tab !== news) tab.onmessage?.({ data: map } as MessageEvent);
          }
        },
      };
      tabs.push(news);
      const list = createPlaceList(store, news);
      await list.show("m");
      return list;
    };
    return { kept, store, openTab, gates, slow: (on: boolean) => (isSlow = on) };
  }
  const settle = () => new Promise((resolve) => setImmediate(resolve));

  it("both keep added places, and the last change of a place wins", async () => {
    const browser = openBrowser();
    const [one, two] = [await browser.openTab(), await browser.openTab()];
    await one.change(addPlaces([make("a"), make("b")]));
    await settle();
    expect(ids(two.places)).toBe("ab");
    // Both tabs change at once, before either is notified of the other's change.
    await Promise.all([
      one.change(addPlaces([make("c")])),
      two.change(addPlaces([make("d")])),
      one.change(renamePlace("a", "first")),
      two.change(renamePlace("a", "second")),
      two.change(removePlace("b")),
    ]);
    await settle();
    expect(ids(browser.kept.get("m")!)).toBe("acd");
    expect(one.places).toEqual(browser.kept.get("m"));
    expect(two.places).toEqual(browser.kept.get("m"));
    expect(one.places[0].name).toBe("second");
  });

  it("show a change at once, and keep it if an older list is read meanwhile", async () => {
    const browser = openBrowser();
    const [one, two] = [await browser.openTab(), await browser.openTab()];
    browser.slow(true);
    const changing = one.change(addPlaces([make("mine")]));
    expect(ids(one.places)).toBe("mine");
    browser.slow(false);
    await two.change(addPlaces([make("theirs")]));
    await settle();
    expect(ids(one.places)).toBe("mine");
    browser.gates[0]();
    await changing;
    await settle();
    expect(ids(one.places)).toBe("theirsmine");
    expect(ids(two.places)).toBe("theirsmine");
  });

  it("leave other maps alone, and show changes that could not be stored", async () => {
    const browser = openBrowser();
    const one = await browser.openTab();
    await one.change(addPlaces([make("x")]), "other");
    expect(one.places).toEqual([]);
    expect(ids(browser.kept.get("other")!)).toBe("x");
    browser.store.changePlaces = () => Promise.reject(new Error("nothing is kept here"));
    await expect(one.change(addPlaces([make("y", "y", 4)]))).rejects.toThrow("nothing is kept");
    expect(one.at(4)?.id).toBe("y");
  });
});
