/** Tests that real lumps of version 20 are read and written again byte for byte. */

import { describe, expect, it } from "vitest";
import { readRecords } from "../../../src/formats/binary/read-records.ts";
import type { ColumnArray, RecordLayout } from "../../../src/formats/binary/record-layout.ts";
import { writeRecords } from "../../../src/formats/binary/write-records.ts";
import type { LumpName } from "../../../src/formats/bsp/lumps.ts";
import { parseBsp } from "../../../src/formats/bsp/parse-bsp.ts";
import { parseBspHeader } from "../../../src/formats/bsp/parse-bsp-header.ts";
import { LumpReader } from "../../../src/formats/bsp/read/lump-reader.ts";
import { parseEntities } from "../../../src/formats/bsp/read/parse-entities.ts";
import {
  parseDetailProps,
  readGameLump,
  readGameLumpDirectory,
} from "../../../src/formats/bsp/read/read-game-lumps.ts";
import { DETAIL_LIGHTING, DETAIL_OBJECT } from "../../../src/formats/bsp/records/detail-props.ts";
import { DDISPINFO } from "../../../src/formats/bsp/records/displacements.ts";
import {
  DISP_CORNER_NEIGHBORS,
  DISP_SUB_NEIGHBOR,
  NO_DISP_NEIGHBOR,
} from "../../../src/formats/bsp/records/neighbors.ts";
import {
  DPHYSMODEL,
  EMPTY_OCCLUSION_BYTES,
  NO_PHYS_MODELS,
} from "../../../src/formats/bsp/records/physics.ts";
import { whole } from "../../../src/formats/bsp/records/record.ts";
import { RECORDS } from "../../../src/formats/bsp/records/slots.ts";
import { wholeBytes } from "../../../src/formats/bsp/whole-bytes.ts";
import {
  writeDetailLighting,
  writeDetailProps,
} from "../../../src/formats/bsp/write/write-detail-props.ts";
import { writeDispSamples } from "../../../src/formats/bsp/write/write-disp-samples.ts";
import { writeEntities } from "../../../src/formats/bsp/write/write-entities.ts";
import { writeStaticProps } from "../../../src/formats/bsp/write/write-static-props.ts";
import { hasCorpus, listCorpusMaps, readCorpus } from "../../support/corpus.ts";

// biome-ignore lint/suspicious/noExplicitAny: tables of every kind in one list
type AnyLayout = RecordLayout<any>;

/** Writers' layouts of every lump that they have columns of. */
const LAYOUTS = Object.fromEntries(
  Object.entries(RECORDS)
    .filter(([, [{ specs }]]) => Object.keys(specs).length > 0)
    .map(([name, [first]]) => [name, whole(first as never)]),
) as Partial<Record<LumpName, AnyLayout>>;

/** Bytes between fields that hold uninitialized compiler memory in some maps. */
const PADDING: Partial<Record<LumpName, readonly number[]>> = {
  LUMP_LEAFS: [30, 31],
  LUMP_DISPINFO: [38, 39],
};

/** True for corpus lumps built before leaf ambient lighting had versions. */
const OTHER_FORM = (name: LumpName, version: number) =>
  name.startsWith("LUMP_LEAF_AMBIENT_LIGHTING") && version !== 1;

const MAPS = listCorpusMaps().filter((map) => {
  const bytes = readCorpus(map);
  return bytes[0] === 0x56 && bytes[4] === 20;
});

function openLumps(map: string): LumpReader {
  const bytes = readCorpus(map);
  return new LumpReader(wholeBytes(bytes), parseBspHeader(bytes));
}

function rewrite(bytes: Uint8Array, layout: AnyLayout): Uint8Array {
  return writeRecords(readRecords<Record<string, ColumnArray>>(bytes, layout, true), layout);
}

