/** Of each code of a bad file a made one, whose reader says what the catalogue's example says. */

import { expect, it } from "vitest";
import { FORMAT_ERRORS } from "../../../src/core/catalogue/format-errors.ts";
import { FormatError, type FormatErrorCode } from "../../../src/core/errors.ts";
import { parseBsp } from "../../../src/formats/bsp/index.ts";
import { LUMP, type LumpName } from "../../../src/formats/bsp/lumps.ts";
import { explainBadMagic } from "../../../src/formats/foreign-file.ts";
import { parseVmf } from "../../../src/formats/vmf/index.ts";
import { assembleBsp, makeBsp, makeBspLumps } from "../../formats/bsp/make-bsp.ts";

type Edit = (view: DataView) => void;

function editLump(name: LumpName, edit: Edit): Uint8Array {
  const lumps = makeBspLumps();
  edit(new DataView(lumps.get(name)!.bytes.buffer));
  return assembleBsp(lumps);
}

function editHeader(at: number, value: number): Uint8Array {
  const file = makeBsp();
  new DataView(file.buffer).setInt32(at, value, true);
  return file;
}

/** As the page and `visleaf inspect` say it. */
function parseExplained(file: Uint8Array): unknown {
  try {
    return parseBsp(file);
  } catch (error) {
    throw explainBadMagic(error, file);
  }
}

const planesAt = 8 + LUMP.LUMP_PLANES * 16;

/** All of them: a code without a way to it would not compile. */
const WAYS: Readonly<Record<FormatErrorCode, () => unknown>> = {
  "bad-magic": () => parseBsp(new TextEncoder().encode("<html>")),
  "bad-version": () => parseBsp(editHeader(4, 99)),
  truncated: () => parseBsp(makeBsp().subarray(0, 1100)),
  "bad-count": () => parseBsp(editHeader(planesAt + 4, -4)),
  "bad-offset": () => parseBsp(editHeader(planesAt, 100)),
  "bad-index": () => parseBsp(editLump("LUMP_EDGES", (view) => view.setInt16(4, 44, true))),
  "bad-value": () => parseBsp(editLump("LUMP_PLANES", (view) => view.setFloat32(0, NaN, true))),
  cycle: () => parseBsp(editLump("LUMP_NODES", (view) => view.setInt32(8, 3, true))),
  mismatch: () => parseBsp(editLump("LUMP_DISPINFO", (view) => view.setInt16(36, 0, true))),
  "too-large": () => parseBsp(makeBsp(), undefined, { faceEdges: 43 }),
  syntax: () => parseVmf('world { "id" "1"'),
  unsupported: () => parseExplained(editHeader(4, 29)),
};

it.each(Object.entries(WAYS))("%s is said of a made file, as in the catalogue", (code, read) => {
  let error: unknown;
  try {
    read();
  } catch (thrown) {
    error = thrown;
  }
  expect(error).toBeInstanceOf(FormatError);
  expect((error as FormatError).code).toBe(code);
  expect((error as FormatError).message).toBe(FORMAT_ERRORS[code as FormatErrorCode].example);
});
