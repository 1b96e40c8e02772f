/** Reads the game lump of static props. */

import { readRecords } from "../../binary/read-records.ts";
import type { Table } from "../../binary/record-layout.ts";
import { bspError } from "../bsp-error.ts";
import {
  PROP_LEAF,
  PROP_SCALE,
  readStaticPropRecords,
  SCALED_VERSION,
  type StaticPropColumns,
} from "../records/static-props.ts";
import type { StaticProps } from "../types.ts";
import { CountedRecords } from "./counted-records.ts";

type PropScales = Table<{ readonly prop: Uint32Array; readonly scale: Float32Array }>;

const SPRP = "game lump sprp";
/** First version with the colour numbers of Strata Source. */
const COLOR_VARIABLES_SINCE = 12;
/** `STATIC_PROP_FLAGS_EX_COLOR_TINT`, shifted above the eight bits of `flags`. */
const COLOR_NUMBER = 0x8 << 8;

export interface StaticPropContext {
  readonly littleEndian: boolean;
  /** Size of a leaf index in bytes: 2, or 4 in version 25. */
  readonly leafIndexBytes: 2 | 4;
  /** Number of the map's leafs, to check the props' leaf indices. */
  readonly leafCount: number;
  /** Whether version 6 and later have scales of some props before the props (Vindictus). */
  readonly hasPropScales?: boolean;
}

/**
 * Reads the `sprp` game lump: model names, leaf indices, then the props. The size of a prop's
 * record is computed from the remaining bytes and the count, because games use one version number
 * for several sizes. Source: Valve's public `gamebspfile.h`. Throws FormatError with offsets from
 * the lump's start.
 */
export function parseStaticProps(
  bytes: Uint8Array,
  version: number,
  { littleEndian, leafIndexBytes, leafCount, hasPropScales = false }: StaticPropContext,
): StaticProps {
  const lump = new CountedRecords(bytes, SPRP, littleEndian);
  const modelName = lump.modelNames();
  const leafs = lump.take("leaf indices", leafIndexBytes);
  const { value: leaf } = readRecords(leafs, PROP_LEAF[leafIndexBytes], littleEndian);
  const bad = leaf.findIndex((value) => value >= leafCount);
  if (bad >= 0) {
    const offset = lump.at - leafs.length + bad * leafIndexBytes;
    throw bspError("bad-index", SPRP, offset, `a leaf below ${leafCount}`, leaf[bad]);
  }
  const isScaled = hasPropScales && version > 5;
  const scales = isScaled ? lump.take("scales", PROP_SCALE.bytes) : new Uint8Array(0);
  const count = lump.count("props", 1);
  const { at } = lump;
  const records = bytes.subarray(at);
  const recordBytes = count === 0 ? 0 : records.length / count;
  if (!Number.isInteger(recordBytes)) {
    const expected = `a whole number of bytes for each of ${count} props`;
    throw bspError("bad-count", SPRP, at, expected, records.length);
  }
  const form = isScaled ? SCALED_VERSION : version;
  const columns = readStaticPropRecords(records, count, recordBytes, form, littleEndian);
  if (!columns) {
    const expected = "a known size of static prop record";
    throw bspError("unsupported", SPRP, at, expected, `${recordBytes} bytes of version ${version}`);
  }
  scaleProps(columns, readRecords(scales, PROP_SCALE, littleEndian), at);
  if (version >= COLOR_VARIABLES_SINCE) dropColorNumbers(columns);
  checkProps(columns, modelName.length, leaf.length, at);
  return { version, recordBytes, modelName, leaf, ...columns };
}

/**
 * Resets colours that are only the number of a colour set by the game. These props are drawn
 * untinted.
 */
function dropColorNumbers({ count, flags, diffuseModulation }: StaticPropColumns): void {
  for (let i = 0; i < count; i++) {
    if ((flags[i] & COLOR_NUMBER) !== 0) diffuseModulation.fill(255, i * 4, i * 4 + 4);
  }
}

/** Applies the x scale of Vindictus' three-axis scales, because other games have a single scale. */
function scaleProps(props: StaticPropColumns, scales: PropScales, at: number): void {
  for (let i = 0; i < scales.count; i++) {
    const prop = scales.prop[i];
    if (prop >= props.count) {
      throw bspError("bad-index", SPRP, at, `a scale of a prop below ${props.count}`, prop);
    }
    props.uniformScale[prop] = scales.scale[i * 3];
  }
}

function checkProps(
  props: StaticPropColumns,
  modelCount: number,
  leafTotal: number,
  start: number,
): void {
  for (let i = 0; i < props.count; i++) {
    if (props.model[i] >= modelCount) {
      throw bspError("bad-index", SPRP, start, `a model below ${modelCount}`, props.model[i]);
    }
    const end = props.firstLeaf[i] + props.leafCount[i];
    if (props.leafCount[i] > 0 && end > leafTotal) {
      throw bspError("bad-index", SPRP, start, `leafs of prop ${i} within ${leafTotal}`, end);
    }
  }
  for (const values of [props.origin, props.angles, props.uniformScale]) {
    const bad = values.findIndex((value) => !Number.isFinite(value));
    if (bad >= 0) throw bspError("bad-value", SPRP, start, "finite placements", values[bad]);
  }
}
