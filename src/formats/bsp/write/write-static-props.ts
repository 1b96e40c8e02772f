/** Writes the game lump of static props. */

import { concatBytes, encodeFixedString, encodeInt32 } from "../../binary/encode-bytes.ts";
import type { RecordLayout } from "../../binary/record-layout.ts";
import { writeRecords } from "../../binary/write-records.ts";
import { whole } from "../records/record.ts";
import {
  STATIC_PROP_NAME_BYTES as NAME_BYTES,
  OF_SDK_2013,
  PROP_LEAF,
} from "../records/static-props.ts";
import type { StaticProps } from "../types.ts";

/** Version of the game lump that `writeStaticProps` writes. */
export const STATIC_PROPS_VERSION = 10;

/**
 * Columns of version 10, which has no colour, scale, or levels of CPU and GPU. Its record size is
 * fixed.
 */
export type StaticPropTable = Omit<
  StaticProps,
  "version" | "recordBytes" | "systemLevels" | "diffuseModulation" | "uniformScale"
>;

type PropColumns = Omit<StaticPropTable, "count" | "modelName" | "leaf">;

/** The lightmap size stays 0, because these props have no lightmap. */
const STATIC_PROP_V10 = whole(OF_SDK_2013) as unknown as RecordLayout<PropColumns>;

/**
 * Writes the game lump `sprp`, version 10: model names, leaf indices, then props of 72 bytes.
 * Throws RangeError for values that do not fit their fields, and for a model name of more than 127
 * bytes.
 */
export function writeStaticProps(props: StaticPropTable): Uint8Array {
  const leafs = { count: props.leaf.length, value: props.leaf };
  return concatBytes([
    encodeInt32(props.modelName.length),
    ...props.modelName.map((name) => encodeFixedString(name, NAME_BYTES)),
    encodeInt32(props.leaf.length),
    writeRecords(leafs, PROP_LEAF[2]),
    encodeInt32(props.count),
    writeRecords(props, STATIC_PROP_V10),
  ]);
}
