/**
 * Records of static props that conversion supports: those of the catalogue, by version and size.
 */

import { readRecords } from "../../../binary/read-records.ts";
import {
  type Column,
  type ColumnArray,
  type RecordLayout,
  SCALAR_BYTES,
} from "../../../binary/record-layout.ts";
import { type StructColumns, struct, u8 } from "../../../binary/struct.ts";
import { bspError } from "../../bsp-error.ts";
import { CountedRecords } from "../../read/counted-records.ts";
import {
  isOfCsgo,
  OF_MESA as MESA,
  OF_VINDICTUS,
  PROP_LEAF,
  STATIC_PROP_NAME_BYTES as PROP_NAME_BYTES,
  PROP_SCALE,
  STATIC_PROPS,
  type StaticPropRecord,
  OF_ZENO_CLASH as ZENO_CLASH,
} from "../../records/static-props.ts";
import { takeZenoProps } from "../../tables/zeno-clash.ts";
import { CONVERT_TARGETS, type PropForm } from "./targets.ts";

export const SPRP = "game lump sprp";
/** Map version in which leaf indices have 32 bits, whatever the version of the props. */
const WIDE_LEAFS_MAP = 25;
/** First prop version that is written with 32-bit leaf indices. */
export const WIDE_LEAFS_SINCE = 12;
const MESA_VERSION = 11;

/** Adjacent fields that are converted as one column, with their number. */
const TOGETHER: Readonly<Record<string, readonly [name: string, count: number]>> = {
  minDXLevel: ["dxLevels", 2],
  minCPULevel: ["systemLevels", 4],
  lightmapResolutionX: ["lightmapResolution", 2],
};

/**
 * Returns the record's fields under common names, so that forms can be converted into each other:
 * names are shared by fields of the same width or the same use.
 */
function layoutOf({ bytes, struct }: StaticPropRecord): RecordLayout<StructColumns> {
  const columns: Record<string, Column> = {};
  let end = 0;
  for (const [field, place] of Object.entries(struct.columns)) {
    if (place.at < end) continue;
    const [name, arity] = TOGETHER[field] ?? [field, place.arity];
    const isWide = field === "flags" && place.type === "u32";
    columns[isWide ? "wideFlags" : name] = { ...place, arity };
    end = place.at + arity! * SCALAR_BYTES[place.type];
  }
  return { bytes, columns };
}

const FORMS = STATIC_PROPS.filter((form) => form !== OF_VINDICTUS).map(
  (form) => [form.lumpVersions, layoutOf(form)] as const,
);
/**
 * Records of Vindictus' props since version 6, chosen by size only. The longest appeared in 2025.
 */
const SCALED_FORMS = [...STATIC_PROPS.slice(1, 3), OF_VINDICTUS].map(layoutOf);
const OF_ZENO_CLASH = layoutOf(ZENO_CLASH);
const OF_MESA = withUnknownFlags(layoutOf(MESA));

/**
 * Renames Black Mesa's flags, whose meaning is not public, so that they are reported as lost and
 * not taken for CS:GO's.
 */
function withUnknownFlags({ bytes, columns }: RecordLayout<StructColumns>) {
  const { flagsEx: unknownFlags, ...others } = columns;
  return { bytes, columns: { ...others, unknownFlags } };
}

export { PROP_NAME_BYTES };

export interface PropScales {
  readonly count: number;
  readonly prop: ColumnArray;
  readonly scale: ColumnArray;
}

export interface StaticPropParts {
  readonly version: number;
  readonly names: Uint8Array;
  readonly leafs: Uint8Array;
  readonly isWideLeafs: boolean;
  readonly records: Uint8Array;
  readonly count: number;
  /** Scales of props, three axes each, by row; `null` if the map's dialect has no such list. */
  readonly scales: PropScales | null;
  /** Number of names in Zeno Clash's second list, which other games lack. */
  readonly paths: number;
  /** `null` if no record of this version has this size, or if there are no props. */
  readonly layout: RecordLayout<StructColumns> | null;
}

