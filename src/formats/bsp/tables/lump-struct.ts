import type { RecordLayout } from "../../binary/record-layout.ts";
import { type StructColumns, type StructField, struct } from "../../binary/struct.ts";
import type { LumpName } from "../lumps.ts";

/** A record with all its fields, and what it is called. */
export interface LumpStruct extends RecordLayout<StructColumns> {
  /** As Valve's headers call it. */
  readonly name: string;
  readonly lumpVersions: readonly number[];
  /** Of a leaf's `areaFlags`, the lowest: the area's. The flags are above. */
  readonly areaBits?: 9 | 17;
  /** The bit of a face's `numPrims` that says whether it takes shadows, and is no part of the count. */
  readonly shadowsBit?: "top" | "lowest";
}

export type LumpStructs = { readonly [K in LumpName]?: readonly LumpStruct[] };

/** Fields are named as Valve's headers name them, without their prefixes. */
export const lumpStruct = (
  name: string,
  lumpVersions: readonly number[],
  fields: Readonly<Record<string, StructField>>,
): LumpStruct => ({ name, lumpVersions, ...struct(fields) });
