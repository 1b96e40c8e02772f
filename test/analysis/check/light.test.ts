/** Light rules, each on a map with the fault and on one without. */

import { beforeAll, describe, expect, it } from "vitest";
import type { CompiledMap } from "../../../src/compile/types.ts";
import { makeTwoRooms } from "../../compile/make-vmf.ts";
import {
  addEntities,
  compileVmf,
  copyOf,
  editLump,
  findings,
  makeModel,
  openLeaf,
  said,
  setLump,
  setProps,
  soundVmf,
  text,
} from "./made-map.ts";

let sound: CompiledMap;
beforeAll(async () => {
  sound = await compileVmf(soundVmf());
});

const saidOf = async (map: CompiledMap, rule: string, name = "made") =>
  said(await findings(map, rule, { name }));

function without(side: "LDR" | "HDR"): CompiledMap {
  const map = copyOf(sound);
  for (const name of [...map.lumps.keys()]) {
    const isHdr = name.endsWith("_HDR");
    const isLight = /^LUMP_(LIGHTING|WORLDLIGHTS)/.test(name);
    if (isHdr === (side === "HDR") && (isLight || name === "LUMP_FACES_HDR"))
      map.lumps.delete(name);
  }
  return map;
}

describe("light rules", () => {
  it("no-light reports a map without light", async () => {
    const map = copyOf(without("HDR"));
    map.lumps.delete("LUMP_LIGHTING");
    expect(await saidOf(map, "no-light")).toEqual([
      "error: The map has no light: vrad was not run, or ended in an error.",
    ]);
    expect(await saidOf(without("HDR"), "no-light")).toEqual([]);
  });

  it("black-light reports a side, LDR or HDR, whose luxels are all black", async () => {
    expect(await saidOf(sound, "black-light")).toEqual([]);
    const map = copyOf(sound);
    // The exponents of black luxels may be anything.
    for (const name of ["LUMP_LIGHTING", "LUMP_LIGHTING_HDR"] as const) {
      const light = editLump(map, name);
      for (let at = 0; at < light.byteLength; at++) light.setUint8(at, at % 4 === 3 ? 7 : 0);
    }
    const luxels = new DataView(sound.lumps.get("LUMP_LIGHTING")!.bytes.buffer);
    const faces = new DataView(map.lumps.get("LUMP_FACES")!.bytes.buffer);
    const count = faces.byteLength / 56;
    let bytes = 0;
    let last = 0;
    for (let at = 0; at < faces.byteLength; at += 56) {
      // Each face has one flat style; the rest of the lump is one average per face.
      const size = (faces.getInt32(at + 36, true) + 1) * (faces.getInt32(at + 40, true) + 1) * 4;
      bytes += size;
      last = Math.max(last, faces.getInt32(at + 20, true) + size - 4);
    }
    expect(bytes + count * 4).toBe(luxels.byteLength);
    const said = (side: string) =>
      `error: Every luxel of the ${side} light is black: ${count} faces with ${(bytes / 1000).toFixed(2)} kB.`;
    expect(await saidOf(map, "black-light")).toEqual([said("LDR"), said("HDR")]);
    // One channel of the last luxel is enough, and LDR and HDR are judged separately.
    for (const channel of [0, 1, 2]) {
      const lit = copyOf(map);
      editLump(lit, "LUMP_LIGHTING").setUint8(last + channel, 1);
      expect(await saidOf(lit, "black-light")).toEqual([said("HDR")]);
    }
    // Averages before the luxels do not count as light.
    const averaged = copyOf(map);
    editLump(averaged, "LUMP_LIGHTING").setUint8(faces.getInt32(20, true) - 4, 255);
    expect(await saidOf(averaged, "black-light")).toEqual([said("LDR"), said("HDR")]);
  });

  it("one-light-side reports a map that is lit for LDR or HDR alone", async () => {
    expect(await saidOf(without("HDR"), "one-light-side")).toEqual([
      "note: The map is lit for LDR alone: with HDR switched on it looks the same, without bloom.",
    ]);
    expect(await saidOf(without("LDR"), "one-light-side")).toEqual([
      "warning: The map is lit for HDR alone: with HDR switched off it has no light.",
    ]);
    expect(await saidOf(sound, "one-light-side")).toEqual([]);
  });

  it("fast-light reports a map that was lit with -fast", async () => {
    const map = copyOf(sound);
    setProps(map, [{ model: "models/crate.mdl", origin: [64, 64, 16], leafs: [openLeaf(sound)] }]);
    setLump(map, "LUMP_MAP_FLAGS", Uint8Array.of(1, 0, 0, 0));
    expect(await saidOf(map, "fast-light")).toEqual([
      "warning: Light for static props was requested, but is missing: the map was lit with -fast.",
    ]);
    const lit = copyOf(map);
    lit.pak.set("sp_0.vhv", text("light"));
    expect(await saidOf(lit, "fast-light")).toEqual([]);
    setLump(map, "LUMP_MAP_FLAGS", Uint8Array.of(0, 0, 0, 0));
    expect(await saidOf(map, "fast-light")).toEqual([]);
  });

  it("lights-in-solid reports a light inside a wall", async () => {
    const map = copyOf(sound);
    editLump(map, "LUMP_WORLDLIGHTS_HDR").setFloat32(8, -300, true);
    const [found] = await findings(map, "lights-in-solid");
    expect(found).toMatchObject({
      severity: "warning",
      message: "A light at 128 128 -300 stands inside solid.",
    });
    expect(found.origin).toEqual([128, 128, -300]);
    expect(await saidOf(sound, "lights-in-solid")).toEqual([]);
    // The message has the name of the entity at the light's origin.
    const lamp = [
      ["classname", "light"],
      ["origin", "128 128 -300"],
      ["targetname", "lamp_a"],
    ] as const;
    addEntities(map, lamp);
    expect(await saidOf(map, "lights-in-solid")).toEqual([
      'warning: A light "lamp_a" at 128 128 -300 stands inside solid.',
    ]);
  });

  it("fine-luxels reports a material whose fine luxels take much memory", async () => {
    const fine = await compileVmf(makeTwoRooms({ sides: { top: { lightmapScale: 2 } } }));
    const [found] = await findings(fine, "fine-luxels");
    expect(found.message).toMatch(
      /^Faces of dev\/dev_measurewall01a with luxels of 2 inches and the like take \d+ kB, \d+ % of all light\.$/i,
    );
    expect(found.face).not.toBeNull();
    expect(await saidOf(sound, "fine-luxels")).toEqual([]);
  });

  it("coarse-luxels reports large faces whose luxels are wider than a door", async () => {
    const coarse = await compileVmf(makeTwoRooms({ lightmapScale: 128 }));
    const [found] = await findings(coarse, "coarse-luxels");
    expect(found.message).toMatch(/^\d+ large faces have luxels of 64 inches or more: /);
    expect(await saidOf(sound, "coarse-luxels")).toEqual([]);
  });

  it("lightmap-memory sums the lightmaps", async () => {
    const [found] = await saidOf(sound, "lightmap-memory");
    expect(found).toMatch(/^note: Lightmaps of \d+ faces take [\d.]+ kB: dev\/.* 100 %\.$/i);
    const map = copyOf(without("HDR"));
    map.lumps.delete("LUMP_LIGHTING");
    expect(await saidOf(map, "lightmap-memory")).toEqual([]);
  });
});