/** Splits the lump into its lists. Throws FormatError (BSP). */
export function splitStaticProps(
  stored: Uint8Array,
  version: number,
  mapVersion: number,
  littleEndian: boolean,
  hasScales = false,
): StaticPropParts {
  const zeno = takeZenoProps(stored, version, littleEndian);
  const bytes = zeno?.bytes ?? stored;
  const lists = new CountedRecords(bytes, SPRP, littleEndian);
  const names = lists.take("models", PROP_NAME_BYTES);
  const isWideLeafs = mapVersion === WIDE_LEAFS_MAP;
  const leafs = lists.take("leaf indices", isWideLeafs ? 4 : 2);
  const isScaled = hasScales && version > 5;
  const scales = isScaled
    ? (readRecords(lists.take("scales", PROP_SCALE.bytes), PROP_SCALE, littleEndian) as never)
    : null;
  const count = lists.count("props", 1);
  const records = bytes.subarray(lists.at);
  const forms = isScaled
    ? SCALED_FORMS
    : FORMS.filter(([versions]) => versions.includes(version)).map(([, layout]) => layout);
  const fits = forms.find(({ bytes }) => count > 0 && bytes * count === records.length) ?? null;
  const layout = zeno ? OF_ZENO_CLASH : tellMesa(fits, version, records, littleEndian);
  const paths = (zeno?.paths.length ?? 0) / PROP_NAME_BYTES;
  return { version, names, leafs, isWideLeafs, records, count, scales, paths, layout };
}

/** Tells Black Mesa's records from CS:GO's: both have version 11 and 80 bytes. */
function tellMesa(
  layout: RecordLayout<StructColumns> | null,
  version: number,
  records: Uint8Array,
  littleEndian: boolean,
): RecordLayout<StructColumns> | null {
  if (version !== MESA_VERSION || layout?.bytes !== OF_MESA.bytes) return layout;
  return isOfCsgo(records, littleEndian) ? layout : OF_MESA;
}

/** Whether a target accepts the props unchanged. */
export function isTakenAs(
  { version, count, layout, scales, paths }: StaticPropParts,
  forms: readonly PropForm[],
) {
  if (scales !== null || paths > 0 || isOfOneGame(layout)) return false;
  return forms.some(
    (form) =>
      form.version === version &&
      (count === 0 || (layout !== null && layout.bytes === form.recordBytes)),
  );
}

/** Whether another game's records have the same version and size. */
const isOfOneGame = (layout: StaticPropParts["layout"]): boolean =>
  layout === OF_ZENO_CLASH || layout === OF_MESA;

/** Whether no target accepts these records, because only one game uses them. */
export const isOwn = (parts: StaticPropParts): boolean =>
  parts.layout !== null &&
  !Object.values(CONVERT_TARGETS).some(({ staticProps }) => isTakenAs(parts, staticProps));

/** Returns the layout of a leaf index. */
export const leafLayout = (isWide: boolean) => PROP_LEAF[isWide ? 4 : 2].struct;

/** Returns the records of a form that a target names. */
export const recordsOfForm = ({ version, recordBytes }: PropForm): RecordLayout<StructColumns> =>
  FORMS.find(([versions, { bytes }]) => versions.includes(version) && bytes === recordBytes)![1];

/**
 * Returns the three lists for swapping their byte order. Throws FormatError (BSP) for props of
 * unknown form.
 */
export function layoutOfProps(parts: StaticPropParts): readonly [number, RecordLayout<object>][] {
  if (parts.layout === null && parts.count > 0) {
    const expected = "props of a form that can be swapped";
    throw bspError("unsupported", SPRP, 0, expected, `version ${parts.version}`);
  }
  const names = struct({ name: u8(PROP_NAME_BYTES) });
  return [
    [parts.names.length, names],
    [parts.leafs.length, leafLayout(parts.isWideLeafs)],
    [parts.records.length, parts.layout ?? names],
  ];
}
