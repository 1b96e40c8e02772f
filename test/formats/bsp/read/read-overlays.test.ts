/** Tests overlays of generated maps, narrow and wide, valid and damaged. */

import { describe, expect, it } from "vitest";
import { Diagnostics } from "../../../../src/core/diagnostics.ts";
import { writeRecords } from "../../../../src/formats/binary/write-records.ts";
import { parseBsp } from "../../../../src/formats/bsp/parse-bsp.ts";
import { DOVERLAY, DOVERLAYFADE } from "../../../../src/formats/bsp/records/overlays.ts";
import { summarizeBsp } from "../../../../src/formats/bsp/summarize-bsp.ts";
import { openLump } from "../../../../src/formats/bsp/tables/open-lump.ts";
import { ByteWriter } from "../byte-writer.ts";
import { assembleBsp, makeBspLumps } from "../make-bsp.ts";

interface MadeOverlay {
  readonly texinfo?: number;
  readonly faces?: readonly number[];
  readonly faceCount?: number;
  readonly order?: number;
  readonly x?: number;
}

/** Builds a table in which each number identifies its column and row. */
function makeTable(overlays: readonly MadeOverlay[]) {
  const count = overlays.length;
  const column = (arity: number, base: number) =>
    Float32Array.from(
      { length: count * arity },
      (_, i) => base + Math.floor(i / arity) * 100 + (i % arity),
    );
  const faces = new Int32Array(count * 64).fill(-7);
  const origin = column(3, 5000);
  for (const [i, overlay] of overlays.entries()) {
    faces.set(overlay.faces ?? [0], i * 64);
    origin[i * 3] = overlay.x ?? origin[i * 3];
  }
  return {
    count,
    id: Int32Array.from(overlays, (_, i) => 40 + i),
    texinfo: Int32Array.from(overlays, ({ texinfo }) => texinfo ?? 0),
    faceCountAndRenderOrder: Uint32Array.from(
      overlays,
      ({ faces = [0], faceCount = faces.length, order = 0 }) => faceCount | (order << 14),
    ),
    faces,
    u: column(2, 1000),
    v: column(2, 2000),
    uvPoints: column(12, 3000),
    origin,
    basisNormal: column(3, 6000),
  };
}

/** Widens the 16-bit texinfo and count to 32 bits. */
function widen(narrow: Uint8Array): Uint8Array {
  const count = narrow.length / 352;
  const wide = new Uint8Array(count * 356);
  const view = new DataView(narrow.buffer, narrow.byteOffset, narrow.byteLength);
  const out = new DataView(wide.buffer);
  for (let i = 0; i < count; i++) {
    out.setInt32(i * 356, view.getInt32(i * 352, true), true);
    out.setInt32(i * 356 + 4, view.getInt16(i * 352 + 4, true), true);
    out.setUint32(i * 356 + 8, view.getUint16(i * 352 + 6, true), true);
    wide.set(narrow.subarray(i * 352 + 8, (i + 1) * 352), i * 356 + 12);
  }
  return wide;
}

/** Returns wide records followed by a color. */
function tint(wide: Uint8Array): Uint8Array {
  const rows = Array.from({ length: wide.length / 356 }, (_, i) => [
    ...wide.subarray(i * 356, (i + 1) * 356),
    ...[1, 2, 3, 255],
  ]);
  return Uint8Array.from(rows.flat());
}

/** Builds counts, all faces in reverse overlay order, then the overlays with their face ranges. */
function makeVariable(overlays: readonly MadeOverlay[]): Uint8Array {
  const table = makeTable(overlays);
  const facesOf = ({ faces = [0] }: MadeOverlay) => faces;
  const total = overlays.flatMap(facesOf).length;
  const out = new ByteWriter().i32(
    overlays.length,
    total,
    ...[...overlays].reverse().flatMap(facesOf),
  );
  let end = total;
  for (const [i, overlay] of overlays.entries()) {
    const { length } = facesOf(overlay);
    end -= length;
    out.i32(40 + i, overlay.texinfo ?? 0).i16(i === 0 ? 3 : 0, overlay.order ?? 0);
    out.i32(end, length);
    const cut = (column: Float32Array, arity: number) =>
      column.subarray(i * arity, (i + 1) * arity);
    out.f32(...cut(table.u, 2), ...cut(table.v, 2));
    const points = cut(table.uvPoints, 12);
    for (let corner = 0; corner < 4; corner++) out.f32(points[corner * 3], points[corner * 3 + 1]);
    out.f32(points[2], points[5], points[8]);
    out.f32(...cut(table.origin, 3), ...cut(table.basisNormal, 3)).u8(1, 2, 3, 255);
  }
  return out.done();
}

const FORMS = [
  (overlays: readonly MadeOverlay[]) => writeRecords(makeTable(overlays), DOVERLAY),
  (overlays: readonly MadeOverlay[]) => widen(writeRecords(makeTable(overlays), DOVERLAY)),
  (overlays: readonly MadeOverlay[]) => tint(widen(writeRecords(makeTable(overlays), DOVERLAY))),
  makeVariable,
];

function makeMap(version: number, bytes: Uint8Array): Uint8Array {
  const lumps = makeBspLumps();
  lumps.set("LUMP_OVERLAYS", { version, bytes });
  return assembleBsp(lumps);
}

