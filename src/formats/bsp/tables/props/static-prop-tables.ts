/** The game lump `sprp` as tables: names of models, leafs, scales where a dialect has some, and props. */

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
  /** Of the game lump, unpacked; it was read to `props` already, so that its lists lie in it. */
  readonly bytes: Uint8Array;
  readonly props: StaticProps;
  readonly mapVersion: number;
  readonly littleEndian: boolean;
  readonly hasPropScales: boolean;
  /** Zeno Clash's second list of names, which `bytes` is without. */
  readonly paths?: Uint8Array;
}

/** All fields that a prop's record has, and no others. */
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

/** Vindictus, from version 6 of its props on: between the leafs and the count of props. */
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
