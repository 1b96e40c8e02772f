/** Ray tracing scene: light blockers, sky, and surfaces that emit or reflect light. */

import { readRecords } from "../../../formats/binary/read-records.ts";
import { MASK_OPAQUE } from "../../../formats/bsp/layouts/contents-flags.ts";
import { numberOf, vectorOf } from "../../../formats/bsp/layouts/light-values.ts";
import { STATIC_PROP_NO_SHADOW } from "../../../formats/bsp/layouts/static-prop-flags.ts";
import {
  SURF_INVISIBLE,
  SURF_NODRAW,
  SURF_SKY,
  SURF_TRANS,
  SURF_WARP,
} from "../../../formats/bsp/layouts/surface-flags.ts";
import {
  type BRUSHSIDE_COLUMNS,
  DBRUSH,
  DBRUSHSIDE,
  LEAFBRUSHES,
} from "../../../formats/bsp/records/brushes.ts";
import type { AllColumnsOf } from "../../../formats/bsp/records/record.ts";
import type { Bsp, Faces } from "../../../formats/bsp/types.ts";
import { writeMatrix3x4 } from "../../../math/angles.ts";
import type { DisplacementGrid } from "../../../scene/world/displacement.ts";
import { allocateFloat32, allocateInt32 } from "../../shared-arrays.ts";
import type { CompiledMap } from "../../types.ts";
import type { FaceTable } from "../faces/face-table.ts";
import type { FindPropModel } from "../types.ts";
import { buildBvh } from "./build-bvh.ts";
import type { Bvh } from "./bvh.ts";
import { placeInMemory } from "./bvh-memory.ts";

// Triangles of the world's brush sides that block light. vrad casts shadows with brushes instead of
// faces, because some brush sides have no face.

/** Half the edge of the polygon from which a side is cut: larger than any map. */
const HUGE = 65536;

interface Side {
  readonly plane: number;
  readonly texinfo: number;
  readonly isDisplaced: boolean;
  readonly isBevel: boolean;
}

/** 9 floats a triangle. */
interface BrushTriangles {
  readonly all: Float32Array;
  /** Subset of `all`: sides that are never drawn, so that no face is in their place. */
  readonly faceless: Float32Array;
}

/** Returns `null` if the map has no brushes. */
function listBrushTriangles(map: CompiledMap, bsp: Bsp): BrushTriangles | null {
  const brushBytes = map.lumps.get("LUMP_BRUSHES")?.bytes;
  const sideBytes = map.lumps.get("LUMP_BRUSHSIDES")?.bytes;
  const leafBrushBytes = map.lumps.get("LUMP_LEAFBRUSHES")?.bytes;
  if (!brushBytes?.length || !sideBytes?.length || !leafBrushBytes?.length) return null;
  const brushes = readRecords(brushBytes, DBRUSH, true);
  const sides = readRecords(sideBytes, DBRUSHSIDE, true);
  const leafBrushes = readRecords(leafBrushBytes, LEAFBRUSHES[0], true);
  const out: Record<keyof BrushTriangles, number[]> = { all: [], faceless: [] };
  for (const caster of listCasters(bsp)) {
    for (const brush of listModelBrushes(bsp, caster.model, leafBrushes.value)) {
      if (brush >= brushes.count || (brushes.contents[brush] & MASK_OPAQUE) === 0) continue;
      const first = brushes.firstSide[brush];
      const list = listSides(sides, first, brushes.sideCount[brush], bsp.planes.count);
      if (list) pushBrush(out, bsp, list, caster);
    }
  }
  return { all: Float32Array.from(out.all), faceless: Float32Array.from(out.faceless) };
}

interface Caster {
  readonly model: number;
  readonly origin: readonly [number, number, number];
}

/** Lists the world, and brush entities with a shadow key. Other entities may move. */
function listCasters({ entities, models }: Bsp): Caster[] {
  const casters: Caster[] = [{ model: 0, origin: [0, 0, 0] }];
  for (const entity of entities) {
    const model = Number(/^\*(\d+)$/.exec(entity.get("model") ?? "")?.[1]);
    if (!(model > 0 && model < models.count)) continue;
    if (numberOf(entity, "vrad_brush_cast_shadows") === 0) continue;
    casters.push({ model, origin: vectorOf(entity, "origin") });
  }
  return casters;
}

