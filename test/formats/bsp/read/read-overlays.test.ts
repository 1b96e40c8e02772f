/** Overlays of made maps, narrow and wide, sound and not. */

import { describe, expect, it } from "vitest";
import { Diagnostics } from "../../../../src/core/diagnostics.ts";
import { writeRecords } from "../../../../src/formats/binary/write-records.ts";
import { DOVERLAY, DOVERLAYFADE } from "../../../../src/formats/bsp/layouts/compile-layouts.ts";
import { parseBsp } from "../../../../src/formats/bsp/parse-bsp.ts";
import { summarizeBsp } from "../../../../src/formats/bsp/summarize-bsp.ts";
import { assembleBsp, makeBspLumps } from "../make-bsp.ts";

interface MadeOverlay {
  readonly texinfo?: number;
  readonly faces?: readonly number[];
  readonly faceCount?: number;
  readonly order?: number;
  readonly x?: number;
}

/** Each number tells its column and its row. */
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

/** The texinfo's and the count's 16 bits, as 32 each. */
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

function read(overlays: readonly MadeOverlay[], fades = overlays.length, isWide = false) {
  const lumps = makeBspLumps();
  const bytes = writeRecords(makeTable(overlays), DOVERLAY);
  const version = isWide ? 1 : 0;
  lumps.set("LUMP_OVERLAYS", { version, bytes: isWide ? widen(bytes) : bytes });
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

  it.each([false, true])("are columns, with the faces one after another; wide: %s", (isWide) => {
    const { overlays, messages } = read(made, 3, isWide);
    expect(messages).toEqual([]);
    expect(overlays.count).toBe(3);
    expect([...overlays.id]).toEqual([40, 41, 42]);
    expect([...overlays.renderOrder]).toEqual([2, 0, 3]);
    expect([...overlays.firstFace]).toEqual([0, 3, 3]);
    expect([...overlays.faceCount]).toEqual([3, 0, 1]);
    expect([...overlays.faces]).toEqual([3, 1, 2, 4]);
    expect([...overlays.u]).toEqual([1000, 1001, 1100, 1101, 1200, 1201]);
    expect([...overlays.v].slice(2)).toEqual([2100, 2101, 2200, 2201]);
    expect([...overlays.uvPoints].slice(11, 14)).toEqual([3011, 3100, 3101]);
    expect([...overlays.origin].slice(3, 6)).toEqual([5100, 5101, 5102]);
    expect([...overlays.basisNormal].slice(6)).toEqual([6200, 6201, 6202]);
    expect([...overlays.fadeDistance]).toEqual([1, 10, 2, 20, 3, 30]);
  });

  it("that lie on nothing are left out, and the others keep their own fades", () => {
    const bad: MadeOverlay[] = [
      { texinfo: -1 },
      { texinfo: 30_000 },
      { faces: [-1] },
      { faces: [1, 30_000] },
      { faces: Array(64).fill(0), faceCount: 65 },
      { x: Number.NaN },
    ];
    const { overlays, messages } = read([...bad, ...made]);
    expect(messages).toEqual(["6 of 9 overlays lie on nothing"]);
    expect([...overlays.id]).toEqual([46, 47, 48]);
    expect([...overlays.faces]).toEqual([3, 1, 2, 4]);
    expect([...overlays.origin].slice(0, 2)).toEqual([5600, 5601]);
    expect([...overlays.fadeDistance]).toEqual([7, 70, 8, 80, 9, 90]);
  });

  it("have no fades where there are none, or not as many", () => {
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
