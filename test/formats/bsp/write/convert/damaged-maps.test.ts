/** Tests that conversion of any file gives a map or throws a FormatError. */

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FormatError } from "../../../../../src/core/errors.ts";
import { LUMP, LUMP_NAMES } from "../../../../../src/formats/bsp/lumps.ts";
import { convertMap } from "../../../../../src/formats/bsp/write/convert/convert-map.ts";
import { repackMap } from "../../../../../src/formats/bsp/write/convert/repack-map.ts";
import { CONVERT_TARGETS } from "../../../../../src/formats/bsp/write/convert/targets.ts";
import { mutations } from "../../../../support/mutate.ts";
import { makeBsp } from "../../make-bsp.ts";
import { convert, NAMES } from "./made-forms.ts";

const options = { packing: "keep", pack: () => null, packEntry: () => null } as const;

function survive(file: Uint8Array): void {
  const works = NAMES.map((name) => () => convertMap(file, CONVERT_TARGETS[name], options));
  works.push(() => repackMap(file, { ...options, packing: "unpack" }));
  for (const work of works) {
    try {
      const { bytes } = work();
      // At most twice as wide, plus sector alignment.
      expect(bytes.length).toBeLessThan(file.length * 4 + 8192);
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
    }
  }
}

const room = makeBsp({ light: "both", detailProps: true, lzma: ["LUMP_NODES"] });

describe("converting damaged maps", () => {
  for (const name of NAMES) {
    it(`of the form ${name} gives a map or throws a FormatError`, () => {
      const { bytes } = convert(room, name);
      fc.assert(fc.property(mutations(bytes), survive), { numRuns: 150 });
    });
  }

  it("with all lumps at one place is refused before they are copied", () => {
    const file = new Uint8Array(1036 + 2 ** 21);
    file.set(new TextEncoder().encode("VBSP"));
    const view = new DataView(file.buffer);
    view.setInt32(4, 20, true);
    for (let slot = 0; slot < LUMP_NAMES.length; slot++) {
      // Lumps without records.
      if (slot === LUMP.LUMP_GAME_LUMP || slot === LUMP.LUMP_PAKFILE) continue;
      view.setInt32(8 + slot * 16, 1036, true);
      view.setInt32(12 + slot * 16, 2 ** 21, true);
    }
    expect(() => convertMap(file, CONVERT_TARGETS.x360, options)).toThrow("too-large");
  });
});
