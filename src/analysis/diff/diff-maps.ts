/** Comparison of two versions of a map, independent of the order of their records. */

import { type LimitUse, listLimitUses } from "../../formats/bsp/list-limit-uses.ts";
import { LUMP, LUMP_NAMES, type LumpName } from "../../formats/bsp/lumps.ts";
import { lumpLength, nameLump } from "../../formats/bsp/tables/lump-structs.ts";
import { toldFaceBrushes } from "../../formats/bsp/tables/weigh-lumps.ts";
import type { Entity } from "../../formats/bsp/types.ts";
import { modelOf, parseVector } from "../../scene/brushes/brush-models.ts";
import { diffAmbient } from "./diff-ambient.ts";
import { diffDetails } from "./diff-details.ts";
import { diffLight, type LitPair } from "./diff-light.ts";
import { diffPacked } from "./diff-packed.ts";
import { diffVisibility } from "./diff-visibility.ts";
import { type MapVersion, tellUnread } from "./open-version.ts";
import { createCameraFinder } from "./places/find-camera.ts";
import { gatherPlaces, listLightMarks, listMarks } from "./places/gather-places.ts";
import { diffDisplacements } from "./surfaces/diff-displacements.ts";
import { diffSolids } from "./surfaces/diff-solids.ts";
import { diffSurfaces } from "./surfaces/diff-surfaces.ts";
import { buildFaceTable, pairModels } from "./surfaces/face-table.ts";
import { PaintedMaterials } from "./surfaces/material-names.ts";
import { listSharedParts } from "./surfaces/shared-parts.ts";
import { boxAround, writeWinding } from "./surfaces/windings.ts";
import { diffThings } from "./things/diff-things.ts";
import { listEntityThings } from "./things/entity-things.ts";
import { type MatchedThings, matchThings } from "./things/match-things.ts";
import { listCubemapThings, listOverlayThings, listPropThings } from "./things/prop-things.ts";
import type {
  AreaDiff,
  AreaPortalChange,
  ChangedPlace,
  FactPair,
  FileDiff,
  LimitPair,
  MapDiff,
  NumberPair,
  Point,
} from "./types.ts";

// File facts: format, length of lumps, and use of the engine's limits.

export function diffFile(a: MapVersion, b: MapVersion): FileDiff {
  return { facts: listFacts(a, b), lumps: listLumps(a, b), limits: listLimits(a, b) };
}

function listFacts({ bsp: a }: MapVersion, { bsp: b }: MapVersion): FactPair[] {
  const pair = (fact: string, valueA: string | number, valueB: string | number): FactPair => ({
    ...{ fact, a: String(valueA), b: String(valueB) },
  });
  return [
    pair("Version", a.version, b.version),
    pair("Dialect", a.dialect, b.dialect),
    pair("Byte order", a.endian, b.endian),
    pair("Directory", a.headerOrder, b.headerOrder),
    pair("Map revision", a.mapRevision, b.mapRevision),
    pair("Bytes", a.byteLength, b.byteLength),
  ].filter(({ a, b }) => a !== b);
}

function listLumps(a: MapVersion, b: MapVersion): NumberPair[] {
  const [lengthsA, lengthsB] = [a, b].map(({ lumps, header }) =>
    LUMP_NAMES.map((name) => lumpLength(lumps, header, name)),
  );
  const hasFaceBrushes = toldFaceBrushes(b.lumps, b.header);
  return LUMP_NAMES.map((name, i) => ({
    name: nameLump(name, b.header.version, hasFaceBrushes),
    a: lengthsA[i],
    b: lengthsB[i],
  })).filter(({ a, b }) => a !== b);
}

function usesOf({ bsp, header, lumps }: MapVersion): readonly LimitUse[] {
  const { version, uncompressedLength } = header;
  return listLimitUses(lumps, {
    ...{ version, uncompressedLength, dialect: bsp.dialect, lumps: bsp.lumps },
    entityCount: bsp.entities.length,
    clusterCount: bsp.visibility?.clusterCount ?? 0,
  }).limits;
}

