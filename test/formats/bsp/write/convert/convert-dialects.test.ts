/**
 * Tests that the generated room and the demo, written as other games do, are the same in the forms
 * of Valve's branches.
 */

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { Diagnostics } from "../../../../../src/core/diagnostics.ts";
import { LUMP } from "../../../../../src/formats/bsp/lumps.ts";
import { parseBsp } from "../../../../../src/formats/bsp/parse-bsp.ts";
import { parseBspHeader } from "../../../../../src/formats/bsp/parse-bsp-header.ts";
import type { ConvertTargetName } from "../../../../../src/formats/bsp/write/convert/targets.ts";
import { buildMapScene } from "../../../../../src/scene/world/map-scene.ts";
import { makeMapParts } from "../../../../support/make-map-parts.ts";
import { plainMapOf } from "../../dialects/plain-map-of.ts";
import { type PlainMap, WRITTEN, writeDialect } from "../../dialects/write-dialect.ts";
import { makeBsp, makeBspLumps } from "../../make-bsp.ts";
import { convert, lumpOf, NAMES, tablesOf } from "./made-forms.ts";

type Name = keyof typeof WRITTEN;
const DIALECTS = Object.keys(WRITTEN) as Name[];
const DEMO = resolve(import.meta.dirname, "../../../../../assets/visleaf_demo.bsp");
const VAMPIRE_FACE_BYTES = 104;

/** Separate ambient lumps exist from version 20 on. */
function write(name: Name, map: PlainMap): Uint8Array {
  const lumps = new Map(map.lumps);
  if (WRITTEN[name].version < 19) {
    lumps.delete("LUMP_LEAF_AMBIENT_INDEX");
    lumps.delete("LUMP_LEAF_AMBIENT_LIGHTING");
  }
  return writeDialect(name, {}, { ...map, lumps });
}
const writeRoom = (name: Name) => write(name, { lumps: makeBspLumps(), gameLumps: null });

/** Returns the room's tables with each face's luxels in place of their offset. */
function roomOf(file: Uint8Array) {
  const { dialect, ldr, faces, props, dispInfos, ...tables } = tablesOf(file);
  const luxelsOf = (face: number) => {
    const at = ldr!.faces.lightOffset[face];
    const [width, height] = ldr!.faces.lightmapSize.subarray(face * 2, face * 2 + 2);
    return at < 0 ? null : [...ldr!.lighting.subarray(at, at + (width + 1) * (height + 1) * 4)];
  };
  const luxels = Array.from({ length: faces.count }, (_, face) => luxelsOf(face));
  expect(luxels.some((each) => each !== null)).toBe(true);
  const { lightOffset: _, ...rest } = faces;
  const { uniformScale, ...others } = props;
  const { firstTri, ...infos } = dispInfos;
  return {
    room: { ...tables, faces: rest, luxels, props: others, dispInfos: infos },
    light: { ambient: ldr!.ambient, worldLights: ldr!.worldLights },
    uniformScale: [...uniformScale],
    firstTri: [...firstTri],
  };
}

const lossesOf = (file: Uint8Array, to: ConvertTargetName) =>
  convert(file, to).changes.flatMap(({ action, lump, message }) =>
    action === "converted" ? [] : [`${lump}: ${message}`],
  );

