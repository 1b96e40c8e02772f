import { readCString } from "../../binary/read-string.ts";
import { bspError } from "../bsp-error.ts";
import { readStaticPropRecords, type StaticPropColumns } from "../layouts/static-prop-records.ts";
import type { StaticProps } from "../types.ts";

/** `STATIC_PROP_NAME_LENGTH`. */
const NAME_BYTES = 128;
const SPRP = "game lump sprp";

export interface StaticPropContext {
  readonly littleEndian: boolean;
  /** Bytes of a leaf index: 2, or 4 in version 25. */
  readonly leafIndexBytes: 2 | 4;
  /** Leafs of the map, which the props' leaf indices must stay below. */
  readonly leafCount: number;
}

/**
 * The `sprp` game lump: model names, leaf indices, then the props. The size of a prop's record is
 * taken from the bytes and the count; games use one version number for several sizes.
 * Source: Valve's public `gamebspfile.h`. Throws FormatError; offsets are from the lump's start.
 */
export function parseStaticProps(
  bytes: Uint8Array,
  version: number,
  { littleEndian, leafIndexBytes, leafCount }: StaticPropContext,
): StaticProps {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  const takeCount = (what: string, recordBytes: number): number => {
    if (at + 4 > bytes.length) throw bspError("truncated", SPRP, at, `the count of ${what}`);
    const count = view.getInt32(at, littleEndian);
    const room = Math.floor((bytes.length - at - 4) / recordBytes);
    if (count < 0 || count > room) {
      throw bspError("bad-count", SPRP, at, `0 to ${room} ${what}`, count);
    }
    at += 4;
    return count;
  };

  const modelCount = takeCount("models", NAME_BYTES);
  const modelName: string[] = [];
  for (let i = 0; i < modelCount; i++, at += NAME_BYTES) {
    modelName.push(readCString(bytes, at, at + NAME_BYTES));
  }
  const leafTotal = takeCount("leaf indices", leafIndexBytes);
  const leaf = new Uint32Array(leafTotal);
  for (let i = 0; i < leafTotal; i++, at += leafIndexBytes) {
    leaf[i] =
      leafIndexBytes === 2 ? view.getUint16(at, littleEndian) : view.getUint32(at, littleEndian);
    if (leaf[i] >= leafCount) {
      throw bspError("bad-index", SPRP, at, `a leaf below ${leafCount}`, leaf[i]);
    }
  }
  const count = takeCount("props", 1);
  const records = bytes.subarray(at);
  const recordBytes = count === 0 ? 0 : records.length / count;
  if (!Number.isInteger(recordBytes)) {
    const expected = `a whole number of bytes for each of ${count} props`;
    throw bspError("bad-count", SPRP, at, expected, records.length);
  }
  const columns = readStaticPropRecords(records, count, recordBytes, version, littleEndian);
  if (!columns) {
    const expected = "a known size of static prop record";
    throw bspError("unsupported", SPRP, at, expected, `${recordBytes} bytes of version ${version}`);
  }
  checkProps(columns, modelCount, leafTotal, at);
  return { version, recordBytes, modelName, leaf, ...columns };
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
