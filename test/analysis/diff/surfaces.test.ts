/** Geometry, light and visibility diffs of two versions, with areas and steps computed by hand. */

import { beforeAll, describe, expect, it } from "vitest";
import { windingArea } from "../../../src/analysis/diff/surfaces/windings.ts";
import type { MapDiff } from "../../../src/analysis/diff/types.ts";
import type { LumpName } from "../../../src/formats/bsp/lumps.ts";
import { makeBox } from "../../compile/make-vmf.ts";
import { compileVersion, diffBytes, listOther, makeSource, type Source } from "./made-versions.ts";

let base: Uint8Array;
beforeAll(async () => {
  base = await compileVersion(makeSource());
});

async function diffWith(change: Partial<Source>): Promise<MapDiff> {
  return diffBytes(base, await compileVersion(makeSource(change)));
}

const WALL = "dev/dev_measurewall01a";

describe("a surface diff by area", () => {
  it("reports the five faces of a removed crate, and the floor below it", async () => {
    const diff = await diffWith({ crate: null });
    expect(diff.surfaces.removedArea).toBeCloseTo(5 * 1024, 0);
    expect(diff.surfaces.addedArea).toBeCloseTo(1024, 0);
    expect(diff.surfaces.repaintedArea).toBe(0);
    const [{ material, added, removed, a, b }] = diff.surfaces.materials;
    expect(material).toBe(WALL);
    expect([added, removed].map(Math.round)).toEqual([1024, 5120]);
    expect(a - b).toBeCloseTo(4096, 0);
    for (const { corners, area } of diff.surfaces.changes) {
      expect(windingArea(corners)).toBeCloseTo(area, 3);
    }
    expect(diff.solids.changes).toEqual([
      {
        ...{ change: "removed", contents: ["SOLID"], materials: [WALL], owner: "world" },
        box: { mins: [64, 64, 0], maxs: [96, 96, 32] },
      },
    ]);
    expect(diff.entities.changes).toEqual([]);
    expect(diff.staticProps.changes).toEqual([]);
    expect(diff.places).toHaveLength(1);
    expect(diff.places[0].box).toEqual({ mins: [64, 64, 0], maxs: [96, 96, 32] });
  });

  it("reports the areas that a crate left and the areas it covers after moving by half its width", async () => {
    const diff = await diffWith({ crate: [80, 64, 0] });
    // Top and floor swap over 16 by 32, and so do the two sides along the way; the sides across it
    // change whole.
    expect(diff.surfaces.removedArea).toBeCloseTo(16 * 32 * 4 + 2 * 1024, 0);
    expect(diff.surfaces.addedArea).toBeCloseTo(16 * 32 * 4 + 2 * 1024, 0);
    expect(diff.solids.changes.map(({ change }) => change)).toEqual(["added", "removed"]);
  });

  it("reports repainted faces as neither added nor removed", async () => {
    const diff = await diffWith({ crateSides: { material: "dev/other" } });
    const { repaintedArea, addedArea, removedArea, changes, materials } = diff.surfaces;
    expect(repaintedArea).toBeCloseTo(5 * 1024, 0);
    expect([addedArea, removedArea]).toEqual([0, 0]);
    for (const { change, material, was } of changes) {
      expect({ change, material, was }).toEqual({
        ...{ change: "repainted", material: "dev/other", was: WALL },
      });
    }
    expect(materials.map(({ material }) => material)).toEqual([WALL, "dev/other"]);
    expect(diff.displacements.changes).toEqual([]);
  });

  it("reports faces whose texture or luxels have another size", async () => {
    const textures = await diffWith({ crateSides: { textureScale: 0.5 } });
    expect(listOther(textures)).toEqual(["surfaces"]);
    expect(textures.surfaces.changes.map(({ change }) => change)).toEqual(
      Array(5).fill("realigned"),
    );
    const luxels = await diffWith({ crateSides: { lightmapScale: 8 } });
    expect(luxels.surfaces.changes.map(({ change }) => change)).toEqual(Array(5).fill("regridded"));
    expect(luxels.light.unlikeFaces).toBe(5);
  });

  it("reports a realigned texture on a brush that another compiler rounded", async () => {
    const compile = (nudge: number, shift: number) =>
      compileVersion(makeSource({ crate: [64.03125, 64, 0] }), (map) => {
        // 64.03125 and 96.03125 lie halfway between two steps of 1/16.
        const edit = (name: LumpName, change: (view: DataView) => void) => {
          const { version, bytes } = map.lumps.get(name)!;
          const copy = bytes.slice();
          change(new DataView(copy.buffer));
          map.lumps.set(name, { version, bytes: copy });
        };
        edit("LUMP_VERTEXES", (view) => {
          for (let at = 0; at < view.byteLength; at += 12) {
            const x = view.getFloat32(at, true);
            if (!Number.isInteger(x)) view.setFloat32(at, x + nudge, true);
          }
        });
        // The offset along s of every texture.
        edit("LUMP_TEXINFO", (view) => {
          for (let at = 12; at < view.byteLength; at += 72) {
            view.setFloat32(at, view.getFloat32(at, true) + shift, true);
          }
        });
      });
    const was = await compile(0, 0);
    expect((await diffBytes(was, await compile(-0.002, 0))).surfaces.changes).toEqual([]);
    const exact = (await diffBytes(was, await compile(0, 8))).surfaces.changes;
    const rounded = (await diffBytes(was, await compile(-0.002, 8))).surfaces.changes;
    expect(exact.length).toBeGreaterThan(5);
    expect(rounded.map(({ change }) => change)).toEqual(exact.map(() => "realigned"));
  });

  it("reports how far raised ground moved, and nothing else", async () => {
    const diff = await diffWith({ raised: 20 });
    expect(listOther(diff).filter((part) => !/^(light|ambient)$/.test(part))).toEqual([
      "displacements",
    ]);
    expect(diff.displacements.changes).toMatchObject([
      { change: "changed", largestMove: 12, largestBlend: 0 },
    ]);
  });
});