function read(overlays: readonly MadeOverlay[], fades = overlays.length, version = 0) {
  const lumps = makeBspLumps();
  lumps.set("LUMP_OVERLAYS", { version, bytes: FORMS[version](overlays) });
  const distances = {
    count: fades,
    fadeDistMinSq: Float32Array.from({ length: fades }, (_, i) => i + 1),
    fadeDistMaxSq: Float32Array.from({ length: fades }, (_, i) => (i + 1) * 10),
  };
  lumps.set("LUMP_OVERLAY_FADES", { version: 0, bytes: writeRecords(distances, DOVERLAYFADE) });
  const diagnostics = new Diagnostics();
  const bsp = parseBsp(assembleBsp(lumps), diagnostics);
  const messages = diagnostics.warnings.map(({ message }) => message);
  return { bsp, overlays: bsp.overlays, messages };
}

describe("overlays", () => {
  const made = [{ faces: [3, 1, 2], order: 2 }, { faces: [] }, { faces: [4], order: 3 }];

  it.each([0, 1, 2, 3])(
    "are read as columns with one concatenated face list; version %s",
    (version) => {
      const { overlays, messages } = read(made, 3, version);
      expect(messages).toEqual([]);
      expect(overlays.count).toBe(3);
      expect([...overlays.id]).toEqual([40, 41, 42]);
      expect([...overlays.renderOrder]).toEqual([2, 0, 3]);
      expect([...overlays.firstFace]).toEqual([0, 3, 3]);
      expect([...overlays.faceCount]).toEqual([3, 0, 1]);
      expect([...overlays.faces]).toEqual([3, 1, 2, 4]);
      expect([...overlays.u]).toEqual([1000, 1001, 1100, 1101, 1200, 1201]);
      expect([...overlays.v].slice(2)).toEqual([2100, 2101, 2200, 2201]);
      // Only in version 3 does the last overlay's third number mark a flipped axis.
      expect(overlays.uvPoints[11]).toBe(version === 3 ? 1 : 3011);
      expect([...overlays.uvPoints].slice(12, 15)).toEqual([3100, 3101, 3102]);
      expect([...overlays.uvPoints].slice(17, 21)).toEqual([3105, 3106, 3107, 3108]);
      expect([...overlays.origin].slice(3, 6)).toEqual([5100, 5101, 5102]);
      expect([...overlays.basisNormal].slice(6)).toEqual([6200, 6201, 6202]);
      expect([...overlays.fadeDistance]).toEqual([1, 10, 2, 20, 3, 30]);
    },
  );

  it("without a valid texinfo, face or position are dropped, and the others keep their fades", () => {
    const bad: MadeOverlay[] = [
      { texinfo: -1 },
      { texinfo: 30_000 },
      { faces: [-1] },
      { faces: [1, 30_000] },
      { faces: Array(64).fill(0), faceCount: 65 },
      { x: Number.NaN },
    ];
    const { overlays, messages } = read([...bad, ...made]);
    expect(messages).toEqual(["6 of 9 overlays are invalid"]);
    expect([...overlays.id]).toEqual([46, 47, 48]);
    expect([...overlays.faces]).toEqual([3, 1, 2, 4]);
    expect([...overlays.origin].slice(0, 2)).toEqual([5600, 5601]);
    expect([...overlays.fadeDistance]).toEqual([7, 70, 8, 80, 9, 90]);
  });

  it("of version 3 are table rows with their own faces and a colour variable", () => {
    const { tables } = openLump(makeMap(3, makeVariable(made)), "overlays")!;
    expect(tables[0].count).toBe(3);
    expect(tables[0].row(0)).toMatchObject({
      ...{ id: 40, flags: 3, renderOrder: 2, faces: [3, 1, 2], tint: [1, 2, 3, 255] },
      colorVar: 0x10203,
    });
    expect(tables[0].row(2)).not.toHaveProperty("colorVar");
    const wide = openLump(makeMap(2, FORMS[2](made)), "overlays")!.tables[0];
    expect(wide.row(1)).toMatchObject({ id: 41, tint: [1, 2, 3, 255], renderOrder: 0 });
  });

  it("of version 3 are dropped if their face range lies outside the list or overlaps another", () => {
    const bytes = makeVariable(made);
    const at = 8 + 4 * 4 + 12;
    for (const [offset, value] of [
      [0, -1],
      [0, 4],
      [4, 1 << 28],
      [at, 2],
      [at, -1],
      [at + 4, 4],
      // The second overlay's faces lie in the list but exceed what remains.
      [at + 108 + 4, 3],
    ]) {
      const bad = bytes.slice();
      new DataView(bad.buffer).setInt32(offset, value, true);
      const diagnostics = new Diagnostics();
      expect(parseBsp(makeMap(3, bad), diagnostics).overlays.count).toBe(0);
      expect(diagnostics.warnings.map(({ code }) => code)).toEqual(["damaged-section"]);
    }
  });

  it("have zero fades if the fade lump is missing or has another row count", () => {
    expect([...read(made, 0).overlays.fadeDistance]).toEqual([0, 0, 0, 0, 0, 0]);
    const odd = read(made, 2);
    expect([...odd.overlays.fadeDistance]).toEqual([0, 0, 0, 0, 0, 0]);
    expect(odd.messages).toEqual(["2 rows, but 3 overlays"]);
  });

  it("are counted for `visleaf inspect`", () => {
    const { bsp } = read(made);
    expect(summarizeBsp(bsp, 0).counts.overlays).toBe(3);
    const rows = Object.fromEntries(bsp.lumps.map((lump) => [lump.name, lump]));
    expect(rows.LUMP_OVERLAYS).toMatchObject({ records: 3, recordBytes: 352 });
    expect(rows.LUMP_OVERLAY_FADES).toMatchObject({ records: 3, recordBytes: 8 });
  });
});
