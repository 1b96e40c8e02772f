/** Puts the scene together that light is computed in. */

import { numberOf, vectorOf } from "../../formats/bsp/layouts/light-values.ts";
import type { Bsp, Faces } from "../../formats/bsp/types.ts";
import type { DisplacementGrid } from "../../scene/world/displacement.ts";
import { checkPvsRows, decodePvsRow } from "../../visibility/pvs.ts";
import type { CompiledMap, CompileReport } from "../types.ts";
import { buildPatchTable } from "./bounce/patch-table.ts";
import { buildCellTable, buildGrids, projectPolygon } from "./faces/cell-table.ts";
import { buildFaceNormals, type FaceNormals } from "./faces/face-normals.ts";
import { buildFaceTable, type FaceTable } from "./faces/face-table.ts";
import { buildSlotTable } from "./faces/slot-table.ts";
import type { LightScene, OutlineTable, PlaceTree, PointTable, SkyCameras } from "./light-scene.ts";
import { readLightEntities } from "./lights/light-entities.ts";
import {
  buildLightTable,
  EMIT_SKYAMBIENT,
  EMIT_SKYLIGHT,
  type Light,
  type LightTable,
} from "./lights/lights.ts";
import { listSurfaceLights } from "./lights/surface-lights.ts";
import { listAmbientPoints } from "./points/leaf-ambient.ts";
import { listPropPoints } from "./points/prop-light.ts";
import { makeHemisphere, makeSphere } from "./rays/directions.ts";
import { buildRayScene } from "./rays/ray-scene.ts";
import { listSkyClusters } from "./rays/sky-leafs.ts";
import { findPlace } from "./rays/sky-visibility.ts";
import { allocateFloat32, allocateInt32, allocateUint8, allocateUint32 } from "./shared-arrays.ts";
import type { LightOptions } from "./types.ts";

export interface BuiltLightScene {
  readonly scene: LightScene;
  readonly lights: readonly Light[];
  /** Faces that smooth with each face. */
  readonly neighbours: FaceNormals["neighbours"];
  /** By face. */
  readonly grids: ReadonlyMap<number, DisplacementGrid>;
}

interface Quality {
  readonly skyRays: number;
  readonly bounceRays: number;
  readonly pointRays: number;
  readonly patchInches: number;
}

const FULL: Quality = { skyRays: 162, bounceRays: 192, pointRays: 162, patchInches: 32 };
const FAST: Quality = { skyRays: 48, bounceRays: 64, pointRays: 64, patchInches: 64 };
/** 256 MB. */
const MOST_HITS = 1 << 26;

export function buildLightScene(
  map: CompiledMap,
  bsp: Bsp,
  faces: Faces,
  options: LightOptions,
  report: CompileReport,
): BuiltLightScene {
  const quality = options.fast ? FAST : FULL;
  const { lights: entityLights, sunSpread } = readLightEntities(bsp.entities, report);
  const grids = buildGrids(bsp, faces);
  const normals = buildFaceNormals(bsp, faces);
  const table = buildFaceTable(bsp, faces);
  const cells = buildCellTable(bsp, faces, table, normals, grids);
  const patches = buildPatchTable(table, cells, {
    inches: quality.patchInches,
    rays: quality.bounceRays,
    mostHits: MOST_HITS,
  });
  const lights = [
    ...listSurfaceLights(bsp, faces, table, cells, patches, options.textureLights),
    ...entityLights,
  ];
  const lightTable = buildLightTable(lights, false);
  const tree = buildPlaceTree(bsp);
  const rays = buildRayScene(map, bsp, faces, table, grids, options.findPropModel);
  const faceIsFlat = allocateUint8(faces.count);
  for (let face = 0; face < faces.count; face++) {
    faceIsFlat[face] = table.isDisplaced[face] === 0 ? normals.isFlat[face] : 0;
  }
  const scene: LightScene = {
    rays,
    tree,
    skyCameras: readSkyCameras(bsp, tree),
    faces: table,
    faceIsFlat,
    outlines: buildOutlines(bsp, table, normals),
    cells,
    lights: lightTable,
    ...buildLightPvs(bsp, tree, lightTable, lights, report),
    sunSpread,
    slots: buildSlotTable(table, cells, lightTable, faceIsFlat),
    patches,
    skyDirections: makeSphere(quality.skyRays),
    bounceDirections: makeHemisphere(quality.bounceRays),
    pointDirections: makeSphere(quality.pointRays),
    ambientPoints: makePoints(listAmbientPoints(bsp, rays, options.fast === true), null, 18),
    propPoints: listPropPoints(bsp, options.findPropModel),
    fast: options.fast === true,
  };
  return { scene, lights, neighbours: normals.neighbours, grids };
}

