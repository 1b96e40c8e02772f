/** Tests the repair of a damaged generated room. */

import { describe, expect, it } from "vitest";
import { Diagnostics } from "../../../../src/core/diagnostics.ts";
import { FormatError } from "../../../../src/core/errors.ts";
import { parseBsp } from "../../../../src/formats/bsp/index.ts";
import { LUMP, LUMP_NAMES, type LumpName } from "../../../../src/formats/bsp/lumps.ts";
import { repairBsp } from "../../../../src/formats/bsp/repair/repair-bsp.ts";
import { assembleBsp, type MakeBspOptions, makeBsp, makeBspLumps } from "../make-bsp.ts";

/** Reads an entry of a standard little-endian header. */
function placeOf(file: Uint8Array, name: LumpName): { offset: number; length: number } {
  const view = new DataView(file.buffer, file.byteOffset);
  const at = 8 + LUMP[name] * 16;
  return { offset: view.getInt32(at, true), length: view.getInt32(at + 4, true) };
}

function edit(name: LumpName, change: (view: DataView) => void, options: MakeBspOptions = {}) {
  const lumps = makeBspLumps(options);
  change(new DataView(lumps.get(name)!.bytes.buffer));
  return assembleBsp(lumps, options);
}

function warningsOf(bytes: Uint8Array): string[] {
  const diagnostics = new Diagnostics();
  parseBsp(bytes, diagnostics);
  return diagnostics.warnings.map(({ subject }) => subject);
}

const actionsOf = (bytes: Uint8Array) =>
  repairBsp(bytes, null).changes.map(({ lump, action }) => `${lump} ${action}`);

const VARIANTS: readonly MakeBspOptions[] = [
  {},
  { version: 19 },
  { version: 21, headerOrder: "left4dead2" },
  { littleEndian: false },
  { light: "both", detailProps: true },
  { light: "hdr7" },
  { lzma: ["LUMP_FACES", "LUMP_LIGHTING", "LUMP_ENTITIES"] },
];

describe("repairBsp on a sound map", () => {
  it.each(VARIANTS)("changes nothing: %j", (options) => {
    const bytes = makeBsp(options);
    const repaired = repairBsp(bytes, null);
    expect(repaired.changes).toEqual([]);
    expect(repaired.bytes).toEqual(bytes);
  });
});

describe("repairBsp on an unreadable lump", () => {
  it("drops the lump and changes nothing else", () => {
    const bytes = edit("LUMP_VISIBILITY", (view) => view.setInt32(0, 1 << 20, true));
    const { bytes: out, changes } = repairBsp(bytes, null);
    expect(changes).toMatchObject([{ lump: "LUMP_VISIBILITY", action: "dropped" }]);
    expect(changes[0].message).toContain("LUMP_VISIBILITY at byte");
    const whole = bytes.slice();
    whole.fill(0, 8 + LUMP.LUMP_VISIBILITY * 16, 8 + LUMP.LUMP_VISIBILITY * 16 + 8);
    expect(out).toEqual(whole);
    expect(warningsOf(out)).toEqual([]);
  });

  it("drops it even if nothing draws from it", () => {
    const lumps = makeBspLumps();
    lumps.set("LUMP_OCCLUSION", { version: 2, bytes: new Uint8Array(12).fill(0x7f) });
    expect(actionsOf(assembleBsp(lumps))).toEqual(["LUMP_OCCLUSION dropped"]);
  });

  it.each(VARIANTS)("drops it in every header form: %j", (options) => {
    const lumps = makeBspLumps(options);
    lumps.set("LUMP_CUBEMAPS", { version: 0, bytes: new Uint8Array(15) });
    const { bytes, changes } = repairBsp(assembleBsp(lumps, options), null);
    expect(changes.map(({ lump, action }) => [lump, action])).toEqual([
      ["LUMP_CUBEMAPS", "dropped"],
    ]);
    expect(warningsOf(bytes)).toEqual([]);
    const { entities, staticProps, faces } = parseBsp(bytes);
    const sound = parseBsp(makeBsp(options));
    expect({ entities, staticProps, faces }).toEqual({
      entities: sound.entities,
      staticProps: sound.staticProps,
      faces: sound.faces,
    });
  });

  it("drops the lighting together with its face table if there are two", () => {
    const broken = edit("LUMP_FACES_HDR", (view) => view.setInt16(10, 99, true), { light: "both" });
    const { bytes, changes } = repairBsp(broken, null);
    expect(changes.map(({ lump }) => lump)).toEqual(["LUMP_FACES_HDR", "LUMP_LIGHTING_HDR"]);
    const { ldr, hdr } = parseBsp(bytes);
    expect(hdr).toBeNull();
    expect(ldr?.faces).toEqual(parseBsp(makeBsp({ light: "ldr" })).ldr?.faces);
  });
});

