/** Solids of version 0x101 in LUMP_PHYSCOLLIDE, which Strata Source brought, for engines that read none. */

import { concatBytes } from "../../../binary/encode-bytes.ts";
import { readRecords } from "../../../binary/read-records.ts";
import { writeRecords } from "../../../binary/write-records.ts";
import { DPHYSMODEL } from "../../records/physics.ts";
import { shrinkSolid } from "./shrink-solid.ts";

const SOLID_ID = 0x59485056;
const LARGE_VERSION = 0x101;
const KIND_CONVEX = 0;

export interface ShrunkLump {
  /** The same where nothing changes. */
  readonly bytes: Uint8Array;
  /** Solids that stay of the larger form. */
  readonly kept: number;
}

/** Little-endian; of a damaged lump as far as models can be told. */
export function shrinkPhysCollide(bytes: Uint8Array): ShrunkLump {
  const parts: Uint8Array[] = [];
  let [at, kept, shrunk] = [0, 0, 0];
  while (at + DPHYSMODEL.bytes <= bytes.length) {
    const head = readRecords(bytes.subarray(at, at + DPHYSMODEL.bytes), DPHYSMODEL, true);
    const [dataBytes, textBytes] = [head.dataSize[0], head.keydataSize[0]];
    const start = at + DPHYSMODEL.bytes;
    const end = start + dataBytes + textBytes;
    if (head.model[0] < 0 || dataBytes < 0 || textBytes < 0 || end > bytes.length) break;
    const model = shrinkModel(bytes.subarray(start, start + dataBytes), head.solidCount[0]);
    kept += model.kept;
    shrunk += model.shrunk;
    const solids = concatBytes(model.parts);
    head.dataSize[0] = solids.length;
    parts.push(writeRecords(head, DPHYSMODEL), solids);
    parts.push(bytes.subarray(start + dataBytes, end));
    at = end;
  }
  return { bytes: shrunk === 0 ? bytes : concatBytes([...parts, bytes.subarray(at)]), kept };
}

function shrinkModel(bytes: Uint8Array, solidCount: number) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const parts: Uint8Array[] = [];
  let [at, kept, shrunk] = [0, 0, 0];
  for (let i = 0; i < solidCount && at + 4 <= bytes.length; i++) {
    const length = view.getInt32(at, true);
    if (length < 0 || at + 4 + length > bytes.length) break;
    const solid = bytes.subarray(at + 4, at + 4 + length);
    const small = isLarge(solid) ? shrinkSolid(solid) : solid;
    if (small === null) kept++;
    else if (small !== solid) shrunk++;
    const out = small ?? solid;
    const head = new Uint8Array(4);
    new DataView(head.buffer).setInt32(0, out.length, true);
    parts.push(head, out);
    at += 4 + length;
  }
  return { parts: [...parts, bytes.subarray(at)], kept, shrunk };
}

function isLarge(solid: Uint8Array): boolean {
  const view = new DataView(solid.buffer, solid.byteOffset, solid.byteLength);
  return (
    solid.length >= 8 &&
    view.getUint32(0, true) === SOLID_ID &&
    view.getUint16(4, true) >= LARGE_VERSION &&
    view.getUint16(6, true) === KIND_CONVEX
  );
}
