/**
 * Entities that become lumps: overlays, cubemaps, and the entities that stay in LUMP_ENTITIES.
 * Overlays are textures laid over faces. Their rules are from Valve's public `overlay.cpp`.
 */

import type { FormatError } from "../../../core/errors.ts";
import { writeRecords } from "../../../formats/binary/write-records.ts";
import { CUBEMAPS } from "../../../formats/bsp/records/lights.ts";
import { DOVERLAY, DOVERLAYFADE, OVERLAY_FACES } from "../../../formats/bsp/records/overlays.ts";
import type { Cubemaps, Entity } from "../../../formats/bsp/types.ts";
import type { VmfEntity } from "../../../formats/vmf/types.ts";
import type { MapLump } from "../../types.ts";
import type { Bounds } from "../brushes/world-bounds.ts";
import {
  classOf,
  type EntityKeys,
  entityError,
  readKeyInteger,
  readKeyNumber,
  readKeyVector,
} from "../entity-keys.ts";
import { MAX_MAP_OVERLAYS } from "../limits.ts";
import { vmfFault } from "../vmf-fault.ts";

/** Classes that become tables of the map instead of entities. */
const COMPILED_AWAY = new Set([
  "prop_static",
  "static_prop",
  "info_lighting",
  "detail_prop",
  "prop_detail",
  "prop_detail_sprite",
  "env_cubemap",
  "info_overlay_transition",
]);

/**
 * Whether an entity is omitted from LUMP_ENTITIES. Overlays with a name stay, as
 * `info_overlay_accessor` (see `buildOverlays`).
 */
export function isCompiledAway(entity: EntityKeys): boolean {
  const name = classOf(entity);
  return COMPILED_AWAY.has(name) || (name === "info_overlay" && !entity.get("targetname"));
}

/** Largest size value; the edge is 2^(size - 1) texels. Hammer offers up to 256. */
const MAX_SIZE = 13;

/**
 * Builds LUMP_CUBEMAPS: positions of `env_cubemap` entities in inches, truncated to integers,
 * because the file names of the pictures contain them. Throws FormatError.
 */
export function buildCubemaps(entities: readonly EntityKeys[]): MapLump {
  const cubemaps = entities.filter((entity) => classOf(entity) === "env_cubemap");
  const size = Int32Array.from(cubemaps, (entity) => {
    const value = readKeyInteger(entity, "cubemapsize", 0);
    if (value >= 0 && value <= MAX_SIZE) return value;
    throw entityError(entity, `a "cubemapsize" of 0 to ${MAX_SIZE}`, String(value));
  });
  const origin = Int32Array.from(cubemaps.flatMap((entity) => readKeyVector(entity, "origin")));
  const bytes = writeRecords<Omit<Cubemaps, "count">>(
    { count: cubemaps.length, origin, size },
    CUBEMAPS[0],
  );
  return { version: 0, bytes };
}

/** `OVERLAY_NUM_RENDER_ORDERS`, in the two bits above the count of faces. */
const RENDER_ORDERS = 4;
const RENDER_ORDER_SHIFT = 14;

/**
 * Texture and lightmap vectors of an overlay's texinfo, 8 numbers. They are placeholders, because
 * an overlay has its own coordinates.
 */
export const OVERLAY_TEXINFO_VECS: readonly number[] = [0, 0, 0, -99999, 0, 0, 0, -99999];

export interface BuiltOverlays {
  readonly lumps: ReadonlyMap<"LUMP_OVERLAYS" | "LUMP_OVERLAY_FADES", MapLump>;
  /**
   * Numbers of overlays with a name. They stay in LUMP_ENTITIES with the class
   * `info_overlay_accessor` and the number as `OverlayID`.
   */
  readonly named: ReadonlyMap<EntityKeys, number>;
}

/**
 * @param facesOfSide returns the faces of a side of the VMF, in order; empty for an unknown side
 * @param addTexInfo returns the number of a texinfo of a material with `OVERLAY_TEXINFO_VECS` and
 * no flags
 * @throws FormatError with the entity's line
 */