/** Returns the sound map with one cubemap; a `dcubemapsample_t` is an origin and an edge. */
function withCubemap(z: number): CompiledMap {
  const map = copyOf(sound);
  setLump(map, "LUMP_CUBEMAPS", new Uint8Array(Int32Array.of(128, 128, z, 0).buffer));
  return map;
}

describe("cubemap rules", () => {
  const folder = "materials/maps/made";

  it("cubemaps-not-built reports cubemaps without pictures", async () => {
    const map = withCubemap(64);
    expect(await saidOf(map, "cubemaps-not-built")).toEqual([
      "warning: The map has 1 cubemap, but no cubemap pictures: until a game builds them, reflections show the sky.",
    ]);
    for (const kind of [".vtf", ".hdr.vtf"]) {
      map.pak.set(`${folder}/cubemapdefault${kind}`, text("the sky"));
      map.pak.set(`${folder}/c128_128_64${kind}`, text("the sky"));
    }
    expect(await saidOf(map, "cubemaps-not-built")).toEqual([
      "warning: Only the compiler's picture of the sky is in 1 of 1 LDR cubemap and 1 of 1 HDR cubemap.",
    ]);
    for (const kind of [".vtf", ".hdr.vtf"])
      map.pak.set(`${folder}/c128_128_64${kind}`, text("room"));
    expect(await saidOf(map, "cubemaps-not-built")).toEqual([]);
  });

  it("cubemaps-not-built ignores HDR pictures if the map has LDR light alone", async () => {
    const map = without("HDR");
    setLump(map, "LUMP_CUBEMAPS", new Uint8Array(Int32Array.of(128, 128, 64, 0).buffer));
    map.pak.set(`${folder}/c128_128_64.vtf`, text("room"));
    map.pak.set(`${folder}/cubemapdefault.vtf`, text("the sky"));
    map.pak.set(`${folder}/c128_128_64.hdr.vtf`, text("the sky"));
    map.pak.set(`${folder}/cubemapdefault.hdr.vtf`, text("the sky"));
    expect(await saidOf(map, "cubemaps-not-built")).toEqual([]);
  });

  it("cubemaps-of-other-map reports cubemaps of a renamed map", async () => {
    const map = withCubemap(64);
    map.pak.set(`${folder}/c128_128_64.vtf`, text("room"));
    expect(await saidOf(map, "cubemaps-of-other-map", "made_b2")).toEqual([
      "warning: The map is called made_b2, and its cubemaps are those of made.",
    ]);
    expect(await saidOf(map, "cubemaps-of-other-map")).toEqual([]);
  });

  it("cubemaps-in-solid reports a cubemap inside a wall", async () => {
    expect(await saidOf(withCubemap(-300), "cubemaps-in-solid")).toEqual([
      "warning: A cubemap at 128 128 -300 stands inside solid.",
    ]);
    expect(await saidOf(withCubemap(64), "cubemaps-in-solid")).toEqual([]);
  });
});

describe("prop rules", () => {
  it("props-lit-in-wall reports props whose lighting origin is in a wall", async () => {
    const map = copyOf(sound);
    for (const [path, bytes] of Object.entries(makeModel("crate", { illum: "0 0 -200" }))) {
      map.pak.set(path, bytes);
    }
    setProps(map, [{ model: "models/crate.mdl", origin: [64, 64, 16], leafs: [openLeaf(sound)] }]);
    expect(await saidOf(map, "props-lit-in-wall")).toEqual([
      "warning: A static prop of models/crate.mdl is lit from inside solid.",
    ]);
    map.pak.set("sp_0.vhv", text("its own light"));
    expect(await saidOf(map, "props-lit-in-wall")).toEqual([]);
    map.pak.delete("sp_0.vhv");
    for (const [path, bytes] of Object.entries(makeModel("crate"))) map.pak.set(path, bytes);
    expect(await saidOf(map, "props-lit-in-wall")).toEqual([]);
  });
});
