/** Two versions of a map: everything that differs between them, whatever the order of their records. */

import type { LumpName } from "../../formats/bsp/lumps.ts";
import { diffAmbient } from "./diff-ambient.ts";
import { diffAreas } from "./diff-areas.ts";
import { diffDetails } from "./diff-details.ts";
import { diffFile } from "./diff-file.ts";
import { diffLight, type LitPair } from "./diff-light.ts";
import { diffPacked } from "./diff-packed.ts";
import { diffVisibility } from "./diff-visibility.ts";
import { type MapVersion, tellUnread } from "./open-version.ts";
import { listPlaces } from "./places/list-places.ts";
import { diffDisplacements } from "./surfaces/diff-displacements.ts";
import { diffSolids } from "./surfaces/diff-solids.ts";
import { diffSurfaces } from "./surfaces/diff-surfaces.ts";
import { buildFaceTable } from "./surfaces/face-table.ts";
import { PaintedMaterials } from "./surfaces/material-names.ts";
import { pairModels } from "./surfaces/pair-models.ts";
import { listSharedParts } from "./surfaces/shared-parts.ts";
import { boxAround, writeWinding } from "./surfaces/windings.ts";
import { diffThings } from "./things/diff-things.ts";
import { listEntityThings } from "./things/entity-things.ts";
import { type MatchedThings, matchThings } from "./things/match-things.ts";
import { listCubemapThings, listOverlayThings, listPropThings } from "./things/prop-things.ts";
import type { MapDiff } from "./types.ts";

/**
 * Compares two maps, the one before with the one after. How they are written (byte order, packing, another branch's
 * records) is no difference, and stands in `file` alone; what is damaged is said in its part.
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

/** Without them all materials are called alike. */
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

/** What finding parts of faces that lie on each other may cost, in tests of pairs. */
const MOST_TESTS = 2 ** 24;

const NO_MATCHES: MatchedThings = { pairs: [], removed: [], added: [] };

const problemsOf = ({ diagnostics }: MapVersion): string[] =>
  diagnostics.warnings.map(({ message }) => message);

async function diffParts(a: MapVersion, b: MapVersion) {
  const untold = (...names: readonly LumpName[]) => tellUnread([a, b], names);
  const [entitiesA, entitiesB] = [listEntityThings(a), listEntityThings(b)];
  const matched = matchThings(entitiesA, entitiesB);
  const entities = diffThings(entitiesA, entitiesB, untold("LUMP_ENTITIES"), matched);
  // Where one version's are not known, nothing says which brush model is whose: the world's are compared.
  const models = pairModels(a, b, entities.untold === null ? matched : NO_MATCHES);
  const table = new PaintedMaterials();
  const [materialsA, materialsB] = [table.rowsOf(a.bsp), table.rowsOf(b.bsp)];
  const { names } = table;
  const faces = buildFaceTable(a, b, models, materialsA, materialsB);
  const { same, ...displacements } = diffDisplacements(
    ...([
      a,
      b,
      materialsA,
      materialsB,
      names,
      untold(...NAME_LUMPS, "LUMP_DISPINFO", "LUMP_DISP_VERTS"),
    ] as const),
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
      ...([a, b, models, materialsA, materialsB, names] as const),
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
      lit,
      listSharedParts(faces, { left: MOST_TESTS }),
      names,
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
