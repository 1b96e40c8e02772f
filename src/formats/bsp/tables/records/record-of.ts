/** The form that a slot's records have in a map, with all their fields, whatever dialect it is written in. */

import { type Column, SCALAR_BYTES } from "../../../binary/record-layout.ts";
import { type StructField, struct } from "../../../binary/struct.ts";
import type { DialectLayout } from "../../dialects/dialect.ts";
import type { LumpName } from "../../lumps.ts";
import type { LumpReader } from "../../read/lump-reader.ts";
import type { LumpStruct } from "../lump-struct.ts";

type Names = Readonly<Record<string, string>>;

/** Fields of readers' columns, where Valve's headers name them otherwise. */
const FIELDS: Names = {
  plane: "planenum",
  firstEdge: "firstedge",
  edgeCount: "numedges",
  dispInfo: "dispinfo",
  lightOffset: "lightofs",
  lightmapMins: "lightmapTextureMinsInLuxels",
  lightmapSize: "lightmapTextureSizeInLuxels",
  primitiveCount: "numPrims",
  firstPrimitive: "firstPrimID",
  headNode: "headnode",
  firstFace: "firstface",
  faceCount: "numfaces",
  firstLeafFace: "firstleafface",
  leafFaceCount: "numleaffaces",
  firstLeafBrush: "firstleafbrush",
  leafBrushCount: "numleafbrushes",
  leafWaterData: "leafWaterDataID",
  otherArea: "otherarea",
  clipPortalVertCount: "clipPortalVerts",
  textureVecs: "textureVecsTexelsPerWorldUnits",
  lightmapVecs: "lightmapVecsLuxelsPerWorldUnits",
  firstVert: "dispVertStart",
  firstTri: "dispTriStart",
  constantAttn: "constant_attn",
  linearAttn: "linear_attn",
  quadraticAttn: "quadratic_attn",
};
const FIELDS_OF: { readonly [K in LumpName]?: Names } = {
  LUMP_EDGES: { value: "v" },
  LUMP_OVERLAYS: { texinfo: "texInfo" },
};

type Found = DialectLayout & Pick<LumpStruct, "areaBits" | "shadowsBit">;

/**
 * A dialect's record is made of its layout: what readers take of it by Valve's names, and its own fields.
 *
 * @param structs the forms that the slot has in maps of Valve's own
 * @throws FormatError (BSP) where the lump is no whole number of records
 */
export function recordOf(
  lumps: LumpReader,
  slot: LumpName,
  structs: readonly LumpStruct[],
): LumpStruct {
  const found: Found = lumps.layout<LumpStruct>(slot, structs);
  const same = structs.find((own) => own === found);
  if (same !== undefined) return same;
  const [{ name }] = structs;
  const own = found.own === undefined ? undefined : ownRecord(slot, name, found);
  // Without fields of its own it is a standard one, under another version.
  return own ?? structs.find(({ bytes }) => bytes === found.bytes)!;
}

function ownRecord(slot: LumpName, name: string, { own, columns, ...layout }: Found): LumpStruct {
  const { bytes, lumpVersions, areaBits, shadowsBit } = layout;
  const fields: [name: string, column: Column][] = [];
  for (const [column, place] of Object.entries<Column>({ ...columns })) {
    const field = FIELDS_OF[slot]?.[column] ?? FIELDS[column] ?? column;
    if (place.at >= 0) fields.push([field, place]);
  }
  // Behind the others: of one that readers take a part of, the whole counts.
  fields.push(...Object.entries({ ...own }));
  fields.sort(([, a], [, b]) => a.at - b.at);
  const made: Record<string, StructField> = {};
  let end = 0;
  const fill = (at: number) => {
    if (at > end) made[`pad${end}`] = { type: "u8", arity: at - end };
  };
  for (const [field, { at, type, arity = 1 }] of fields) {
    fill(at);
    made[field] = { type, arity };
    end = at + arity * SCALAR_BYTES[type];
  }
  fill(bytes);
  const traits = { ...(areaBits && { areaBits }), ...(shadowsBit && { shadowsBit }) };
  return { name, lumpVersions, ...traits, ...struct(made) };
}