/** Lists the brushes of the leafs below a model's head node, each once, in order. */
function listModelBrushes(bsp: Bsp, model: number, leafBrushes: Uint32Array): number[] {
  const found = new Set<number>();
  const { leafs, nodes, models } = bsp;
  const work = [models.count > 0 ? models.headNode[model] : 0];
  for (let node = work.pop(); node !== undefined; node = work.pop()) {
    if (node >= 0) {
      if (node < nodes.count) work.push(nodes.children[node * 2], nodes.children[node * 2 + 1]);
      continue;
    }
    const leaf = -1 - node;
    const first = leafs.firstLeafBrush[leaf];
    for (let i = first; i < first + leafs.leafBrushCount[leaf]; i++) {
      if (i < leafBrushes.length) found.add(leafBrushes[i]);
    }
  }
  return [...found].sort((a, b) => a - b);
}

type BrushSides = ReturnType<typeof readRecords<AllColumnsOf<typeof BRUSHSIDE_COLUMNS>>>;

function listSides(table: BrushSides, first: number, count: number, planes: number): Side[] | null {
  if (first < 0 || count < 4 || first + count > table.count) return null;
  const sides: Side[] = [];
  for (let i = first; i < first + count; i++) {
    if (table.plane[i] >= planes) return null;
    sides.push({
      plane: table.plane[i],
      texinfo: table.texinfo[i],
      isDisplaced: table.dispInfo[i] > 0,
      isBevel: table.bevel[i] === 1,
    });
  }
  return sides;
}

function pushBrush(
  out: Record<keyof BrushTriangles, number[]>,
  bsp: Bsp,
  sides: readonly Side[],
  { model, origin }: Caster,
): void {
  const { texInfos } = bsp;
  for (const side of sides) {
    if (side.isBevel || side.isDisplaced) continue;
    const flags =
      side.texinfo >= 0 && side.texinfo < texInfos.count ? texInfos.flags[side.texinfo] : 0;
    if ((flags & SURF_SKY) !== 0) continue;
    let polygon = makeHugePolygon(bsp, side.plane);
    for (const other of sides) {
      if (other === side || other.isBevel) continue;
      polygon = cutBehind(bsp, polygon, other.plane);
      if (polygon.length === 0) break;
    }
    for (let i = 2; i * 3 < polygon.length; i++) {
      for (const corner of [0, i - 1, i]) {
        const [x, y, z] = origin.map((value, axis) => value + polygon[corner * 3 + axis]);
        out.all.push(x, y, z);
        // Rays do not test the faces of entities, so all their sides count as faceless.
        if (model > 0 || (flags & SURF_INVISIBLE) !== 0) out.faceless.push(x, y, z);
      }
    }
  }
}

function makeHugePolygon({ planes }: Bsp, plane: number): number[] {
  const [x, y, z] = planes.normal.subarray(plane * 3, plane * 3 + 3);
  const dist = planes.dist[plane];
  // Axis least aligned with the normal, projected into the plane.
  const up = Math.abs(z) < 0.9 ? [0, 0, 1] : [1, 0, 0];
  const along = up[0] * x + up[1] * y + up[2] * z;
  const u = [up[0] - x * along, up[1] - y * along, up[2] - z * along];
  const length = Math.hypot(u[0], u[1], u[2]);
  for (let i = 0; i < 3; i++) u[i] *= HUGE / length;
  const v = [u[1] * z - u[2] * y, u[2] * x - u[0] * z, u[0] * y - u[1] * x];
  const polygon: number[] = [];
  for (const [s, t] of [
    [-1, 1],
    [1, 1],
    [1, -1],
    [-1, -1],
  ]) {
    polygon.push(
      x * dist + u[0] * s + v[0] * t,
      y * dist + u[1] * s + v[1] * t,
      z * dist + u[2] * s + v[2] * t,
    );
  }
  return polygon;
}