function listLimits(a: MapVersion, b: MapVersion): LimitPair[] {
  const keyOf = ({ lump, unit }: LimitUse) => `${lump} ${unit}`;
  const [usesA, usesB] = [a, b].map(
    (version) => new Map(usesOf(version).map((use) => [keyOf(use), use])),
  );
  const rows = [...new Set([...usesA.keys(), ...usesB.keys()])].map(
    (key): LimitPair & { lump: number } => {
      const [useA, useB] = [usesA.get(key), usesB.get(key)];
      const { lump, unit } = (useA ?? useB)!;
      const name = lump.replace(/^LUMP_/, "");
      return {
        name: unit === "records" ? name : `${name}, ${unit}`,
        ...{ a: useA?.used ?? 0, b: useB?.used ?? 0, lump: LUMP[lump] },
        ...{ limitA: useA?.limit ?? null, limitB: useB?.limit ?? null },
      };
    },
  );
  return rows
    .filter(({ a, b }) => a !== b)
    .sort((x, y) => x.lump - y.lump)
    .map(({ lump: _, ...row }) => row);
}

// Areas and the area portals that divide them. An unmoved portal entity may no longer divide two
// areas.

const PORTAL = /^func_areaportal(window)?$/i;

export function diffAreas(a: MapVersion, b: MapVersion, untold: string | null): AreaDiff {
  const [areasA, areasB] = [a.bsp.areas.count, b.bsp.areas.count];
  if (untold !== null) return { untold, areasA, areasB, changes: [] };
  const [was, is] = [listDividing(a), listDividing(b)];
  const changes: AreaPortalChange[] = [];
  for (const [key, portal] of was) if (!is.has(key)) changes.push({ change: "removed", ...portal });
  for (const [key, portal] of is) if (!was.has(key)) changes.push({ change: "added", ...portal });
  const textOf = ({ change, kind, name, place }: AreaPortalChange) =>
    `${change} ${kind} ${name} ${place?.join() ?? ""}`;
  changes.sort((x, y) => (textOf(x) < textOf(y) ? -1 : 1));
  return { untold: null, areasA, areasB, changes };
}

/** Lists the area portals that lie between two areas, by kind and place. */
function listDividing(version: MapVersion): Map<string, Omit<AreaPortalChange, "change">> {
  const { entities, areas } = version.bsp;
  const keys = new Set(areas.portalKey);
  const found = new Map<string, Omit<AreaPortalChange, "change">>();
  for (const entity of entities) {
    const kind = entity.get("classname") ?? "";
    const number = Number.parseInt(entity.get("portalnumber") ?? "0", 10);
    if (!PORTAL.test(kind) || number === 0 || !keys.has(number)) continue;
    const name = entity.get("targetname") ?? "";
    const place = placeOf(version, entity);
    found.set(`${kind} ${name} ${place?.map(Math.round).join() ?? ""}`, { kind, name, place });
  }
  return found;
}

function placeOf({ bsp }: MapVersion, entity: Entity): Point | null {
  const stated = entity.get("origin");
  const origin = stated === undefined ? null : parseVector(stated);
  const model = modelOf(bsp, entity);
  if (model <= 0) return origin;
  const { mins, maxs } = bsp.models;
  const middle = (axis: number) =>
    (mins[model * 3 + axis] + maxs[model * 3 + axis]) / 2 + (origin?.[axis] ?? 0);
  return [middle(0), middle(1), middle(2)];
}

// Places of the changes, each with a camera.

function listPlaces(
  a: MapVersion,
  b: MapVersion,
  diff: Omit<MapDiff, "places" | "morePlaces">,
): { readonly places: ChangedPlace[]; readonly morePlaces: number } {
  const { places, more } = gatherPlaces(listMarks(diff), listLightMarks(diff));
  if (places.length === 0) return { places: [], morePlaces: more };
  const cameras = createCameraFinder([a, b]);
  return {
    places: places.map((place) => ({ ...place, camera: cameras.find(place.box) })),
    morePlaces: more,
  };
}

/**
 * Compares two maps, the older with the newer. Differences of encoding (byte order, packing,
 * records of another branch) count as no difference and are listed in `file` only. Damage is
 * reported in the part that it affects.
 */
export async function diffVersions(a: MapVersion, b: MapVersion): Promise<MapDiff> {
  const parts = await diffParts(a, b);
  const diff = {
    ...{ a: a.name, b: b.name, isSame: isSame(parts) },
    problemsA: problemsOf(a),
    problemsB: problemsOf(b),
    ...parts,
    file: diffFile(a, b),
  };
  return { ...diff, ...listPlaces(a, b, diff) };
}