describe("a brush diff", () => {
  const crateAt = async (x: number, nudge: (dist: number) => number = (dist) => dist) =>
    compileVersion(makeSource({ crate: [x, 64, 0] }), (map) => {
      const { version, bytes } = map.lumps.get("LUMP_PLANES")!;
      const copy = bytes.slice();
      const planes = new DataView(copy.buffer);
      for (let at = 0; at < copy.length; at += 20) {
        planes.setFloat32(at + 12, nudge(planes.getFloat32(at + 12, true)), true);
      }
      map.lumps.set("LUMP_PLANES", { version, bytes: copy });
    });
  const solidsOf = async (a: Uint8Array, b: Uint8Array) => (await diffBytes(a, b)).solids.changes;

  it("ignores plane distances that differ by rounding", async () => {
    // 64.03125 is halfway between two steps of 1/16.
    const was = await crateAt(64.03125);
    const nudge = (dist: number) =>
      Number.isInteger(dist) ? dist : dist - Math.sign(dist) * 0.002;
    expect(await solidsOf(was, await crateAt(64.03125, nudge))).toEqual([]);
    // More than a step is a move of one brush.
    const moved = await solidsOf(was, await crateAt(64.125));
    expect(moved.map(({ change }) => change)).toEqual(["added", "removed"]);
  });

  it("reports only the brush of a deleted door", async () => {
    const withoutDoor = makeSource();
    const entities = withoutDoor.entities.filter((one) => one.get("classname") !== "func_button");
    const changes = await solidsOf(base, await compileVersion({ ...withoutDoor, entities }));
    expect(changes.map(({ change, owner }) => [change, owner.split(" ")[0]])).toEqual([
      ["removed", "func_button"],
    ]);
  });

  it("keeps the brush of a door whose entity alone was deleted", async () => {
    const cut = await compileVersion(makeSource(), (map) => {
      const { version, bytes } = map.lumps.get("LUMP_ENTITIES")!;
      const text = new TextDecoder().decode(bytes);
      const kept = text.split(/(?<=\}\n)/).filter((one) => !one.includes('"func_button"'));
      map.lumps.set("LUMP_ENTITIES", { version, bytes: new TextEncoder().encode(kept.join("")) });
    });
    const diff = await diffBytes(base, cut);
    expect(diff.entities.changes.map(({ change }) => change)).toEqual(["removed"]);
    expect(diff.solids.changes).toEqual([]);
    // A brush without an entity is not matched with one at another place.
    expect((await diffBytes(cut, base)).solids.changes).toEqual([]);
  });
});

