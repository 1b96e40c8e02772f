import { readRecords } from "../../binary/read-records.ts";
import type { Table } from "../../binary/record-layout.ts";
import { bspError } from "../bsp-error.ts";
import {
  DETAIL_LIGHTING,
  DETAIL_OBJECT,
  DETAIL_PROP_LIGHTING_VERSION,
  DETAIL_PROP_TYPE_MODEL,
  DETAIL_PROP_TYPE_SHAPE_TRI,
  DETAIL_PROPS_VERSION,
  DETAIL_SPRITE,
  MAX_ORIENTATION,
} from "../records/detail-props.ts";
import type { DetailLighting, DetailProps } from "../types.ts";
import { CountedRecords } from "./counted-records.ts";

const DPRP = "game lump dprp";

/**
 * The `dprp` game lump: model names, sprites, then the props; null where it is empty, as some compilers
 * leave it.
 * Source: Valve's public `gamebspfile.h`. Throws FormatError; offsets are from the lump's start.
 * @param leafCount of the map, which the props' leafs must stay below
 */
export function parseDetailProps(
  bytes: Uint8Array,
  version: number,
  littleEndian: boolean,
  leafCount: number,
): DetailProps | null {
  if (bytes.length === 0) return null;
  if (version !== DETAIL_PROPS_VERSION) {
    throw bspError("unsupported", DPRP, 0, `version ${DETAIL_PROPS_VERSION}`, version);
  }
  const lump = new CountedRecords(bytes, DPRP, littleEndian);
  const modelName = lump.modelNames();
  const sprites = readRecords(
    lump.take("sprites", DETAIL_SPRITE.bytes),
    DETAIL_SPRITE,
    littleEndian,
  );
  const records = lump.take("props", DETAIL_OBJECT.bytes);
  const start = lump.at - records.length;
  const props = { modelName, sprites, objects: readRecords(records, DETAIL_OBJECT, littleEndian) };
  checkProps(props, leafCount, start);
  return props;
}

function checkProps(
  { modelName, sprites, objects }: DetailProps,
  leafCount: number,
  start: number,
): void {
  for (let i = 0; i < objects.count; i++) {
    const at = start + i * DETAIL_OBJECT.bytes;
    const { type, orientation, detailModel, leaf } = objects;
    if (type[i] > DETAIL_PROP_TYPE_SHAPE_TRI) {
      const expected = `a type up to ${DETAIL_PROP_TYPE_SHAPE_TRI}`;
      throw bspError("bad-value", DPRP, at, expected, type[i]);
    }
    if (orientation[i] > MAX_ORIENTATION) {
      const expected = `an orientation up to ${MAX_ORIENTATION}`;
      throw bspError("bad-value", DPRP, at, expected, orientation[i]);
    }
    const isModel = type[i] === DETAIL_PROP_TYPE_MODEL;
    const kinds = isModel ? modelName.length : sprites.count;
    if (detailModel[i] >= kinds) {
      const expected = `a ${isModel ? "model" : "sprite"} below ${kinds}`;
      throw bspError("bad-index", DPRP, at, expected, detailModel[i]);
    }
    if (leaf[i] >= leafCount) {
      throw bspError("bad-index", DPRP, at, `a leaf below ${leafCount}`, leaf[i]);
    }
  }
  const { upperLeft, lowerRight, texUpperLeft, texLowerRight } = sprites;
  const { origin, angles, scale } = objects;
  const corners = [upperLeft, lowerRight, texUpperLeft, texLowerRight];
  for (const values of [...corners, origin, angles, scale]) {
    const bad = values.find((value) => !Number.isFinite(value));
    if (bad !== undefined) throw bspError("bad-value", DPRP, start, "finite placements", bad);
  }
}

/**
 * The `dplt` (LDR) or `dplh` (HDR) game lump: light of styles that detail props name; null where there is
 * none, as in most maps.
 * Source: Valve's public `gamebspfile.h`. Throws FormatError; offsets are from the lump's start.
 */
export function parseDetailLighting(
  bytes: Uint8Array,
  version: number,
  littleEndian: boolean,
  where: string,
): Table<DetailLighting> | null {
  if (bytes.length === 0) return null;
  if (version !== DETAIL_PROP_LIGHTING_VERSION) {
    throw bspError("unsupported", where, 0, `version ${DETAIL_PROP_LIGHTING_VERSION}`, version);
  }
  const lump = new CountedRecords(bytes, where, littleEndian);
  const rows = lump.take("lights", DETAIL_LIGHTING.bytes);
  return rows.length === 0 ? null : readRecords(rows, DETAIL_LIGHTING, littleEndian);
}
