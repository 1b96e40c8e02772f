import { concatBytes, encodeFixedString, encodeInt32 } from "../../binary/encode-bytes.ts";
import type { RecordLayout } from "../../binary/record-layout.ts";
import { writeRecords } from "../../binary/write-records.ts";
import { INDEX16 } from "../layouts/compile-layouts.ts";
import type { StaticProps } from "../types.ts";

/** The game lump's version that `writeStaticProps` writes. */
export const STATIC_PROPS_VERSION = 10;
/** `STATIC_PROP_NAME_LENGTH`. */
const NAME_BYTES = 128;

/** Version 10 has neither colour, scale nor levels of CPU and GPU, and its size is its version's. */
export type StaticPropTable = Omit<
  StaticProps,
  "version" | "recordBytes" | "systemLevels" | "diffuseModulation" | "uniformScale"
>;

type PropColumns = Omit<StaticPropTable, "count" | "modelName" | "leaf">;

const vector = (at: number) => ({ at, type: "f32", as: Float32Array, arity: 3 }) as const;
const float = (at: number) => ({ at, type: "f32", as: Float32Array }) as const;
const ushort = (at: number) => ({ at, type: "u16", as: Uint32Array }) as const;

/**
 * `StaticPropLump_t` of Team Fortress 2, Garry's Mod and the Source SDK 2013. Left at 0: the size of a
 * lightmap that none of these has.
 */
const STATIC_PROP_V10: RecordLayout<PropColumns> = {
  bytes: 72,
  columns: {
    origin: vector(0),
    angles: vector(12),
    model: ushort(24),
    firstLeaf: ushort(26),
    leafCount: ushort(28),
    solid: { at: 30, type: "u8", as: Uint8Array },
    skin: { at: 32, type: "i32", as: Int32Array },
    fadeMinDist: float(36),
    fadeMaxDist: float(40),
    lightingOrigin: vector(44),
    forcedFadeScale: float(56),
    dxLevels: { at: 60, type: "u16", as: Uint16Array, arity: 2 },
    flags: { at: 64, type: "u32", as: Uint32Array },
  },
};

/**
 * The game lump `sprp`, version 10: model names, leaf indices, then props of 72 bytes.
 * Throws RangeError for what the record's fields cannot hold, and for a model's name of more than 127
 * bytes.
 */
export function writeStaticProps(props: StaticPropTable): Uint8Array {
  const leafs = { count: props.leaf.length, value: props.leaf };
  return concatBytes([
    encodeInt32(props.modelName.length),
    ...props.modelName.map((name) => encodeFixedString(name, NAME_BYTES)),
    encodeInt32(props.leaf.length),
    writeRecords(leafs, INDEX16),
    encodeInt32(props.count),
    writeRecords(props, STATIC_PROP_V10),
  ]);
}