describe.skipIf(!hasCorpus)("lumps of real maps read and written again", () => {
  it.each(MAPS)("%s: every table has the same bytes except for padding", (map) => {
    const lumps = openLumps(map);
    let tables = 0;
    for (const [name, layout] of Object.entries(LAYOUTS) as [LumpName, AnyLayout][]) {
      const bytes = lumps.bytes(name);
      if (bytes.length === 0 || OTHER_FORM(name, lumps.entry(name).version)) continue;
      const written = rewrite(bytes, layout);
      expect(written.length, name).toBe(bytes.length);
      const differing = new Set<number>();
      for (let i = 0; i < bytes.length; i++) {
        if (written[i] !== bytes[i]) differing.add(i % layout.bytes);
      }
      const known = PADDING[name] ?? [];
      expect(
        [...differing].filter((at) => !known.includes(at)),
        name,
      ).toEqual([]);
      tables++;
    }
    expect(tables).toBeGreaterThan(20);
  });

  it.each(MAPS)("%s: displacement neighbours, occlusion and the physics' end", (map) => {
    const lumps = openLumps(map);
    const infos = readRecords(lumps.bytes("LUMP_DISPINFO"), DDISPINFO, true);
    for (const [bytes, layout, padding] of [
      [infos.edgeNeighbors, DISP_SUB_NEIGHBOR, 5],
      [infos.cornerNeighbors, DISP_CORNER_NEIGHBORS, 9],
    ] as [Uint8Array, AnyLayout, number][]) {
      const written = rewrite(bytes, layout);
      const isField = (_: number, i: number) => i % layout.bytes !== padding;
      expect(written.filter(isField)).toEqual(bytes.filter(isField));
    }
    const sub = readRecords(infos.edgeNeighbors, DISP_SUB_NEIGHBOR, true);
    for (let i = 0; i < sub.count; i++) {
      if (sub.neighbor[i] === NO_DISP_NEIGHBOR) continue;
      expect(sub.neighbor[i]).toBeLessThan(infos.count);
      expect(sub.neighborOrientation[i]).toBeLessThan(4);
      expect(Math.max(sub.span[i], sub.neighborSpan[i])).toBeLessThan(3);
    }
    const occlusion = lumps.bytes("LUMP_OCCLUSION");
    if (occlusion.length === EMPTY_OCCLUSION_BYTES) {
      expect(occlusion.every((byte) => byte === 0)).toBe(true);
    }
    const physics = lumps.bytes("LUMP_PHYSCOLLIDE");
    expect(physics.subarray(-16)).toEqual(writeRecords(NO_PHYS_MODELS, DPHYSMODEL));
  });

  it.each(MAPS)("%s: displacement luxel positions keep their bytes", (map) => {
    const bsp = parseBsp(readCorpus(map));
    const bytes = openLumps(map).bytes("LUMP_DISP_LIGHTMAP_SAMPLE_POSITIONS");
    let at = 0;
    let beyond = 0;
    const triangle: number[] = [];
    const barycentric: number[] = [];
    const { mapFace, power, count } = bsp.dispInfos;
    for (let disp = 0; disp < count; disp++) {
      const size = bsp.faces.lightmapSize.subarray(mapFace[disp] * 2);
      for (let luxel = (size[0] + 1) * (size[1] + 1); luxel > 0; luxel--) {
        const wide = bytes[at] === 255;
        triangle.push(wide ? 255 + bytes[at + 1] : bytes[at]);
        if (triangle[triangle.length - 1] >= 2 << (2 * power[disp])) beyond++;
        at += wide ? 2 : 1;
        barycentric.push(...bytes.subarray(at, at + 3));
        at += 3;
      }
    }
    expect([at, beyond]).toEqual([bytes.length, 0]);
    const samples = { count: triangle.length, triangle: Uint16Array.from(triangle) };
    const written = writeDispSamples({ ...samples, barycentric: Uint8Array.from(barycentric) });
    expect(Buffer.compare(written, bytes)).toBe(0);
  });

  it.each(MAPS)("%s: entities keep their text", (map) => {
    const bytes = openLumps(map).bytes("LUMP_ENTITIES");
    const text = new TextDecoder().decode(bytes.subarray(0, bytes.indexOf(0)));
    const written = writeEntities(parseEntities(text));
    // Valve's compiler writes the same text; tools that add entities use other whitespace.
    const squeeze = (lump: string) => lump.replace(/\0.*$/s, "").replace(/\s+/g, " ").trim();
    expect(squeeze(new TextDecoder().decode(written))).toBe(squeeze(text));
    expect(written.at(-1)).toBe(0);
  });

  it.each(MAPS)("%s: game lumps keep their bytes", (map) => {
    const lumps = openLumps(map);
    const directory = readGameLumpDirectory(lumps);
    for (const entry of directory) {
      const bytes = new Uint8Array(readGameLump(lumps, directory, entry));
      if (entry.id === "sprp" && entry.version === 10) {
        const props = parseBsp(readCorpus(map)).staticProps!;
        const records = bytes.length - props.count * 72;
        const written = writeStaticProps(props);
        expect(written.length).toBe(bytes.length);
        // Unread bytes: 31, DirectX levels at 60 to 63, lightmap size at 68 to 71.
        const isRead = (_: number, i: number) => {
          const at = i < records ? 0 : (i - records) % 72;
          return at !== 31 && !(at >= 60 && at < 64) && at < 68;
        };
        expect(dropNamePadding(written, props.modelName.length).filter(isRead)).toEqual(
          dropNamePadding(bytes, props.modelName.length).filter(isRead),
        );
      }
      if (entry.id === "dprp") {
        const details = parseDetailProps(bytes, entry.version, true, 65536);
        if (details === null) throw new Error("an empty dprp");
        const written = writeDetailProps(details);
        const objectBytes = details.objects.count * DETAIL_OBJECT.bytes;
        // Bytes 41 to 43 and 45 to 47 of an object lie between fields.
        const padding = [41, 42, 43, 45, 46, 47];
        const start = bytes.length - objectBytes;
        const isField = (_: number, i: number) => i < start || !padding.includes((i - start) % 52);
        expect(written.length).toBe(bytes.length);
        expect(written.filter(isField)).toEqual(bytes.filter(isField));
      }
      if (entry.id === "dplt" || entry.id === "dplh") {
        const lighting = readRecords(bytes.subarray(4), DETAIL_LIGHTING, true);
        expect(writeDetailLighting(lighting)).toEqual(bytes);
      }
    }
    expect(directory.map((entry) => entry.id)).toContain("sprp");
  });
});

/** Cuts names at their first NUL, because compilers leave garbage after it. */
function dropNamePadding(bytes: Uint8Array, nameCount: number): Uint8Array {
  const copy = bytes.slice();
  for (let at = 4; at < 4 + nameCount * 128; at += 128) copy.fill(0, copy.indexOf(0, at), at + 128);
  return copy;
}