export function buildOverlays<E extends EntityKeys>(
  entities: readonly E[],
  facesOfSide: (sideId: number) => readonly number[],
  addTexInfo: (material: string) => number,
): BuiltOverlays & { readonly named: ReadonlyMap<E, number> } {
  const overlays = entities.filter((entity) => classOf(entity) === "info_overlay");
  const count = overlays.length;
  if (count > MAX_MAP_OVERLAYS)
    throw tooMany(overlays[MAX_MAP_OVERLAYS], "overlays", MAX_MAP_OVERLAYS, count);
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
    const order = readKeyInteger(entity, "RenderOrder", 0);
    if (order < 0 || order >= RENDER_ORDERS) {
      throw entityError(entity, `a "RenderOrder" of 0 to ${RENDER_ORDERS - 1}`, String(order));
    }
    const faces = listFaces(entity, facesOfSide);
    table.id[i] = i;
    table.texinfo[i] = addTexInfo(material);
    table.faceCountAndRenderOrder[i] = faces.length | (order << RENDER_ORDER_SHIFT);
    table.faces.set(faces, i * OVERLAY_FACES);
    table.u.set([readKeyNumber(entity, "StartU", 0), readKeyNumber(entity, "EndU", 0)], i * 2);
    table.v.set([readKeyNumber(entity, "StartV", 0), readKeyNumber(entity, "EndV", 0)], i * 2);
    table.uvPoints.set(packUvPoints(entity), i * 12);
    table.origin.set(readKeyVector(entity, "BasisOrigin"), i * 3);
    table.basisNormal.set(readKeyVector(entity, "BasisNormal"), i * 3);
    fades.fadeDistMinSq[i] = squareDistance(readKeyNumber(entity, "fademindist", 0));
    fades.fadeDistMaxSq[i] = squareDistance(readKeyNumber(entity, "fademaxdist", 0));
  }
  return {
    lumps: new Map([
      ["LUMP_OVERLAYS", { version: 0, bytes: writeRecords(table, DOVERLAY) }],
      ["LUMP_OVERLAY_FADES", { version: 0, bytes: writeRecords(fades, DOVERLAYFADE) }],
    ]),
    named,
  };
}

/** Squares a distance. Values that are not positive mean no fade and are kept. */
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
 * Packs four corners in the overlay's plane. Their unused third numbers hold the plane's U axis,
 * and whether V is opposite to the cross product of the normal and U.
 */
function packUvPoints(entity: EntityKeys): number[] {
  const [u, v, normal] = ["BasisU", "BasisV", "BasisNormal"].map((key) =>
    readKeyVector(entity, key),
  );
  const corners = [0, 1, 2, 3].map((corner) => readKeyVector(entity, `uv${corner}`));
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

type Pair = readonly [key: string, value: string];

/** Entities that are only for the compiler, besides those of `isCompiledAway`. */
const DROPPED = new Set([
  "func_detail",
  "func_viscluster",
  "func_instance_parms",
  "info_no_dynamic_shadow",
]);

/** Keys that compiling sets on entities. */
type EntityChanges = ReadonlyMap<VmfEntity, Readonly<Record<string, string>>>;

/** Lists the world first, with its box, then the others in their order. */
export function listEntities(
  world: VmfEntity,
  entities: readonly VmfEntity[],
  revision: number,
  bounds: Bounds,
  changes: EntityChanges,
): Pick<Entity, "pairs">[] {
  const corner = (point: Float64Array) => Array.from(point, Math.trunc).join(" ");
  const worldPairs = replacePairs(world, {
    world_maxs: corner(bounds.maxs),
    world_mins: corner(bounds.mins),
    mapversion: String(revision),
  });
  const list = [{ pairs: worldPairs }];
  for (const entity of entities) {
    if (DROPPED.has(classOf(entity)) || isCompiledAway(entity)) continue;
    const own = replacePairs(entity, changes.get(entity) ?? {});
    list.push({ pairs: [...own, ...entity.connections] });
  }
  return list;
}

/**
 * Returns an entity's pairs with some values replaced in place. New keys come first. The editor's
 * number becomes `hammerid`, and comes last.
 */
function replacePairs(entity: VmfEntity, values: Readonly<Record<string, string>>): Pair[] {
  const missing = new Map(Object.entries(values));
  const kept: Pair[] = [];
  for (const [key, value] of entity.pairs) {
    const name = key.toLowerCase();
    if (name === "id") continue;
    kept.push([key, missing.get(name) ?? value]);
    missing.delete(name);
  }
  const id: Pair[] = entity.id > 0 ? [["hammerid", String(entity.id)]] : [];
  return [...missing, ...kept, ...id];
}
