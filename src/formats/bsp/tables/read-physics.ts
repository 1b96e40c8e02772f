/** Collision as the physics library reads it. */

import { FormatError } from "../../../core/errors.ts";
import { concatBytes } from "../../binary/encode-bytes.ts";
import { readRecords } from "../../binary/read-records.ts";
import { parsePhy } from "../../phy/parse-phy.ts";
import { bspError } from "../bsp-error.ts";
import type { LumpReader } from "../read/lump-reader.ts";
import { DPHYSMODEL, NO_PHYS_DISP, PHYS_DISP, WIDE_PHYS_DISP_VERSION } from "../records/physics.ts";
import { type LumpTable, rowTable } from "./lump-table.ts";

const PHY_HEADER_BYTES = 16;

/**
 * LUMP_PHYSCOLLIDE: of each brush model its solids' hulls, and the text behind them. The last record names
 * no model. Source: `dphysmodel_t` of Valve's public `bspfile.h`. Throws FormatError.
 */
export function readPhysCollide(lumps: LumpReader): LumpTable[] {
  const bytes = lumps.bytes("LUMP_PHYSCOLLIDE");
  const { offset } = lumps.entry("LUMP_PHYSCOLLIDE");
  const models: object[] = [];
  for (let at = 0; at + DPHYSMODEL.bytes <= bytes.length; ) {
    const head = readRecords(
      bytes.subarray(at, at + DPHYSMODEL.bytes),
      DPHYSMODEL,
      lumps.littleEndian,
    );
    const [model, dataSize] = [head.model[0], head.dataSize[0]];
    if (model < 0) break;
    const [keydataSize, solidCount] = [head.keydataSize[0], head.solidCount[0]];
    at += DPHYSMODEL.bytes;
    if (dataSize < 0 || keydataSize < 0 || at + dataSize + keydataSize > bytes.length) {
      const expected = `solids and text of model ${model} within ${bytes.length} bytes`;
      const found = `${dataSize} and ${keydataSize} at ${at}`;
      throw bspError("truncated", "LUMP_PHYSCOLLIDE", offset + at, expected, found);
    }
    const contents = bytes.subarray(at, at + dataSize + keydataSize);
    models.push({
      model,
      dataSize,
      keydataSize,
      solidCount,
      ...readSolids(contents, solidCount, lumps.littleEndian),
    });
    at += dataSize + keydataSize;
  }
  return [rowTable("dphysmodel_t", models as Record<string, unknown>[])];
}

/** They lie as in a `.phy` behind its header. What of them is of a kind that is not read is said instead. */
function readSolids(contents: Uint8Array, solidCount: number, littleEndian: boolean) {
  const words = Int32Array.of(PHY_HEADER_BYTES, 0, solidCount, 0);
  const header = new Uint8Array(words.length * 4);
  const view = new DataView(header.buffer);
  for (const [i, word] of words.entries()) view.setInt32(i * 4, word, littleEndian);
  const problems: FormatError[] = [];
  try {
    const phy = parsePhy(concatBytes([header, contents]), problems);
    const hulls = Array.from({ length: phy.hullCount }, (_, hull) => ({
      solid: phy.hullSolid[hull],
      points: phy.hullPointCount[hull],
      triangles: phy.hullFirstTriangle[hull + 1] - phy.hullFirstTriangle[hull],
    }));
    const read = { hulls, keyValues: phy.keyValues };
    if (problems.length === 0) return read;
    const problem = `${problems.length} of ${solidCount} solids are not read: ${problems[0].message}`;
    return { ...read, problem };
  } catch (error) {
    if (error instanceof FormatError)
      return { hulls: null, keyValues: null, problem: error.message };
    throw error;
  }
}

/**
 * LUMP_PHYSDISP: a count, a length each, then the hulls of the displacements. Shorts, and words in version 2
 * of the lump, which Strata Source brought. Throws FormatError.
 */
export function readPhysDisp(lumps: LumpReader): LumpTable[] {
  const bytes = lumps.bytes("LUMP_PHYSDISP");
  const { offset, version } = lumps.entry("LUMP_PHYSDISP");
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const isWide = version >= WIDE_PHYS_DISP_VERSION;
  const form = isWide ? "wide" : "narrow";
  const size = PHYS_DISP[form].bytes;
  const read = (at: number) =>
    isWide ? view.getUint32(at, lumps.littleEndian) : view.getUint16(at, lumps.littleEndian);
  const none = NO_PHYS_DISP[form];
  const count = bytes.length < size ? 0 : read(0);
  const start = size + count * size;
  if (start > bytes.length) {
    const expected = `lengths of ${count} displacements within ${bytes.length} bytes`;
    throw bspError("bad-count", "LUMP_PHYSDISP", offset, expected, start);
  }
  let at = start;
  const rows = Array.from({ length: count }, (_, i) => {
    const byteLength = read(size + i * size);
    const row = { offset: at, byteLength };
    // All bits: the displacement has no hull.
    if (byteLength !== none) at += byteLength;
    return row;
  });
  return [rowTable("dphysdisp_t", rows, size)];
}
