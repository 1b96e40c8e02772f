/**
 * The game lump `sprp` as tables: model names, leafs, scales in dialects with scales, and props.
 */

import { readRecords } from "../../../binary/read-records.ts";
import { readCString } from "../../../binary/read-string.ts";
import {
  findStaticProp,
  STATIC_PROP_NAME_BYTES as NAME_BYTES,
  OF_ZENO_CLASH,
  PROP_SCALE,
  SCALED_VERSION,
} from "../../records/static-props.ts";
import type { StaticProps } from "../../types.ts";
import { columnTable, type LumpTable, rowTable } from "../lump-table.ts";
import { namePropFlags } from "./prop-flag-names.ts";

export interface StaticPropSource {
  /**
   * Bytes of the uncompressed game lump. `props` was parsed from it, so its lists are within it.
   */
  readonly bytes: Uint8Array;
  readonly props: StaticProps;
  readonly mapVersion: number;
  readonly littleEndian: boolean;
  readonly hasPropScales: boolean;
  /** Zeno Clash's second list of names, which is removed from `bytes`. */
  readonly paths?: Uint8Array;
}

/** Returns the tables, with exactly the fields that the stored records have. */
export function staticPropTables(source: StaticPropSource): LumpTable[] {
  const { bytes, props, littleEndian } = source;
  const { version, recordBytes, modelName, leaf, count } = props;
  const names = modelName.map((name) => ({ name }));
  const leafs = Array.from(leaf, (value) => ({ leaf: value }));
  const records = bytes.subarray(bytes.length - count * recordBytes);
  const form = isScaled(source) ? SCALED_VERSION : version;
  const layout = source.paths
    ? OF_ZENO_CLASH
    : findStaticProp(form, recordBytes, records, littleEndian);
  const table =
    layout === null
      ? rowTable("sprp prop", [], recordBytes)
      : columnTable("sprp prop", recordBytes, readRecords(records, layout.struct, littleEndian));
  return [
    rowTable("sprp model", names, NAME_BYTES),
    ...(source.paths ? [pathTable(source.paths)] : []),
    rowTable("sprp leaf", leafs, source.mapVersion === 25 ? 4 : 2),
    ...scaleTables(source),
    { ...table, row: (index) => withNames(table.row(index), version, source.mapVersion) },
  ];
}

const pathTable = (paths: Uint8Array): LumpTable =>
  rowTable(
    "sprp path",
    Array.from({ length: paths.length / NAME_BYTES }, (_, i) => ({
      name: readCString(paths, i * NAME_BYTES, (i + 1) * NAME_BYTES),
    })),
    NAME_BYTES,
  );

/**
 * Reads the scales of Vindictus' props since version 6, stored between the leafs and the count of
 * props.
 */
function scaleTables(source: StaticPropSource): LumpTable[] {
  if (!isScaled(source)) return [];
  const { bytes, props, littleEndian } = source;
  const at = 8 + props.modelName.length * NAME_BYTES + props.leaf.length * 2;
  const end = bytes.length - props.count * props.recordBytes - 4;
  const scales = readRecords(bytes.subarray(at + 4, end), PROP_SCALE.struct, littleEndian);
  return [columnTable("sprp scale", PROP_SCALE.bytes, scales)];
}

const isScaled = ({ props, hasPropScales }: StaticPropSource): boolean =>
  hasPropScales && props.version > 5;

type Row = Readonly<Record<string, unknown>>;

function withNames({ targetName, ...row }: Row, version: number, mapVersion: number): Row {
  const text = Array.isArray(targetName)
    ? { targetName: readCString(Uint8Array.from(targetName as number[]), 0, NAME_BYTES) }
    : {};
  return { ...row, ...text, ...namePropFlags(row, version, mapVersion) };
}
