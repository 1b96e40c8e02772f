/**
 * Recounts area portals, packed files and the file's numbers of `diff` on hundreds of made
 * entities, files and records.
 */

import { expect, it } from "vitest";
import { diffAreas, diffFile } from "../../../src/analysis/diff/diff-maps.ts";
import { diffPacked } from "../../../src/analysis/diff/diff-packed.ts";
import { type MapVersion, openVersion } from "../../../src/analysis/diff/open-version.ts";
import type { PackedChange } from "../../../src/analysis/diff/types.ts";
import { Ledger } from "../../../src/core/ledger.ts";
import type { LumpName } from "../../../src/formats/bsp/lumps.ts";
import { assembleBsp, makeBspLumps } from "../../formats/bsp/make-bsp.ts";
import { makeZip } from "../../formats/zip/make-zip.ts";

const list = (count: number) => Array.from({ length: count }, (_, i) => i);

it("diffs of area portals list the entities, of 400, whose portal number an area has", () => {
  const COUNT = 400;
  const kindOf = (row: number) =>
    ["func_areaportal", "func_areaportalwindow", "func_door", "FUNC_AreaPortal"][row % 4];
  const nameOf = (row: number) => (row % 3 === 0 ? `gate${row}` : "");
  /** Portal number of a row. B has other numbers than A, and each sixth portal has none. */
  const numberOf = (row: number, isB: boolean) => (row % 6 === 5 ? 0 : isB ? row * 3 + 7 : row + 1);
  const isNamed = (row: number, isB: boolean) => (isB ? row % 11 !== 4 : row % 13 !== 6);
  const hasModel = (row: number) => row % 5 < 2;
  const originOf = (row: number) => (row % 7 === 0 ? null : [row * 10, row % 50, -row]);
  const boxOf = (row: number) => [row, 0, 0, row + 8, 64, 96];

  function versionOf(isB: boolean): MapVersion {
    const rows = isB ? list(COUNT).reverse() : list(COUNT);
    const models: number[] = [0];
    const entities = rows.map((row) => {
      const origin = originOf(row)?.join(" ");
      if (hasModel(row)) models.push(row);
      return new Map([
        ["classname", kindOf(row)],
        ["portalnumber", `${numberOf(row, isB)}`],
        ...(nameOf(row) === "" ? [] : [["targetname", nameOf(row)] as const]),
        ...(origin === undefined ? [] : [["origin", origin] as const]),
        ...(hasModel(row) ? [["model", `*${models.length - 1}`] as const] : []),
      ]);
    });
    const named = rows.filter((row) => isNamed(row, isB)).map((row) => numberOf(row, isB));
    const bsp = {
      entities,
      areas: { count: isB ? 301 : 290, portalKey: Int32Array.from([0, ...named]) },
      models: {
        count: models.length,
        mins: Float32Array.from(models.flatMap((row) => boxOf(row).slice(0, 3))),
        maxs: Float32Array.from(models.flatMap((row) => boxOf(row).slice(3))),
      },
    };
    return { bsp } as unknown as MapVersion;
  }

  const diff = diffAreas(versionOf(false), versionOf(true), null);
  const wanted = list(COUNT).flatMap((row) => {
    if (kindOf(row) === "func_door" || numberOf(row, false) === 0) return [];
    if (isNamed(row, false) === isNamed(row, true)) return [];
    const [mins, maxs] = [boxOf(row).slice(0, 3), boxOf(row).slice(3)];
    const origin = originOf(row);
    const middle = mins.map((low, axis) => (low + maxs[axis]) / 2 + (origin?.[axis] ?? 0));
    const change = isNamed(row, true) ? "added" : "removed";
    const place = hasModel(row) ? middle : origin;
    return [{ change, kind: kindOf(row), name: nameOf(row), place }];
  });
  // Portals without a name and a place count once: nothing distinguishes them.
  const texts = new Set(wanted.map((one) => JSON.stringify(one)));
  expect(texts.size).toBeGreaterThan(20);
  expect([diff.areasA, diff.areasB]).toEqual([290, 301]);
  const found = diff.changes.map((one) => JSON.stringify(one));
  expect(found.filter((one) => !one.includes('"place":null')).sort()).toEqual(
    [...texts].filter((one) => !one.includes('"place":null')).sort(),
  );
  const kinds = diff.changes.map(({ change }) => change);
  expect(kinds).toEqual([...kinds].sort());
});