describe("a map converted from a dialect", () => {
  for (const name of DIALECTS) {
    it.each(NAMES)(`${name} to %s is the same map`, (to) => {
      const file = writeRoom(name);
      const { bytes } = convert(file, to);
      expect(parseBsp(bytes).dialect).toBe("standard");
      const [before, after] = [roomOf(file), roomOf(bytes)];
      expect(after.room).toEqual(before.room);
      // Leafs of version 19 have one cube each, lit or not.
      if (to !== "v19") expect(after.light).toEqual(before.light);
      if (to === "v25") expect(after.uniformScale).toEqual(before.uniformScale);
      // Version 17 does not store it, and compilers write triangles consecutively.
      expect(after.firstTri).toEqual([...parseBsp(makeBsp()).dispInfos.firstTri]);
    });
  }

  it("reports the fields that the target form lacks", () => {
    const all = (lump: string, fields: readonly string[], records: number) =>
      fields.map((field) => `${lump}: ${field} of ${records} records has no place in version 20`);
    const losses = (name: Name) => lossesOf(writeRoom(name), "v20");
    // The last four styles of every face are filled with something else than none.
    const behind = ["styles after the fourth", "day", "night"];
    expect(losses("vampire")).toEqual([
      ...all("LUMP_FACES", behind, 11),
      ...all("LUMP_ORIGINALFACES", behind, 11),
    ]);
    expect(losses("hl2-beta-17")).toEqual([]);
    expect(losses("hl2-beta-18")).toEqual([]);
    expect(losses("dark-messiah")).toEqual([
      ...all("LUMP_TEXINFO", ["unknown"], 5),
      ...all("LUMP_MODELS", ["unknown"], 2),
    ]);
    expect(losses("vindictus")).toEqual([
      ...all("LUMP_NODES", ["unknown"], 7),
      ...all("LUMP_FACES", ["unknown"], 11),
      ...all("LUMP_DISPINFO", ["unknown"], 1),
      ...all("LUMP_ORIGINALFACES", ["unknown"], 11),
      "game lump sprp: scale of 2 props has no place in version 10",
    ]);
    expect(losses("dota2-23")).toEqual(all("LUMP_DISPINFO", ["unknown", "unknown2"], 1));
  });

  it("reports leafs of version 19 without ambient light as black", () => {
    const told = (name: Name) =>
      convert(writeRoom(name), "v19").changes.filter(({ message }) =>
        /no ambient light/.test(message),
      );
    expect(told("vampire").map(({ lump }) => lump)).toEqual(["LUMP_LEAFS"]);
    expect(told("vindictus")).toEqual([]);
  });

  it("stores average colours before the luxels and drops light styles from the fifth on", () => {
    const file = writeRoom("vampire");
    const view = new DataView(file.buffer);
    const { offset, length } = parseBspHeader(file);
    const { lightOffset, lightmapSize } = parseBsp(file).ldr!.faces;
    // A face followed by enough light for five styles.
    const face = lightOffset.findIndex((at) => at >= 0);
    const luxelBytes = (lightmapSize[face * 2] + 1) * (lightmapSize[face * 2 + 1] + 1) * 4;
    expect(lightOffset[face] + 5 * luxelBytes).toBeLessThan(length[LUMP.LUMP_LIGHTING]);
    const record = offset[LUMP.LUMP_FACES] + face * VAMPIRE_FACE_BYTES;
    const averages = Array.from({ length: 8 }, (_, style) => [style, 10, 20, 251]);
    file.set(averages.flat(), record);
    file.set([0, 32, 33, 34, 35, 255, 255, 255], record + 48);
    file.set([255, 255, 255, 255, 255, 255, 255, 255], record + 56);
    const { bytes } = convert(file, "v20");
    const after = parseBsp(bytes).ldr!;
    const at = after.faces.lightOffset[face];
    const light = lumpOf(bytes, "LUMP_LIGHTING");
    expect([...light.subarray(at - 16, at)]).toEqual(averages.slice(0, 4).reverse().flat());
    expect(light.subarray(at, at + 4 * luxelBytes)).toEqual(
      lumpOf(file, "LUMP_LIGHTING").subarray(lightOffset[face], lightOffset[face] + 4 * luxelBytes),
    );
    expect([...after.faces.styles.subarray(face * 4, face * 4 + 4)]).toEqual([0, 32, 33, 34]);
    const lines = lossesOf(file, "v20");
    expect(lines).toContain(
      "LUMP_LIGHTING: 1 faces lose the light of their styles from the fifth on",
    );
    expect(lines).toContain(
      "LUMP_FACES: styles after the fourth of 11 records has no place in version 20",
    );
    // A face whose `day` is unused loses nothing.
    expect(lines).toContain("LUMP_FACES: day of 10 records has no place in version 20");
    view.setInt32(record + 72, length[LUMP.LUMP_LIGHTING] - 4, true);
    expect(lossesOf(file, "v20")).toContain(
      "LUMP_LIGHTING: 1 faces have no luxels and become unlit",
    );
    expect(parseBsp(convert(file, "v20").bytes).ldr!.faces.lightOffset[face]).toBe(-1);
  });

  it("keeps the areas and flags of Vindictus' leafs and sets no area in nodes", () => {
    const file = writeRoom("vindictus");
    const at = parseBspHeader(file).offset[LUMP.LUMP_LEAFS] + 56 + 8;
    new DataView(file.buffer).setUint32(at, 5 | (3 << 9), true);
    for (const to of NAMES) {
      const { leafs } = parseBsp(convert(file, to).bytes);
      expect([leafs.area[1], leafs.flags[1]], to).toEqual([5, 3]);
    }
    const nodes = lumpOf(convert(file, "v20").bytes, "LUMP_NODES");
    expect(new DataView(nodes.buffer, nodes.byteOffset).getInt16(28, true)).toBe(-1);
  });

  it("is rewritten even if its version number stays the same", () => {
    const file = writeRoom("vindictus");
    expect(parseBsp(file).version).toBe(20);
    expect(convert(file, "v20").bytes).not.toBe(file);
    expect(parseBspHeader(convert(writeRoom("dark-messiah"), "v20").bytes).version).toBe(20);
  });

  it("has converted brush sides from Dark Messiah, although both versions are 20", () => {
    const lumps = makeBspLumps();
    const bytes = Uint8Array.of(1, 0, 2, 0, 0, 0, 0, 1);
    lumps.set("LUMP_BRUSHSIDES", { version: 0, bytes });
    const file = writeDialect("dark-messiah", {}, { lumps, gameLumps: null });
    expect(lumpOf(convert(file, "v20").bytes, "LUMP_BRUSHSIDES")).toEqual(bytes);
  });

  it("keeps HDR light from Vampire whose faces are standard records", () => {
    const lumps = makeBspLumps();
    lumps.set("LUMP_FACES_HDR", lumps.get("LUMP_FACES")!);
    lumps.set("LUMP_LIGHTING_HDR", lumps.get("LUMP_LIGHTING")!);
    const file = writeDialect("vampire", {}, { lumps, gameLumps: null });
    const light = lumpOf(file, "LUMP_LIGHTING_HDR");
    expect(light.length).toBeGreaterThan(0);
    expect(lumpOf(convert(file, "v20").bytes, "LUMP_LIGHTING_HDR")).toEqual(light);
  });
});