/** Returns the part of a convex polygon behind a plane. */
function cutBehind({ planes }: Bsp, polygon: number[], plane: number): number[] {
  const [x, y, z] = planes.normal.subarray(plane * 3, plane * 3 + 3);
  const dist = planes.dist[plane];
  const count = polygon.length / 3;
  const out: number[] = [];
  for (let i = 0; i < count; i++) {
    const a = i * 3;
    const b = ((i + 1) % count) * 3;
    const da = polygon[a] * x + polygon[a + 1] * y + polygon[a + 2] * z - dist;
    const db = polygon[b] * x + polygon[b + 1] * y + polygon[b + 2] * z - dist;
    if (da <= 0) out.push(polygon[a], polygon[a + 1], polygon[a + 2]);
    if (da < 0 !== db < 0 && da !== 0 && db !== 0) {
      const f = da / (da - db);
      for (let axis = 0; axis < 3; axis++) {
        out.push(polygon[a + axis] + (polygon[b + axis] - polygon[a + axis]) * f);
      }
    }
  }
  return out.length >= 9 ? out : [];
}

export interface RayScene {
  /** Triangles that block all light. */
  readonly blockers: Bvh;
  /** Triangles of sky faces. */
  readonly sky: Bvh;
  /** Lit faces of the world, then unlit surfaces, then sky. */
  readonly surfaces: Bvh;
  /** Number of triangles of lit faces. The columns below have one row for each. */
  readonly surfaceCount: number;
  readonly surfaceFace: Int32Array;
  /** 6 a triangle: luxel coordinates of its corners. */
  readonly surfaceLuxels: Float32Array;
  /** First id of sky triangles in `surfaces`. */
  readonly firstSky: number;
  /** Faces with a lightmap that block no light: water and glass. */
  readonly sheets: SurfaceTriangles;
}

/** Triangles of lit faces, one row each. */
export interface SurfaceTriangles {
  readonly bvh: Bvh;
  readonly face: Int32Array;
  /** 6 a triangle: luxel coordinates of its corners. */
  readonly luxels: Float32Array;
}

interface LitTriangles {
  readonly positions: number[];
  readonly face: number[];
  readonly luxels: number[];
}

export interface RaySources {
  readonly map: CompiledMap;
  readonly bsp: Bsp;
  readonly faces: Faces;
  readonly table: FaceTable;
  /** Displacements by face. */
  readonly grids: ReadonlyMap<number, DisplacementGrid>;
  readonly findPropModel: FindPropModel | undefined;
}

export function buildRayScene(sources: RaySources): RayScene {
  const { map, bsp, faces, table, grids, findPropModel } = sources;
  const brushes = listBrushTriangles(map, bsp);
  const blockers: number[] = [];
  /** Unlit surfaces without a lit face in the same place. */
  const dark: number[] = [];
  const sky: number[] = [];
  const lit: LitTriangles = { positions: [], face: [], luxels: [] };
  const sheets: LitTriangles = { positions: [], face: [], luxels: [] };
  const firstFace = bsp.models.count > 0 ? bsp.models.firstFace[0] : 0;
  const lastFace = bsp.models.count > 0 ? firstFace + bsp.models.faceCount[0] : faces.count;
  for (let face = firstFace; face < lastFace; face++) {
    const texinfo = faces.texinfo[face];
    if (texinfo < 0) continue;
    const flags = bsp.texInfos.flags[texinfo];
    const grid = grids.get(face);
    const triangles = grid ? listGrid(grid) : listPolygon(bsp, faces, face);
    if ((flags & SURF_SKY) !== 0) {
      pushAll(sky, triangles);
      continue;
    }
    // Without brushes, the faces are the only light blockers.
    const contents = grid ? bsp.dispInfos.contents[faces.dispInfo[face]] : 0;
    const blocks = grid ? (contents & MASK_OPAQUE) !== 0 : brushes === null;
    const isClear = (flags & (SURF_TRANS | SURF_WARP | SURF_NODRAW)) !== 0;
    if (blocks && (grid || !isClear)) pushAll(blockers, triangles);
    if (table.isLit[face] === 0) {
      if (!isClear) pushAll(dark, triangles);
      continue;
    }
    const list = isClear ? sheets : lit;
    for (let i = 0; i < triangles.length; i += 9) list.face.push(face);
    pushAll(list.positions, triangles);
    pushAll(
      list.luxels,
      grid ? listGridLuxels(grid, table, face) : project(table, face, triangles),
    );
  }
  if (findPropModel) {
    const props: number[] = [];
    pushProps(props, bsp, findPropModel);
    pushAll(blockers, props);
    pushAll(dark, props);
  }
  if (brushes) {
    pushAll(blockers, brushes.all);
    pushAll(dark, brushes.faceless);
  }

  const surfaceFace = allocateInt32(lit.face.length);
  surfaceFace.set(lit.face);
  const surfaceLuxels = allocateFloat32(lit.luxels.length);
  surfaceLuxels.set(lit.luxels);
  const all = new Float32Array(lit.positions.length + dark.length + sky.length);
  all.set(lit.positions);
  all.set(dark, lit.positions.length);
  all.set(sky, lit.positions.length + dark.length);
  const { sheetBvh, ...bvhs } = placeInMemory({
    blockers: buildBvh(Float32Array.from(blockers)),
    sky: buildBvh(Float32Array.from(sky)),
    surfaces: buildBvh(all),
    sheetBvh: buildBvh(Float32Array.from(sheets.positions)),
  });
  return {
    ...bvhs,
    surfaceCount: lit.face.length,
    surfaceFace,
    surfaceLuxels,
    firstSky: (lit.positions.length + dark.length) / 9,
    sheets: shareTriangles(sheets, sheetBvh),
  };
}

