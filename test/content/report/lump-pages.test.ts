/** Tables of a lump as text in columns. */

import { describe, expect, it } from "vitest";
import { memoryBytes } from "../../../src/content/bytes/memory-bytes.ts";
import { LumpFile } from "../../../src/content/report/lump-file.ts";
import { formatCell, LumpPages } from "../../../src/content/report/lump-pages.ts";
import { LUMP, type LumpName } from "../../../src/formats/bsp/lumps.ts";
import { openLump } from "../../../src/formats/bsp/tables/open-lump.ts";
import { writeZip } from "../../../src/formats/zip/write-zip.ts";
import { assembleBsp, makeBspLumps } from "../../formats/bsp/make-bsp.ts";

function makeMap(): Uint8Array {
  const lumps = makeBspLumps();
  const text =
    '{ "classname" "worldspawn" "skyname" "sky_a" }\n{ "ClassName" "light" "origin" "1 2 3" "_light" "9" }\n\0';
  lumps.set("LUMP_ENTITIES", { version: 0, bytes: new TextEncoder().encode(text) });
  const files = ["a.vmt", "b.vmt"].map(
    (name) => [`materials/${name}`, new Uint8Array(30)] as const,
  );
  lumps.set("LUMP_PAKFILE", { version: 0, bytes: writeZip(new Map(files)) });
  const brush = new Int32Array([0, 6, 0x1 | 0x8000000, 6, 6, 0x200 | 0x20000000]);
  lumps.set("LUMP_BRUSHES", { version: 0, bytes: new Uint8Array(brush.buffer) });
  return assembleBsp(lumps);
}

const bytes = makeMap();
const open = async () => new LumpPages(await LumpFile.open(memoryBytes("room.bsp", bytes)));

async function readAll(slot: LumpName, table = 0) {
  const pages = await open();
  const { columns, count } = (await pages.heads(LUMP[slot]))[table];
  const rows = await pages.rows(LUMP[slot], table, 0, count);
  return rows.map((row) => Object.fromEntries(row.map((cell, i) => [columns[i], cell])));
}

describe("LumpPages", () => {
  it("lists entities by their keys, in any case", async () => {
    expect(await readAll("LUMP_ENTITIES")).toEqual([
      {
        ...{ classname: "worldspawn", targetname: "", origin: "", model: "" },
        "other keys": 'skyname "sky_a"',
      },
      {
        ...{ classname: "light", targetname: "", origin: "1 2 3", model: "" },
        "other keys": '_light "9"',
      },
    ]);
  });

  it("names flags, including unknown ones", async () => {
    const rows = await readAll("LUMP_BRUSHES");
    expect(rows.map(({ contentsNames }) => contentsNames)).toEqual([
      "SOLID | DETAIL",
      "0x200 | LADDER",
    ]);
  });

  it("lists the pakfile's files, each path once", async () => {
    const rows = await readAll("LUMP_PAKFILE");
    expect(rows.map(({ path }) => path)).toEqual(["materials/a.vmt", "materials/b.vmt"]);
    expect(rows[0].byteLength).toBe("30");
    expect(rows[0].name).toBeUndefined();
  });

  it("returns the requested rows, up to the table's end", async () => {
    const pages = await open();
    const planes = openLump(bytes, "planes")!.tables[0];
    const rows = await pages.rows(LUMP.LUMP_PLANES, 0, 12, 10);
    expect(rows).toHaveLength(2);
    expect(rows[0][1]).toBe(String(planes.row(12).dist));
    expect(await pages.rows(LUMP.LUMP_PLANES, 0, 14, 10)).toEqual([]);
    expect(await pages.rows(LUMP.LUMP_PLANES, 3, 0, 10)).toEqual([]);
  });

  it("returns the requested lump's rows after another lump was read", async () => {
    const pages = await open();
    const [planes] = await pages.heads(LUMP.LUMP_PLANES);
    expect(planes).toMatchObject({ name: "dplane_t", count: 14, recordBytes: 20 });
    const [, models, leafs] = await pages.heads(LUMP.LUMP_GAME_LUMP);
    expect([models.name, leafs.name]).toEqual(["sprp model", "sprp leaf"]);
    expect((await pages.heads(LUMP.LUMP_PLANES))[0].columns).toEqual(["normal", "dist", "type"]);
    expect(await pages.heads(LUMP.LUMP_UNUSED0)).toEqual([]);
  });

  it("formatCell writes the shortest text that distinguishes values", () => {
    expect([0.1, Math.fround(0.1), -3, 1e-9].map(formatCell)).toEqual(["0.1", "0.1", "-3", "1e-9"]);
    expect(formatCell([1, Math.fround(0.25), 2])).toBe("1 0.25 2");
    expect(formatCell(["A", "B"])).toBe("A | B");
    expect(formatCell([])).toBe("");
    expect(formatCell(null)).toBe("–");
    expect(formatCell([[1, 2], [3]])).toBe("[[1,2],[3]]");
    expect(formatCell("x".repeat(500))).toHaveLength(240);
  });
});