it("diffs of packed files compare 500 names by their bytes", async () => {
  const COUNT = 500;
  const text = (words: string) => new TextEncoder().encode(words);
  const pathOf = (row: number, map: string) =>
    row % 5 === 0 ? `materials/maps/${map}/f${row}.vmt` : `materials/dir${row % 7}/f${row}.vtf`;
  /** File lengths repeat, but no two rows have the same content. */
  const wordsOf = (row: number) => `${row} `.padEnd(10 + (row % 90), "x");
  const isGone = (row: number) => row % 23 === 3;
  const isNew = (row: number) => row % 19 === 5;
  const isChanged = (row: number) => row % 17 === 2;
  const isRenamed = (row: number) => row % 29 === 11 && row % 5 !== 0;
  const versionOf = (isB: boolean): MapVersion => {
    const rows = list(COUNT).filter((row) => (isB ? !isGone(row) : !isNew(row)));
    if (isB) rows.reverse();
    const entries = rows.map((row) => {
      const words = isB && isChanged(row) ? wordsOf(row).replace(/.$/, "y") : wordsOf(row);
      const path = pathOf(row, isB ? "court_a2" : "court_a1");
      return { name: isB && isRenamed(row) ? `sound/new${row}.wav` : path, data: text(words) };
    });
    // A path occurs twice, and the last entry counts.
    if (isB) entries.unshift({ name: pathOf(1, ""), data: text("an older one") });
    const pakfile = makeZip(entries);
    return {
      name: isB ? "b" : "a",
      bsp: { pakfile },
      ledger: new Ledger(),
    } as unknown as MapVersion;
  };
  const { changes, countA, countB, untold } = await diffPacked(
    versionOf(false),
    versionOf(true),
    null,
  );
  expect(untold).toBeNull();
  const count = (isIn: (row: number) => boolean) => list(COUNT).filter(isIn).length;
  expect([countA, countB]).toEqual([count((row) => !isNew(row)), count((row) => !isGone(row))]);
  const wanted = list(COUNT).flatMap((row): PackedChange[] => {
    const [path, { length }] = [pathOf(row, "*"), wordsOf(row)];
    const name = isRenamed(row) ? `sound/new${row}.wav` : path;
    const added = { change: "added" as const, path: name, was: null, a: null, b: length };
    const removed = { change: "removed" as const, path, was: null, a: length, b: null };
    if (isGone(row) && isNew(row)) return [];
    if (isGone(row)) return [removed];
    if (isNew(row)) return [added];
    if (isRenamed(row) && isChanged(row)) return [added, removed];
    if (isRenamed(row)) return [{ change: "renamed", path: name, was: path, a: length, b: length }];
    return isChanged(row) ? [{ change: "changed", path, was: null, a: length, b: length }] : [];
  });
  const keyOf = ({ change, path }: PackedChange) => `${change} ${path}`;
  wanted.sort((x, y) => (keyOf(x) < keyOf(y) ? -1 : 1));
  expect(new Set(wanted.map(({ change }) => change)).size).toBe(4);
  expect(changes).toEqual(wanted);
});

it("diffs of packed files that cannot be unpacked compare their packed bytes", async () => {
  const versionOf = (name: string, last: number): MapVersion => {
    const broken = (path: string, byte: number, crc = 5) => ({
      ...{ name: path, method: 8, byteLength: 64, crc },
      data: Uint8Array.of(0xff, 0xfe, 1, 2, byte),
    });
    const pakfile = makeZip([broken("materials/a.vmt", 3), broken("materials/b.vmt", last)]);
    return { name, ledger: new Ledger(), bsp: { pakfile } } as unknown as MapVersion;
  };
  const same = await diffPacked(versionOf("a", 7), versionOf("b", 7), null);
  expect(same.changes).toEqual([]);
  const { changes } = await diffPacked(versionOf("a", 7), versionOf("b", 8), null);
  expect(changes).toEqual([
    { change: "changed", path: "materials/b.vmt", was: null, a: 64, b: 64 },
  ]);
});

it("diffs of lumps and limits use the byte length of each lump", () => {
  /**
   * Record size, the limit in Source SDK 2013's bspfile.h, and the number of records that B has
   * more.
   */
  const LUMPS: Partial<Record<LumpName, readonly [bytes: number, limit: number, more: number]>> = {
    LUMP_PLANES: [20, 65536, 70_000],
    LUMP_VERTEXES: [12, 65536, 3],
    LUMP_EDGES: [4, 256000, 1],
    LUMP_TEXDATA_STRING_TABLE: [4, 65536, 300],
    LUMP_LEAFFACES: [2, 65536, 66_000],
    LUMP_LEAFBRUSHES: [2, 65536, 9],
    LUMP_CUBEMAPS: [16, 1024, 1100],
    LUMP_WORLDLIGHTS: [88, 8192, 4],
    LUMP_PRIMINDICES: [2, 65536, 7],
    LUMP_VERTNORMALS: [12, 256000, 11],
    LUMP_BRUSHES: [12, 8192, 8200],
    LUMP_BRUSHSIDES: [8, 65536, 6],
  };
  const before = makeBspLumps();
  const after = new Map(before);
  for (const [name, [bytes, , more]] of Object.entries(LUMPS)) {
    const lump = before.get(name as LumpName) ?? { version: 0, bytes: new Uint8Array(0) };
    const grown = new Uint8Array(lump.bytes.length + bytes * more);
    grown.set(lump.bytes);
    after.set(name as LumpName, { ...lump, bytes: grown });
  }
  const [a, b] = [assembleBsp(before), assembleBsp(after)];
  const { facts, lumps, limits } = diffFile(openVersion("a", a), openVersion("b", b));
  expect(facts).toEqual([{ fact: "Bytes", a: `${a.length}`, b: `${b.length}` }]);
  const lengthOf = (name: string, of: typeof before) => of.get(name as LumpName)?.bytes.length ?? 0;
  const names = Object.keys(LUMPS).sort();
  expect([...lumps].sort((x, y) => (x.name < y.name ? -1 : 1))).toEqual(
    names.map((name) => ({ name, a: lengthOf(name, before), b: lengthOf(name, after) })),
  );
  const wanted = names.map((name) => {
    const [bytes, limit, more] = LUMPS[name as LumpName]!;
    const was = lengthOf(name, before) / bytes;
    return {
      ...{ name: name.replace("LUMP_", ""), a: was, b: was + more },
      ...{ limitA: was > 0 ? limit : null, limitB: limit },
    };
  });
  expect([...limits].sort((x, y) => (x.name < y.name ? -1 : 1))).toEqual(wanted);
});
