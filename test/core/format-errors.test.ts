/** Made files with each error code, whose messages equal the catalogue's examples. */

import { expect, it } from "vitest";
import type { ErrorRow } from "../../src/core/device-errors.ts";
import { FORMAT_ERRORS } from "../../src/core/error-catalogue.ts";
import { FormatError, type FormatErrorCode } from "../../src/core/errors.ts";
import { parseBsp } from "../../src/formats/bsp/index.ts";
import { LUMP, type LumpName } from "../../src/formats/bsp/lumps.ts";
import { explainBadMagic } from "../../src/formats/foreign-file.ts";
import { parseMdl } from "../../src/formats/studio/mdl.ts";
import { parseVvd } from "../../src/formats/studio/vvd.ts";
import { parseVmf } from "../../src/formats/vmf/index.ts";
import { parseZip } from "../../src/formats/zip/parse-zip.ts";
import { unpackEntry } from "../../src/formats/zip/read-entry.ts";
import { writeZip } from "../../src/formats/zip/write-zip.ts";
import { assembleBsp, makeBsp, makeBspLumps } from "../formats/bsp/make-bsp.ts";

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

/** Parses a map with the explanations that the page and `visleaf inspect` add. */
function parseExplained(file: Uint8Array): unknown {
  try {
    return parseBsp(file);
  } catch (error) {
    throw explainBadMagic(error, file);
  }
}

const text = (content: string) =>
  Uint8Array.from(content.padEnd(40), (letter) => letter.charCodeAt(0));
const modelOf = (version: number) => text(`IDST${String.fromCharCode(version)}\0\0\0`.padEnd(500));

const planesAt = 8 + LUMP.LUMP_PLANES * 16;

/** A faulty file for every code; the type requires all of them. */
const WAYS: Readonly<Record<FormatErrorCode, () => unknown>> = {
  "bad-magic": () => parseVvd(text("IDST".padEnd(100))),
  "bad-version": () => parseMdl(modelOf(99)),
  truncated: () => parseBsp(makeBsp().subarray(0, 1100)),
  "bad-count": () => parseBsp(editHeader(planesAt + 4, -4)),
  "bad-offset": () => parseBsp(editHeader(planesAt, 100)),
  "bad-index": () => parseBsp(editLump("LUMP_EDGES", (view) => view.setInt16(4, 44, true))),
  "bad-value": () => parseBsp(editLump("LUMP_PLANES", (view) => view.setFloat32(0, NaN, true))),
  cycle: () => parseBsp(editLump("LUMP_NODES", (view) => view.setInt32(8, 3, true))),
  mismatch: () => parseBsp(editLump("LUMP_DISPINFO", (view) => view.setInt16(36, 0, true))),
  "too-large": () => parseBsp(makeBsp(), undefined, { faceEdges: 43 }),
  syntax: () => parseVmf('world { "id" "1"'),
  unsupported: () => parseMdl(modelOf(10)),
};

const zip = writeZip(new Map([["a.txt", new Uint8Array(300)]]));
const stored = parseZip(zip).entries[0];

/** Faulty files for the cases of codes. */
const CASES: readonly (() => unknown)[] = [
  () => parseExplained(text("Rar!")),
  () => parseExplained(text("4\u0012\u00aaU\u0002")),
  () => parseExplained(text("<!doctype html>")),
  () => parseExplained(new Uint8Array(2000)),
  () => parseBsp(new Uint8Array(0)),
  () => parseBsp(editHeader(4, 99)),
  () => parseExplained(editHeader(4, 29)),
  () => parseZip(zip.subarray(0, 200)),
  () => unpackEntry(zip.subarray(0, 200), stored),
  () => unpackEntry(zip, { ...stored, method: 9 }),
];

it("the examples of cases are messages of made files", () => {
  const said = CASES.map((read) => {
    try {
      read();
    } catch (error) {
      expect(error).toBeInstanceOf(FormatError);
      return (error as FormatError).message;
    }
    throw new Error("it was read");
  });
  const rows: readonly ErrorRow[] = Object.values(FORMAT_ERRORS);
  const examples = rows.flatMap(({ cases = [] }) => cases.map(({ example }) => example));
  expect(said.sort()).toEqual(examples.sort());
});

it.each(Object.entries(WAYS))("the example of %s is the message of a made file", (code, read) => {
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
