/** Overlays: textures laid over faces, from `info_overlay`. Rules after Valve's public `overlay.cpp`. */

import type { FormatError } from "../../../core/errors.ts";
import { writeRecords } from "../../../formats/binary/write-records.ts";
import {
  DOVERLAY,
  DOVERLAYFADE,
  OVERLAY_FACES,
} from "../../../formats/bsp/layouts/compile-layouts.ts";
import type { MapLump } from "../../types.ts";
import { vmfFault } from "../vmf-fault.ts";
import {
  classOf,
  type EntityKeys,
  entityError,
  readInteger,
  readNumber,
  readVector,
} from "./entity-values.ts";

/** `MAX_MAP_OVERLAYS`. */
const MAX_OVERLAYS = 512;
/** `OVERLAY_NUM_RENDER_ORDERS`, in the two bits above the count of faces. */
const RENDER_ORDERS = 4;
const RENDER_ORDER_SHIFT = 14;

/**
 * 8 numbers: what both the texture and the lightmap vectors of an overlay's texinfo are, for its
 * coordinates are its own.
 */
export const OVERLAY_TEXINFO_VECS: readonly number[] = [0, 0, 0, -99999, 0, 0, 0, -99999];

export interface BuiltOverlays {
  readonly lumps: ReadonlyMap<"LUMP_OVERLAYS" | "LUMP_OVERLAY_FADES", MapLump>;
  /**
   * Overlays that have a name, with their numbers: they stay in LUMP_ENTITIES with the class
   * `info_overlay_accessor` and the number as `OverlayID`.
   */
  readonly named: ReadonlyMap<EntityKeys, number>;
}

/**
 * @param facesOfSide the faces, in order, that a side of the VMF became, none for an unknown side
 * @param addTexInfo the number of a texinfo of a material with `OVERLAY_TEXINFO_VECS` and no flags
 * @throws FormatError with the entity's line
 */
export function buildOverlays<E extends EntityKeys>(
  entities: readonly E[],
  facesOfSide: (sideId: number) => readonly number[],
  addTexInfo: (material: string) => number,
): BuiltOverlays & { readonly named: ReadonlyMap<E, number> } {
  const overlays = entities.filter((entity) => classOf(entity) === "info_overlay");
  const count = overlays.length;
  if (count > MAX_OVERLAYS) throw tooMany(overlays[MAX_OVERLAYS], "overlays", MAX_OVERLAYS, count);
  const table = {
    count,
    id: new Int32Array(count),
    texinfo: new Int32Array(count),
    faceCountAndRenderOrder: new Uint32Array(count),
    faces: new Int32Array(count * OVERLAY_FACES),
    u: new Float32Array(count * 2),
    v: new Float32Array(count * 2),
    uvPoints: new Float32Array(count * 12),
    origin: new Float32Array(count * 3),
    basisNormal: new Float32Array(count * 3),
  };
  const fades = {
    count,
    fadeDistMinSq: new Float32Array(count),
    fadeDistMaxSq: new Float32Array(count),
  };
  const named = new Map<E, number>();
  for (const [i, entity] of overlays.entries()) {
    if (entity.get("targetname")) named.set(entity, i);
    const material = entity.get("material");
    if (!material) throw entityError(entity, 'a "material"', "none");
    const order = readInteger(entity, "RenderOrder", 0);
    if (order < 0 || order >= RENDER_ORDERS) {
      throw entityError(entity, `a "RenderOrder" of 0 to ${RENDER_ORDERS - 1}`, String(order));
    }
    const faces = listFaces(entity, facesOfSide);
    table.id[i] = i;
    table.texinfo[i] = addTexInfo(material);
    table.faceCountAndRenderOrder[i] = faces.length | (order << RENDER_ORDER_SHIFT);
    table.faces.set(faces, i * OVERLAY_FACES);
    table.u.set([readNumber(entity, "StartU", 0), readNumber(entity, "EndU", 0)], i * 2);
    table.v.set([readNumber(entity, "StartV", 0), readNumber(entity, "EndV", 0)], i * 2);
    table.uvPoints.set(packUvPoints(entity), i * 12);
    table.origin.set(readVector(entity, "BasisOrigin"), i * 3);
    table.basisNormal.set(readVector(entity, "BasisNormal"), i * 3);
    fades.fadeDistMinSq[i] = squareDistance(readNumber(entity, "fademindist", 0));
    fades.fadeDistMaxSq[i] = squareDistance(readNumber(entity, "fademaxdist", 0));
  }
  return {
    lumps: new Map([
      ["LUMP_OVERLAYS", { version: 0, bytes: writeRecords(table, DOVERLAY) }],
      ["LUMP_OVERLAY_FADES", { version: 0, bytes: writeRecords(fades, DOVERLAYFADE) }],
    ]),
    named,
  };
}

/** Distances that are not positive mean none, and stay as they are. */
function squareDistance(distance: number): number {
  return distance > 0 ? distance * distance : distance;
}

function listFaces(
  entity: EntityKeys,
  facesOfSide: (sideId: number) => readonly number[],
): number[] {
  const sides = (entity.get("sides") ?? "").split(/\s+/).filter((side) => side !== "");
  const faces = new Set<number>();
  for (const side of sides) {
    const id = Number(side);
    if (!Number.isInteger(id)) throw entityError(entity, 'numbers of sides as "sides"', side);
    for (const face of facesOfSide(id)) faces.add(face);
  }
  if (faces.size > OVERLAY_FACES) throw tooMany(entity, "faces", OVERLAY_FACES, faces.size);
  return [...faces].sort((a, b) => a - b);
}

/**
 * Four corners in the overlay's plane, and in their unused third numbers the plane's U axis, and
 * whether V runs against the cross product of the normal and U.
 */
function packUvPoints(entity: EntityKeys): number[] {
  const [u, v, normal] = ["BasisU", "BasisV", "BasisNormal"].map((key) => readVector(entity, key));
  const corners = [0, 1, 2, 3].map((corner) => readVector(entity, `uv${corner}`));
  const crossV =
    (normal[1] * u[2] - normal[2] * u[1]) * v[0] +
    (normal[2] * u[0] - normal[0] * u[2]) * v[1] +
    (normal[0] * u[1] - normal[1] * u[0]) * v[2];
  const thirds = [...u, crossV < 0 ? 1 : 0];
  return corners.flatMap(([x, y], corner) => [x, y, thirds[corner]]);
}

function tooMany(entity: EntityKeys, what: string, limit: number, found: number): FormatError {
  const expected = `at most ${limit} ${what}`;
  return vmfFault("bad-count", "info_overlay", entity.line, expected, String(found));
}