function shareTriangles({ face, luxels }: LitTriangles, bvh: Bvh): SurfaceTriangles {
  const shared = {
    bvh,
    face: allocateInt32(face.length),
    luxels: allocateFloat32(luxels.length),
  };
  shared.face.set(face);
  shared.luxels.set(luxels);
  return shared;
}

function pushAll(out: number[], values: ArrayLike<number>): void {
  for (let i = 0; i < values.length; i++) out.push(values[i]);
}

function listPolygon(bsp: Bsp, faces: Faces, face: number): number[] {
  const corner = (i: number): number => {
    const surfEdge = bsp.surfEdges[faces.firstEdge[face] + i];
    return (surfEdge >= 0 ? bsp.edges[surfEdge * 2] : bsp.edges[-surfEdge * 2 + 1]) * 3;
  };
  const out: number[] = [];
  for (let i = 2; i < faces.edgeCount[face]; i++) {
    for (const at of [corner(0), corner(i - 1), corner(i)]) {
      pushAll(out, bsp.vertexes.position.subarray(at, at + 3));
    }
  }
  return out;
}

function listGrid(grid: DisplacementGrid): number[] {
  const out: number[] = [];
  for (const vertex of grid.indices) {
    pushAll(out, grid.position.subarray(vertex * 3, vertex * 3 + 3));
  }
  return out;
}

function listGridLuxels(grid: DisplacementGrid, table: FaceTable, face: number): number[] {
  const out: number[] = [];
  const last = grid.edge - 1;
  for (const vertex of grid.indices) {
    out.push(((vertex % grid.edge) / last) * table.cells[face * 2]);
    out.push((Math.floor(vertex / grid.edge) / last) * table.cells[face * 2 + 1]);
  }
  return out;
}

function project(table: FaceTable, face: number, triangles: readonly number[]): number[] {
  const m = table.luxelFromWorld.subarray(face * 8, face * 8 + 8);
  const out: number[] = [];
  for (let i = 0; i < triangles.length; i += 3) {
    const [x, y, z] = [triangles[i], triangles[i + 1], triangles[i + 2]];
    out.push(m[0] * x + m[1] * y + m[2] * z + m[3], m[4] * x + m[5] * y + m[6] * z + m[7]);
  }
  return out;
}

function pushProps(out: number[], bsp: Bsp, findPropModel: FindPropModel): void {
  const props = bsp.staticProps;
  if (!props) return;
  const matrix = new Float32Array(12);
  for (let prop = 0; prop < props.count; prop++) {
    if ((props.flags[prop] & STATIC_PROP_NO_SHADOW) !== 0) continue;
    const model = findPropModel(props.modelName[props.model[prop]]);
    if (!model) continue;
    const [pitch, yaw, roll] = props.angles.subarray(prop * 3, prop * 3 + 3);
    const [x, y, z] = props.origin.subarray(prop * 3, prop * 3 + 3);
    writeMatrix3x4(matrix, 0, pitch, yaw, roll, x, y, z, props.uniformScale[prop]);
    for (const vertex of model.indices) {
      const p = model.positions.subarray(vertex * 3, vertex * 3 + 3);
      for (let row = 0; row < 12; row += 4) {
        out.push(
          matrix[row] * p[0] + matrix[row + 1] * p[1] + matrix[row + 2] * p[2] + matrix[row + 3],
        );
      }
    }
  }
}