describe("repairBsp on damaged game lumps", () => {
  /** Builds a room whose static prop lump states a wrong record count. */
  function withBrokenProps(littleEndian: boolean): Uint8Array {
    const bytes = makeBsp({ detailProps: true, littleEndian });
    const view = new DataView(bytes.buffer);
    const start = view.getInt32(8 + LUMP.LUMP_GAME_LUMP * 16, littleEndian);
    // Number of models in the first game lump, `sprp`.
    view.setInt32(view.getInt32(start + 4 + 8, littleEndian), 0x7fffff, littleEndian);
    return bytes;
  }

  it.each([true, false])("drops them one by one; little-endian: %s", (littleEndian) => {
    const { bytes, changes } = repairBsp(withBrokenProps(littleEndian), null);
    expect(changes).toMatchObject([{ lump: "LUMP_GAME_LUMP", action: "dropped" }]);
    expect(changes[0].message).toMatch(/^sprp: /);
    const { gameLumps, staticProps, detailProps } = parseBsp(bytes);
    expect(gameLumps.map(({ id }) => id)).toEqual(["dprp"]);
    expect(staticProps).toBeNull();
    const sound = parseBsp(makeBsp({ detailProps: true, littleEndian }));
    expect(detailProps).toEqual(sound.detailProps);
    expect(warningsOf(bytes)).toEqual([]);
  });
});

describe("repairBsp on a truncated file", () => {
  const whole = makeBsp({ light: "ldr" });
  const lighting = placeOf(whole, "LUMP_LIGHTING");

  it("keeps the remaining lighting and marks the other faces unlit", () => {
    const cut = whole.subarray(0, lighting.offset + (lighting.length >> 1));
    const { bytes, changes } = repairBsp(cut, { bytes: null, message: "gone" });
    expect(changes).toMatchObject([
      { lump: "LUMP_LIGHTING", action: "shortened" },
      { lump: "LUMP_PAKFILE", action: "dropped", message: "gone" },
    ]);
    expect(placeOf(bytes, "LUMP_LIGHTING").length).toBe(lighting.length >> 1);
    expect(warningsOf(bytes)).toEqual([]);
    const kept = parseBsp(bytes).ldr!.faces.lightOffset;
    const all = parseBsp(whole).ldr!.faces.lightOffset;
    const lit = kept.filter((offset) => offset >= 0);
    expect(lit.length).toBeGreaterThan(0);
    expect(lit.length).toBeLessThan(all.filter((offset) => offset >= 0).length);
    for (const [face, offset] of kept.entries()) expect([-1, all[face]]).toContain(offset);
    // Compared as stored, because the engine does not check them.
    const faces = placeOf(bytes, "LUMP_FACES").offset;
    const view = new DataView(bytes.buffer, bytes.byteOffset);
    const isLit = (face: number) => all[face] >= 0;
    for (let face = 0; face < kept.length; face++) {
      const stored = view.getInt32(faces + face * 56 + 20, true);
      if (isLit(face)) expect(stored).toBe(kept[face]);
    }
  });

  it("returns a file that needs no further repair, wherever the input was cut", () => {
    let saved = 0;
    for (let end = 1100; end < whole.length; end += 97) {
      try {
        const { bytes } = repairBsp(whole.subarray(0, end), { bytes: null, message: "gone" });
        saved++;
        expect(bytes.length).toBeLessThanOrEqual(end);
        for (const name of LUMP_NAMES) {
          const { offset, length } = placeOf(bytes, name);
          expect(offset + length, name).toBeLessThanOrEqual(bytes.length);
        }
        const again = repairBsp(bytes, null);
        expect(again.bytes).toEqual(bytes);
      } catch (error) {
        if (!(error instanceof FormatError)) throw error;
        // The parser's message about the missing lump, without a world.
        expect(() => parseBsp(whole.subarray(0, end))).toThrow(error.message);
      }
    }
    expect(saved).toBeGreaterThan(10);
  });

  it("writes the pakfile last, at a multiple of four", () => {
    const cut = whole.subarray(0, lighting.offset + lighting.length - 3);
    const pakfile = Uint8Array.of(1, 2, 3, 4, 5);
    const { bytes } = repairBsp(cut, { bytes: pakfile, message: "made anew" });
    const { offset, length } = placeOf(bytes, "LUMP_PAKFILE");
    expect(offset % 4).toBe(0);
    expect(offset + length).toBe(bytes.length);
    expect(bytes.subarray(offset)).toEqual(pakfile);
  });
});

it("repairBsp refuses a map without a world with the parser's own error", () => {
  const bytes = makeBsp().subarray(0, 1300);
  expect(() => repairBsp(bytes, null)).toThrow(FormatError);
  expect(() => repairBsp(bytes, null)).toThrow(/LUMP_PLANES at byte 24/);
});