/** Shared columns for points (3 numbers each) and, if they have, their normals. */
export function makePoints(
  position: ArrayLike<number>,
  normal: ArrayLike<number> | null,
  lightFloats: number,
): PointTable {
  const count = position.length / 3;
  const points = {
    count,
    position: allocateFloat32(count * 3),
    normal: allocateFloat32(normal ? count * 3 : 0),
    light: allocateFloat32(count * lightFloats),
  };
  points.position.set(position);
  if (normal) points.normal.set(normal);
  return points;
}

function buildPlaceTree({ nodes, planes, leafs }: Bsp): PlaceTree {
  const tree = {
    nodeCount: nodes.count,
    nodePlane: allocateFloat32(nodes.count * 4),
    nodeChildren: allocateInt32(nodes.count * 2),
    leafCluster: allocateInt32(leafs.count),
    leafArea: allocateInt32(leafs.count),
  };
  for (let node = 0; node < nodes.count; node++) {
    const plane = nodes.plane[node];
    tree.nodePlane.set(planes.normal.subarray(plane * 3, plane * 3 + 3), node * 4);
    tree.nodePlane[node * 4 + 3] = planes.dist[plane];
  }
  tree.nodeChildren.set(nodes.children.subarray(0, nodes.count * 2));
  tree.leafCluster.set(leafs.cluster.subarray(0, leafs.count));
  tree.leafArea.set(leafs.area.subarray(0, leafs.count));
  return tree;
}

function readSkyCameras(bsp: Bsp, tree: PlaceTree): SkyCameras {
  const values: number[] = [];
  const areaIsSkybox = allocateUint8(
    1 + tree.leafArea.reduce((most, area) => Math.max(most, area), 0),
  );
  for (const entity of bsp.entities) {
    if (entity.get("classname")?.toLowerCase() !== "sky_camera") continue;
    const scale = numberOf(entity, "scale");
    if (!(scale > 0)) continue;
    const origin = vectorOf(entity, "origin");
    values.push(...origin, 1 / scale);
    const area = tree.leafArea[findPlace(tree, ...origin)];
    if (area >= 0) areaIsSkybox[area] = 1;
  }
  const shared = allocateFloat32(values.length);
  shared.set(values);
  return { count: values.length / 4, values: shared, areaIsSkybox };
}

function buildOutlines(bsp: Bsp, table: FaceTable, normals: FaceNormals): OutlineTable {
  const firstCorner = allocateInt32(table.count + 1);
  const corners = allocateFloat32(normals.cornerVertex.length * 2);
  for (let face = 0; face < table.count; face++) {
    firstCorner[face] = normals.firstCorner[face];
    corners.set(projectPolygon(bsp, table, normals, face), firstCorner[face] * 2);
  }
  firstCorner[table.count] = normals.cornerVertex.length;
  return { firstCorner, corners };
}

/** What each light's cluster sees; for sun and sky, what the clusters do that have sky in them. */
function buildLightPvs(
  bsp: Bsp,
  tree: PlaceTree,
  table: LightTable,
  lights: readonly Light[],
  report: CompileReport,
): { lightPvsWords: number; lightPvs: Uint32Array } {
  const none = { lightPvsWords: 0, lightPvs: allocateUint32(0) };
  const { visibility } = bsp;
  if (!visibility || visibility.clusterCount === 0) return none;
  const { clusterCount, bytes } = visibility;
  const pvs = { clusterCount, rowOffset: visibility.pvsOffset, bytes };
  if (checkPvsRows(pvs).brokenCluster >= 0) {
    report.warn("LUMP_VISIBILITY is damaged: every light is tried everywhere.");
    return none;
  }
  const words = (clusterCount + 31) >>> 5;
  const row = new Uint32Array(words);
  const rows = allocateUint32(words * table.count);
  let skyRow: Uint32Array | null = null;
  lights.forEach((light, i) => {
    if (light.type === EMIT_SKYLIGHT || light.type === EMIT_SKYAMBIENT) {
      skyRow ??= mergeRows(pvs, listSkyClusters(bsp), words);
      rows.set(skyRow, i * words);
      return;
    }
    const cluster = tree.leafCluster[findPlace(tree, ...light.origin)];
    if (cluster >= 0 && cluster < clusterCount) decodePvsRow(pvs, cluster, row);
    else row.fill(0xffffffff);
    rows.set(row, i * words);
  });
  return { lightPvsWords: words, lightPvs: rows };
}

function mergeRows(
  pvs: Parameters<typeof decodePvsRow>[0],
  clusters: readonly number[],
  words: number,
): Uint32Array {
  const row = new Uint32Array(words);
  const merged = new Uint32Array(words);
  for (const cluster of clusters) {
    decodePvsRow(pvs, cluster, row);
    for (let i = 0; i < words; i++) merged[i] |= row[i];
  }
  return merged;
}