/** Lumps with the names of materials. If one is damaged, all materials have the same name. */
const NAME_LUMPS = [
  "LUMP_TEXDATA",
  "LUMP_TEXDATA_STRING_DATA",
  "LUMP_TEXDATA_STRING_TABLE",
] as const;
const AMBIENT = [
  ...(["LUMP_LEAF_AMBIENT_INDEX", "LUMP_LEAF_AMBIENT_LIGHTING"] as const),
  ...(["LUMP_LEAF_AMBIENT_INDEX_HDR", "LUMP_LEAF_AMBIENT_LIGHTING_HDR"] as const),
] as const;
const LIGHTING = { ldr: "LUMP_LIGHTING", hdr: "LUMP_LIGHTING_HDR" } as const;

/** Budget for finding overlapping parts of faces, in tests of pairs. */
const MOST_TESTS = 2 ** 24;

const NO_MATCHES: MatchedThings = { pairs: [], removed: [], added: [] };

const problemsOf = ({ diagnostics }: MapVersion): string[] =>
  diagnostics.warnings.map(({ message }) => message);

async function diffParts(a: MapVersion, b: MapVersion) {
  const untold = (...names: readonly LumpName[]) => tellUnread([a, b], names);
  const [entitiesA, entitiesB] = [listEntityThings(a), listEntityThings(b)];
  const matched = matchThings(entitiesA, entitiesB);
  const entities = diffThings(entitiesA, entitiesB, untold("LUMP_ENTITIES"), matched);
  // If the entities of one version are unknown, brush models cannot be matched, and only the world
  // is compared.
  const models = pairModels(a, b, entities.untold === null ? matched : NO_MATCHES);
  const table = new PaintedMaterials();
  const [materialsA, materialsB] = [table.rowsOf(a.bsp), table.rowsOf(b.bsp)];
  const { names } = table;
  const painted = { materialsA, materialsB, names };
  const faces = buildFaceTable(a, b, models, materialsA, materialsB);
  const { same, ...displacements } = diffDisplacements(
    a,
    b,
    painted,
    untold(...NAME_LUMPS, "LUMP_DISPINFO", "LUMP_DISP_VERTS"),
  );
  const lit: LitPair[] = [
    ...faces.same.map(({ a, b, model }) => ({
      ...{ faceA: a.face, faceB: b.face, material: names[b.material], owner: model.owner },
      box: boxAround(b.corners, model.origin),
    })),
    ...same.map(({ faceA, faceB }) => {
      const corners: number[] = [];
      writeWinding(b.bsp, faceB, [0, 0, 0], corners);
      const material = names[materialsB[b.bsp.faces.texinfo[faceB]]];
      return { faceA, faceB, material, owner: "world", box: boxAround(corners) };
    }),
  ];
  const ofProps = untold("LUMP_GAME_LUMP");
  const unnamed = untold(...NAME_LUMPS);
  return {
    entities,
    surfaces: diffSurfaces(a, b, faces, names, unnamed),
    displacements,
    solids: diffSolids(
      a,
      b,
      models,
      painted,
      untold(...NAME_LUMPS, "LUMP_BRUSHES", "LUMP_BRUSHSIDES", "LUMP_LEAFBRUSHES"),
    ),
    staticProps: diffThings(listPropThings(a), listPropThings(b), ofProps),
    details: diffDetails(a, b, ofProps),
    overlays: diffThings(
      listOverlayThings(a),
      listOverlayThings(b),
      untold(...NAME_LUMPS, "LUMP_OVERLAYS"),
    ),
    cubemaps: diffThings(listCubemapThings(a), listCubemapThings(b), untold("LUMP_CUBEMAPS")),
    light: diffLight(
      a,
      b,
      { pairs: lit, parts: listSharedParts(faces, { left: MOST_TESTS }), materials: names },
      entities,
      (side) => untold(...NAME_LUMPS, LIGHTING[side]),
    ),
    ambient: diffAmbient(a, b, untold(...AMBIENT)),
    visibility: diffVisibility(a, b, untold("LUMP_VISIBILITY")),
    areas: diffAreas(a, b, untold("LUMP_AREAS", "LUMP_AREAPORTALS", "LUMP_ENTITIES")),
    packed: await diffPacked(a, b, untold("LUMP_PAKFILE")),
  };
}

function isSame({ light, visibility, ...lists }: Awaited<ReturnType<typeof diffParts>>): boolean {
  const { materials } = lists.surfaces;
  return (
    Object.values(lists).every(({ changes }) => changes.length === 0) &&
    materials.length === 0 &&
    lists.areas.areasA === lists.areas.areasB &&
    light.changedFaces + light.changedParts === 0 &&
    visibility.lost + visibility.gained + visibility.unmatchedA + visibility.unmatchedB === 0
  );
}
