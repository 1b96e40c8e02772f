/** Records of what is read after a map's world. Source: Valve's public `bspfile.h`. */

import { byte, int, uint, ushort } from "../../binary/columns.ts";
import type { RecordLayout } from "../../binary/record-layout.ts";
import type { Cubemaps } from "../types.ts";
import type { Columns, LumpLayout } from "./record-layouts.ts";

export const DLEAF_V0_CUBE: RecordLayout<{ readonly cube: Uint8Array }> = {
  bytes: 56,
  columns: { cube: byte(30, 24) },
};

export const CUBEMAPS: readonly LumpLayout<Columns<Cubemaps>>[] = [
  {
    lumpVersions: [0],
    bytes: 16,
    columns: { origin: int(0, 3), size: { at: 12, type: "u8", as: Int32Array } },
  },
];

export interface DLeafAmbientIndex {
  readonly sampleCount: Uint32Array;
  readonly firstSample: Uint32Array;
}

export const LEAF_AMBIENT_INDEX: readonly LumpLayout<DLeafAmbientIndex>[] = [
  { lumpVersions: [0], bytes: 4, columns: { sampleCount: ushort(0), firstSample: ushort(2) } },
  { lumpVersions: [1], bytes: 8, columns: { sampleCount: uint(0), firstSample: uint(4) } },
];

export interface DLeafAmbientLighting {
  readonly cube: Uint8Array;
  readonly position: Uint8Array;
}

export const LEAF_AMBIENT_LIGHTING: readonly LumpLayout<DLeafAmbientLighting>[] = [
  { lumpVersions: [1], bytes: 28, columns: { cube: byte(0, 24), position: byte(24, 3) } },
];