/** Digests large values, so that arrays are compared at once. */
function digest(value: unknown): string {
  const hash = createHash("sha1");
  const add = (part: unknown): void => {
    if (ArrayBuffer.isView(part)) {
      hash.update(new Uint8Array(part.buffer, part.byteOffset, part.byteLength));
    } else if (part !== null && typeof part === "object") {
      for (const [key, inner] of Object.entries(part)) {
        hash.update(key);
        add(inner);
      }
    } else hash.update(String(part));
  };
  add(value);
  return hash.digest("hex");
}

describe("the demo map written in a dialect", () => {
  const plain = plainMapOf(new Uint8Array(readFileSync(DEMO)));

  it.each(DIALECTS)("converted to %s builds the same scene", (name) => {
    const file = write(name, plain);
    const sceneOf = (bytes: Uint8Array) => {
      const diagnostics = new Diagnostics();
      const parts = makeMapParts("demo", parseBsp(bytes, diagnostics), diagnostics);
      const { version: _, ...scene } = buildMapScene(parts, "ldr", diagnostics);
      expect(diagnostics.warnings).toEqual([]);
      return Object.entries(scene).map(([column, value]) => [column, digest(value)]);
    };
    const before = sceneOf(file);
    expect(before.length).toBeGreaterThan(10);
    expect(sceneOf(convert(file, "v20", "unpack").bytes)).toEqual(before);
  });
});