describe("a light and visibility diff", () => {
  it("reports luxels near a moved lamp, and the lamp itself", async () => {
    const diff = await diffWith({ lamp: "60 180 60" });
    expect(listOther(diff)).toEqual(["entities", "light", "ambient"]);
    const { side, changedFaces, comparedFaces, faces, lights, largestChange } = diff.light;
    expect(side).toBe("hdr");
    expect(changedFaces).toBeGreaterThan(5);
    expect(changedFaces).toBeLessThanOrEqual(comparedFaces);
    expect(lights).toEqual(["light moved, at 60 180 60"]);
    expect(largestChange).toBe(Math.max(...faces.map((face) => face.largestChange)));
    const steps = faces.map(({ levels }) => levels);
    expect(steps).toEqual([...steps].sort((a, b) => b - a));
    expect(steps[0]).toBeGreaterThan(10);
    expect(diff.places).toHaveLength(1);
  });

  it("counts luxels: one that is twice as bright", async () => {
    const brighter = await compileVersion(makeSource(), (map) => {
      const { version, bytes } = map.lumps.get("LUMP_LIGHTING")!;
      const copy = bytes.slice();
      // Raises the exponent of one lit luxel.
      const at = copy.findIndex((value, i) => i > 400 && i % 4 === 0 && value > 40);
      copy[at + 3]++;
      map.lumps.set("LUMP_LIGHTING", { version, bytes: copy });
    });
    const diff = await diffBytes(base, brighter);
    expect(listOther(diff)).toEqual(["light"]);
    expect([diff.light.side, diff.light.changedFaces]).toEqual(["ldr", 1]);
    const [{ a, b, meanChange, largestChange }] = diff.light.faces;
    expect(b - a).toBeCloseTo(meanChange, 6);
    expect(largestChange).toBeGreaterThan(meanChange);
    const back = await diffBytes(brighter, base);
    expect(back.light.faces[0].largestChange).toBe(largestChange);
  });

  it("reports lost cluster pairs, and no gained ones, if a door is walled up", async () => {
    const source = makeSource();
    const wall = makeBox([256, 96, 0], [272, 160, 96]);
    const solids = [...source.world.solids, wall];
    const closed = await compileVersion({ ...source, world: { ...source.world, solids } });
    const diff = await diffBytes(base, closed);
    expect(diff.visibility.lost).toBeGreaterThan(0);
    expect(diff.visibility.gained).toBe(0);
    expect(diff.visibility.pairsB).toBeLessThan(diff.visibility.pairsA);
    const back = await diffBytes(closed, base);
    expect(back.visibility.lost).toBe(0);
    expect(back.visibility.gained).toBe(diff.visibility.lost);
  });
});

describe("a packed file diff", () => {
  const text = (words: string) => new TextEncoder().encode(words);
  const packed = (files: Readonly<Record<string, string>>) =>
    compileVersion(makeSource(), (map) => {
      for (const [path, words] of Object.entries(files)) map.pak.set(path, text(words));
    });

  it("reports files by content as added, removed, changed or renamed", async () => {
    const a = await packed({ "a.txt": "one", "b.txt": "two", "c.txt": "three", "d.txt": "gone" });
    const b = await packed({ "a.txt": "one", "b.txt": "too", "e.txt": "three", "f.txt": "new" });
    const diff = await diffBytes(a, b);
    expect(listOther(diff)).toEqual(["packed"]);
    const { changes, countA, countB } = diff.packed;
    expect([countA, countB]).toEqual([4, 4]);
    expect(changes.map(({ change, path, was }) => [change, path, was])).toEqual([
      ["added", "f.txt", null],
      ["changed", "b.txt", null],
      ["removed", "d.txt", null],
      ["renamed", "e.txt", "c.txt"],
    ]);
  });

  it("matches files below the map's name with files below its other name", async () => {
    const a = await packed({ "materials/maps/court_a1/wall.vmt": "x" });
    const b = await packed({ "materials/maps/court_a2/wall.vmt": "x" });
    expect((await diffBytes(a, b)).isSame).toBe(true);
  });
});
