/** Writes the game lumps `dprp` and `dplt`/`dplh`. */

import { concatBytes, encodeFixedString, encodeInt32 } from "../../binary/encode-bytes.ts";
import type { Table } from "../../binary/record-layout.ts";
import { writeRecords } from "../../binary/write-records.ts";
import {
  DETAIL_LIGHTING,
  DETAIL_NAME_BYTES,
  DETAIL_OBJECT,
  DETAIL_SPRITE,
} from "../records/detail-props.ts";
import type { DetailLighting, DetailProps } from "../types.ts";

/** Writes the game lump `dprp`. Throws RangeError for values that do not fit their field. */
export function writeDetailProps({ modelName, sprites, objects }: DetailProps): Uint8Array {
  return concatBytes([
    encodeInt32(modelName.length),
    ...modelName.map((name) => encodeFixedString(name, DETAIL_NAME_BYTES)),
    encodeInt32(sprites.count),
    writeRecords(sprites, DETAIL_SPRITE),
    encodeInt32(objects.count),
    writeRecords(objects, DETAIL_OBJECT),
  ]);
}

/** Writes the game lump `dplt` (LDR) or `dplh` (HDR). */
export function writeDetailLighting(lighting: Table<DetailLighting>): Uint8Array {
  return concatBytes([encodeInt32(lighting.count), writeRecords(lighting, DETAIL_LIGHTING)]);
}
