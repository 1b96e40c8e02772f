/** Builds the scene for lighting from a compiled map. */

import {
  numberOf,
  parseLightColour,
  type Rgb,
  vectorOf,
} from "../../formats/bsp/layouts/light-values.ts";
import { EMIT_SKYAMBIENT, EMIT_SKYLIGHT, EMIT_SURFACE } from "../../formats/bsp/records/lights.ts";
import type { Bsp, Faces } from "../../formats/bsp/types.ts";
import type { DisplacementGrid } from "../../scene/world/displacement.ts";
import { checkPvsRows, decodePvsRow } from "../../visibility/pvs.ts";
import { allocateFloat32, allocateInt32, allocateUint8, allocateUint32 } from "../shared-arrays.ts";
import type { CompiledMap, CompileReport } from "../types.ts";
import {
  buildCellTable,
  buildGrids,
  type CellTable,
  LIFT_INCHES,
  projectPolygon,
} from "./faces/cell-table.ts";
import { buildFaceNormals, type FaceNormals } from "./faces/face-normals.ts";
import { buildFaceTable, type FaceTable } from "./faces/face-table.ts";
import { readLightEntities } from "./light-entities.ts";
import type {
  LightScene,
  OutlineTable,
  PlaceTree,
  PointTable,
  SideTable,
  SkyCameras,
  SlotTable,
} from "./light-scene.ts";
import {
  buildLightTable,
  differInHdr,
  LIGHT_FLOATS,
  LIGHT_ROW,
  type Light,
  type LightTable,
  listIntensities,
  NO_CAP,
} from "./lights.ts";
import { buildPatchTable, type PatchTable } from "./patch-table.ts";
import { listAmbientPoints } from "./points/leaf-ambient.ts";
import { listPropPoints } from "./points/prop-light.ts";
import { makeHemisphere, makeSphere } from "./rays/directions.ts";
import { buildRayScene } from "./rays/ray-scene.ts";
import { listSkyClusters } from "./rays/sky-leafs.ts";
import { findPlace } from "./rays/sky-visibility.ts";
import type { LightOptions, TextureLights } from "./types.ts";

// Lights of glowing faces: one for each patch of a face whose material is in the table.

/** Mean brightness below which a material is not a light. */
const DLIGHT_THRESHOLD = 0.1;
const DIRECT_SCALE = 100 * 100;

interface SurfaceLightSources {
  readonly bsp: Bsp;
  readonly faces: Faces;
  readonly table: FaceTable;
  readonly cells: CellTable;
  readonly patches: PatchTable;
  /** Values of glowing materials by name. */
  readonly glowing: TextureLights | undefined;
}

function listSurfaceLights(sources: SurfaceLightSources): Light[] {
  const { bsp, faces, table, cells, patches, glowing } = sources;
  if (!glowing || glowing.size === 0) return [];
  const byName = new Map([...glowing].map(([name, value]) => [name.toLowerCase(), value]));
  const lights: Light[] = [];
  for (let face = 0; face < faces.count; face++) {
    if (table.isLit[face] === 0) continue;
    const texinfo = faces.texinfo[face];
    const texdata = bsp.texInfos.texdata[texinfo];
    if (texdata < 0) continue;
    const text = byName.get(bsp.texDatas.name[texdata].toLowerCase());
    if (text === undefined) continue;
    const ldr = parseLightColour(text, false);
    const hdr = parseLightColour(text, true);
    if (!ldr || !hdr || (ldr[0] + ldr[1] + ldr[2]) / 3 < DLIGHT_THRESHOLD) continue;
    const repeats = repeatsPerSquareInch(bsp, texinfo, texdata);
    for (let patch = patches.firstPatch[face]; patch < patches.firstPatch[face + 1]; patch++) {
      const cell = patches.cell[patch];
      if (cell < 0) continue;
      const scale = patches.area[patch] * repeats * DIRECT_SCALE;
      const place =
        table.isDisplaced[face] === 1 ? onCell(cells, cell) : onPatch(table, patches, patch);
      const [nx, ny, nz] = cells.normal.subarray(cell * 3, cell * 3 + 3);
      lights.push(makeLight(place, [nx, ny, nz], ldr, hdr, scale));
    }
  }
  return lights;
}

/**
 * Returns the texture's repeats per square inch, so that stretching a texture does not change its
 * total light.
 */
function repeatsPerSquareInch({ texInfos, texDatas }: Bsp, texinfo: number, texdata: number) {
  const vecs = texInfos.textureVecs.subarray(texinfo * 8, texinfo * 8 + 8);
  const texels = Math.hypot(vecs[0], vecs[1], vecs[2]) * Math.hypot(vecs[4], vecs[5], vecs[6]);
  return texels / Math.max(1, texDatas.width[texdata] * texDatas.height[texdata]);
}

type Vec3 = readonly [x: number, y: number, z: number];

function onCell({ position, normal }: CellTable, cell: number): Vec3 {
  const at = (axis: number) => position[cell * 3 + axis] - normal[cell * 3 + axis] * LIFT_INCHES;
  return [at(0), at(1), at(2)];
}

/** Returns the middle of a flat face's patch. */
function onPatch(table: FaceTable, patches: PatchTable, patch: number): Vec3 {
  const face = patches.face[patch];
  const m = table.worldFromLuxel.subarray(face * 9, face * 9 + 9);
  const [s, t] = patches.middle.subarray(patch * 2, patch * 2 + 2);
  const at = (axis: number) =>
    m[axis] + m[3 + axis] * s + m[6 + axis] * t + table.origin[face * 3 + axis];
  return [at(0), at(1), at(2)];
}

