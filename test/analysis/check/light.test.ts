/** The rules of light, each on a map that has the fault and on one that has not. */

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

describe("light", () => {
  it("that is not there is told: no-light", async () => {
    const map = copyOf(without("HDR"));
    map.lumps.delete("LUMP_LIGHTING");
    expect(await saidOf(map, "no-light")).toEqual([
      "error: The map has no light: vrad was not run, or ended in an error.",
    ]);
    expect(await saidOf(without("HDR"), "no-light")).toEqual([]);
  });

  it("whose luxels are all black is told, by its side: black-light", async () => {
    expect(await saidOf(sound, "black-light")).toEqual([]);
    const map = copyOf(sound);
    // Exponents of black luxels may be anything.
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
      // One style, flat: the lump's only other part is an average a face.
      const size = (faces.getInt32(at + 36, true) + 1) * (faces.getInt32(at + 40, true) + 1) * 4;
      bytes += size;
      last = Math.max(last, faces.getInt32(at + 20, true) + size - 4);
    }
    expect(bytes + count * 4).toBe(luxels.byteLength);
    const said = (side: string) =>
      `error: Every luxel of the ${side} light is black: ${count} faces with ${(bytes / 1000).toFixed(2)} kB.`;
    expect(await saidOf(map, "black-light")).toEqual([said("LDR"), said("HDR")]);
    // One channel of the last luxel is enough, and each side is judged by itself.
    for (const channel of [0, 1, 2]) {
      const lit = copyOf(map);
      editLump(lit, "LUMP_LIGHTING").setUint8(last + channel, 1);
      expect(await saidOf(lit, "black-light")).toEqual([said("HDR")]);
    }
    // Averages before the luxels are no light.
    const averaged = copyOf(map);
    editLump(averaged, "LUMP_LIGHTING").setUint8(faces.getInt32(20, true) - 4, 255);
    expect(await saidOf(averaged, "black-light")).toEqual([said("LDR"), said("HDR")]);
  });

  it("of one side is told: one-light-side", async () => {
    expect(await saidOf(without("HDR"), "one-light-side")).toEqual([
      "note: The map is lit for LDR alone: with HDR switched on it looks the same, without bloom.",
    ]);
    expect(await saidOf(without("LDR"), "one-light-side")).toEqual([
      "warning: The map is lit for HDR alone: with HDR switched off it has no light.",
    ]);
    expect(await saidOf(sound, "one-light-side")).toEqual([]);
  });

  it("that was made in haste is told: fast-light", async () => {
    const map = copyOf(sound);
    setProps(map, [{ model: "models/crate.mdl", origin: [64, 64, 16], leafs: [openLeaf(sound)] }]);
    setLump(map, "LUMP_MAP_FLAGS", Uint8Array.of(1, 0, 0, 0));
    expect(await saidOf(map, "fast-light")).toEqual([
      "warning: Props were to be lit one by one, and the light is not there: the map was lit with -fast.",
    ]);
    const lit = copyOf(map);
    lit.pak.set("sp_0.vhv", text("light"));
    expect(await saidOf(lit, "fast-light")).toEqual([]);
    setLump(map, "LUMP_MAP_FLAGS", Uint8Array.of(0, 0, 0, 0));
    expect(await saidOf(map, "fast-light")).toEqual([]);
  });

  it("from inside a wall is told: lights-in-solid", async () => {
    const map = copyOf(sound);
    editLump(map, "LUMP_WORLDLIGHTS_HDR").setFloat32(8, -300, true);
    const [found] = await findings(map, "lights-in-solid");
    expect(found).toMatchObject({
      severity: "warning",
      message: "A light at 128 128 -300 stands inside solid.",
    });
    expect(found.origin).toEqual([128, 128, -300]);
    expect(await saidOf(sound, "lights-in-solid")).toEqual([]);
    // By its name, where an entity of one stands there.
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

  it("that is finer than it need be is told: fine-luxels", async () => {
    const fine = await compileVmf(makeTwoRooms({ sides: { top: { lightmapScale: 2 } } }));
    const [found] = await findings(fine, "fine-luxels");
    expect(found.message).toMatch(
      /^Faces of dev\/dev_measurewall01a with luxels of 2 inches and the like take \d+ kB, \d+ % of all light\.$/i,
    );
    expect(found.face).not.toBeNull();
    expect(await saidOf(sound, "fine-luxels")).toEqual([]);
  });

  it("that is coarser than a door is told: coarse-luxels", async () => {
    const coarse = await compileVmf(makeTwoRooms({ lightmapScale: 128 }));
    const [found] = await findings(coarse, "coarse-luxels");
    expect(found.message).toMatch(/^\d+ large faces have luxels of 64 inches or more: /);
    expect(await saidOf(sound, "coarse-luxels")).toEqual([]);
  });

  it("is summed up: lightmap-memory", async () => {
    const [found] = await saidOf(sound, "lightmap-memory");
    expect(found).toMatch(/^note: Lightmaps of \d+ faces take [\d.]+ kB: dev\/.* 100 %\.$/i);
    const map = copyOf(without("HDR"));
    map.lumps.delete("LUMP_LIGHTING");
    expect(await saidOf(map, "lightmap-memory")).toEqual([]);
  });
});

/** `dcubemapsample_t`: a place, and the edge. */
function withCubemap(z: number): CompiledMap {
  const map = copyOf(sound);
  setLump(map, "LUMP_CUBEMAPS", new Uint8Array(Int32Array.of(128, 128, z, 0).buffer));
  return map;
}

describe("cubemaps", () => {
  const folder = "materials/maps/made";

  it("that were never built are told: cubemaps-not-built", async () => {
    const map = withCubemap(64);
    expect(await saidOf(map, "cubemaps-not-built")).toEqual([
      "warning: The map has 1 cubemap, and a picture of none: until a game that shows the map builds them, what mirrors there mirrors the sky.",
    ]);
    for (const kind of [".vtf", ".hdr.vtf"]) {
      map.pak.set(`${folder}/cubemapdefault${kind}`, text("the sky"));
      map.pak.set(`${folder}/c128_128_64${kind}`, text("the sky"));
    }
    expect(await saidOf(map, "cubemaps-not-built")).toEqual([
      "warning: Only the sky that the compiler put there is in 1 of 1 LDR cubemap and 1 of 1 HDR cubemap.",
    ]);
    for (const kind of [".vtf", ".hdr.vtf"])
      map.pak.set(`${folder}/c128_128_64${kind}`, text("room"));
    expect(await saidOf(map, "cubemaps-not-built")).toEqual([]);
  });

  it("of another light than the map has are not asked for", async () => {
    const map = without("HDR");
    setLump(map, "LUMP_CUBEMAPS", new Uint8Array(Int32Array.of(128, 128, 64, 0).buffer));
    map.pak.set(`${folder}/c128_128_64.vtf`, text("room"));
    map.pak.set(`${folder}/cubemapdefault.vtf`, text("the sky"));
    map.pak.set(`${folder}/c128_128_64.hdr.vtf`, text("the sky"));
    map.pak.set(`${folder}/cubemapdefault.hdr.vtf`, text("the sky"));
    expect(await saidOf(map, "cubemaps-not-built")).toEqual([]);
  });

  it("of a map that was renamed are told: cubemaps-of-other-map", async () => {
    const map = withCubemap(64);
    map.pak.set(`${folder}/c128_128_64.vtf`, text("room"));
    expect(await saidOf(map, "cubemaps-of-other-map", "made_b2")).toEqual([
      "warning: The map is called made_b2, and its cubemaps are those of made.",
    ]);
    expect(await saidOf(map, "cubemaps-of-other-map")).toEqual([]);
  });

  it("inside a wall are told: cubemaps-in-solid", async () => {
    expect(await saidOf(withCubemap(-300), "cubemaps-in-solid")).toEqual([
      "warning: A cubemap at 128 128 -300 stands inside solid.",
    ]);
    expect(await saidOf(withCubemap(64), "cubemaps-in-solid")).toEqual([]);
  });
});

describe("props", () => {
  it("that are lit from a wall are told: props-lit-in-wall", async () => {
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
