/**
 * Tests overlays of Strata Source's version 3 in forms whose overlays have at most 64 faces and no
 * tint.
 */

import { describe, expect, it } from "vitest";
import { parseBsp } from "../../../../../src/formats/bsp/parse-bsp.ts";
import type { Overlays } from "../../../../../src/formats/bsp/types.ts";
import { ByteWriter } from "../../byte-writer.ts";
import { assembleBsp, makeBspLumps } from "../../make-bsp.ts";
import { convert, lumpOf, tablesOf } from "./made-forms.ts";

const OPTIONS = { version: 21 } as const;

interface Made {
  readonly faces: number;
  readonly flags?: number;
  readonly order?: number;
  readonly tint?: readonly number[];
  readonly texinfo?: number;
}

/** Builds overlays with different numbers. */
function makeLump(overlays: readonly Made[]): Uint8Array {
  const total = overlays.reduce((sum, { faces }) => sum + faces, 0);
  const out = new ByteWriter().i32(overlays.length, total);
  for (let i = 0; i < total; i++) out.i32((i * 7) % 11);
  let first = 0;
  overlays.forEach(
    ({ faces, flags = 0, order = 0, tint = [255, 255, 255, 255], texinfo = 1 }, i) => {
      out
        .i32(40 + i, texinfo)
        .i16(flags, order)
        .i32(first, faces);
      out.f32(...Array.from({ length: 21 }, (_, k) => 100 * i + k)).u8(...tint);
      first += faces;
    },
  );
  return out.done();
}

const withOverlays = (overlays: readonly Made[]): Uint8Array => {
  const lumps = makeBspLumps(OPTIONS);
  lumps.set("LUMP_OVERLAYS", { version: 3, bytes: makeLump(overlays) });
  const fades = new ByteWriter();
  for (let i = 0; i < overlays.length; i++) fades.f32(i + 1, 10 * i + 10);
  lumps.set("LUMP_OVERLAY_FADES", { version: 0, bytes: fades.done() });
  return assembleBsp(lumps, OPTIONS);
};

/** Returns what each overlay looks like by its id; parts with one id share a place. */
function looksOf(overlays: Overlays) {
  const looks = new Map<number, { faces: number[]; place: number[] }>();
  for (let row = 0; row < overlays.count; row++) {
    const cut = (values: Float32Array, arity: number) =>
      values.subarray(row * arity, (row + 1) * arity);
    const place = [overlays.texinfo[row], overlays.renderOrder[row]];
    place.push(...cut(overlays.u, 2), ...cut(overlays.v, 2), ...cut(overlays.uvPoints, 12));
    place.push(...cut(overlays.origin, 3), ...cut(overlays.basisNormal, 3));
    place.push(...cut(overlays.fadeDistance, 2));
    const first = overlays.firstFace[row];
    const faces = overlays.faces.subarray(first, first + overlays.faceCount[row]);
    const look = looks.get(overlays.id[row]) ?? { faces: [], place };
    expect(look.place).toEqual(place);
    look.faces.push(...faces);
    looks.set(overlays.id[row], look);
  }
  return looks;
}

describe("overlays of version 3", () => {
  const made: readonly Made[] = [
    { faces: 2, order: 2, flags: 1 },
    { faces: 130, order: 1 },
    { faces: 0 },
    { faces: 64, order: 3 },
  ];

  it.each(["v20", "l4d2", "x360"] as const)(
    "convert to %s with the same look, split into parts of 64 faces",
    (to) => {
      const file = withOverlays(made);
      const { bytes, changes } = convert(file, to);
      const [before, after] = [tablesOf(file), tablesOf(bytes)];
      expect(looksOf(before.overlays)).toEqual(looksOf(after.overlays));
      expect([...after.overlays.id]).toEqual([40, 41, 41, 41, 42, 43]);
      expect([...after.overlays.faceCount]).toEqual([2, 64, 64, 2, 0, 64]);
      expect(lumpOf(bytes, "LUMP_OVERLAYS").length).toBe(6 * 352);
      expect(changes.filter(({ action }) => action !== "converted")).toEqual([]);
      expect(changes).toContainEqual({
        lump: "LUMP_OVERLAYS",
        action: "converted",
        message: "4 overlays became 6: those of more than 64 faces were split",
      });
    },
  );

  it("have no fades in version 19 and stay unchanged in version 25", () => {
    const file = withOverlays(made);
    const { bytes } = convert(file, "v19");
    expect(parseBsp(bytes).overlays.count).toBe(6);
    expect(lumpOf(bytes, "LUMP_OVERLAY_FADES").length).toBe(0);
    expect(lumpOf(convert(file, "v25").bytes, "LUMP_OVERLAYS")).toEqual(makeLump(made));
  });

  it("report lost tints, colour variables and order", () => {
    const file = withOverlays([
      { faces: 1, tint: [255, 0, 0, 255] },
      { faces: 1, tint: [255, 255, 255, 9], order: 4 },
      { faces: 1, flags: 2, tint: [0, 0, 1, 255] },
      { faces: 1 },
    ]);
    const { bytes, changes } = convert(file, "v20");
    expect(changes.filter(({ lump }) => lump === "LUMP_OVERLAYS")).toEqual(
      [
        "the name of a colour of 1 overlays",
        "tint of 2 overlays",
        "a render order above 3 of 1 overlays",
      ].map((lost) => ({
        lump: "LUMP_OVERLAYS",
        action: "reduced",
        message: `${lost} has no place in version 20`,
      })),
    );
    expect([...parseBsp(bytes).overlays.renderOrder]).toEqual([0, 3, 0, 0]);
  });

  it("throw an error if a number does not fit", () => {
    expect(() => convert(withOverlays([{ faces: 1, texinfo: 70_000 }]), "v20")).toThrow(
      "70000 does not fit",
    );
  });
});