function makeLight(origin: Vec3, normal: Vec3, ldr: Rgb, hdr: Rgb, scale: number): Light {
  return {
    type: EMIT_SURFACE,
    origin,
    normal,
    intensity: [ldr[0] * scale, ldr[1] * scale, ldr[2] * scale],
    intensityHdr: [hdr[0] * scale, hdr[1] * scale, hdr[2] * scale],
    style: 0,
    innerCosine: 0,
    outerCosine: 0,
    exponent: 0,
    radius: 0,
    constant: 0,
    linear: 0,
    quadratic: 0,
    fadeStart: 0,
    fadeEnd: -1,
    capDistance: NO_CAP,
  };
}

// Storage for the light of each (face, style) pair.

type LitTables = Pick<LightScene, "faces" | "cells" | "lights" | "faceIsFlat">;

/**
 * Builds the slots: style 0 for every lit face, others if a light of that style is in front and
 * near enough.
 */
function buildSlotTable(tables: LitTables): SlotTable {
  const { faces, lights } = tables;
  const styles: number[] = [];
  const firstSlot = allocateInt32(faces.count + 1);
  const sizes: number[] = [];
  for (let face = 0; face < faces.count; face++) {
    firstSlot[face] = styles.length;
    if (faces.isLit[face] === 0) continue;
    const found = new Set([0]);
    for (let light = 0; light < lights.count; light++) {
      const style = lights.style[light];
      if (!found.has(style) && mayLight(tables, face, light)) {
        found.add(style);
      }
    }
    const count = faces.firstCell[face + 1] - faces.firstCell[face];
    for (const style of [...found].sort((a, b) => a - b)) {
      styles.push(style);
      sizes.push(count * (faces.isBumped[face] === 1 ? 4 : 1) * 3);
    }
  }
  firstSlot[faces.count] = styles.length;
  const style = allocateInt32(styles.length);
  style.set(styles);
  const firstValue = allocateInt32(styles.length + 1);
  for (let slot = 0; slot < sizes.length; slot++) {
    firstValue[slot + 1] = firstValue[slot] + sizes[slot];
  }
  return { firstSlot, style, firstValue };
}

function mayLight(
  { faces, cells, lights, faceIsFlat }: LitTables,
  face: number,
  light: number,
): boolean {
  const type = lights.type[light];
  if (type === EMIT_SKYAMBIENT || type === EMIT_SKYLIGHT || faceIsFlat[face] === 0) return true;
  const at = light * LIGHT_FLOATS + LIGHT_ROW.origin;
  for (let cell = faces.firstCell[face]; cell < faces.firstCell[face + 1]; cell++) {
    if (cells.area[cell] === 0) continue;
    let facing = 0;
    for (let axis = 0; axis < 3; axis++) {
      const away = lights.values[at + axis] - cells.position[cell * 3 + axis];
      facing += away * faces.normal[face * 3 + axis];
    }
    return facing > 0;
  }
  return false;
}

export interface BuiltLightScene {
  readonly scene: LightScene;
  readonly lights: readonly Light[];
  /** Faces whose normals are smoothed with each face. */
  readonly neighbours: FaceNormals["neighbours"];
  /** Displacement grids by face. */
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
/** Most entries of `hits`: 256 MB. */
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
    ...listSurfaceLights({ bsp, faces, table, cells, patches, glowing: options.textureLights }),
    ...entityLights,
  ];
  const lightTable = buildLightTable(lights);
  const tree = buildPlaceTree(bsp);
  const { findPropModel } = options;
  const rays = buildRayScene({ map, bsp, faces, table, grids, findPropModel });
  const faceIsFlat = allocateUint8(faces.count);
  for (let face = 0; face < faces.count; face++) {
    faceIsFlat[face] = table.isDisplaced[face] === 0 ? normals.isFlat[face] : 0;
  }
  const slots = buildSlotTable({ faces: table, cells, lights: lightTable, faceIsFlat });
  const ambientPoints = makePoints(listAmbientPoints(bsp, rays, options.fast === true), null);
  const propPoints = listPropPoints(bsp, options.findPropModel);
  const makeSide = (hdr: boolean): SideTable => ({
    intensity: listIntensities(lights, hdr),
    cells: allocateFloat32(slots.firstValue[slots.style.length]),
    radiosity: allocateFloat32(patches.count * 3),
    ambient: allocateFloat32(ambientPoints.count * 18),
    props: allocateFloat32(propPoints.count * 3),
  });
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
    slots,
    patches,
    skyDirections: makeSphere(quality.skyRays),
    bounceDirections: makeHemisphere(quality.bounceRays),
    pointDirections: makeSphere(quality.pointRays),
    ambientPoints,
    propPoints,
    sides: (differInHdr(lights) ? [false, true] : [false]).map(makeSide),
    fast: options.fast === true,
  };
  return { scene, lights, neighbours: normals.neighbours, grids };
}

/** Allocates shared columns for points (3 numbers each) and their optional normals. */
export function makePoints(
  position: ArrayLike<number>,
  normal: ArrayLike<number> | null,
): PointTable {
  const count = position.length / 3;
  const points = {
    count,
    position: allocateFloat32(count * 3),
    normal: allocateFloat32(normal ? count * 3 : 0),
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

/**
 * Returns the clusters visible from each light's cluster; for sun and sky, from all clusters that
 * contain sky.
 */
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
    report.warn("LUMP_VISIBILITY is damaged: every light is tested at every point.");
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
