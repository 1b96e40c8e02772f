/** Ray tracing scene: light blockers, sky, and surfaces that emit or reflect light. */

import {
  SURF_NODRAW,
  SURF_SKY,
  SURF_TRANS,
  SURF_WARP,
} from "../../../formats/bsp/layouts/surface-flags.ts";
import type { Bsp, Faces } from "../../../formats/bsp/types.ts";
import { writeMatrix3x4 } from "../../../math/angles.ts";
import type { DisplacementGrid } from "../../../scene/world/displacement.ts";
import type { CompiledMap } from "../../types.ts";
import type { FaceTable } from "../faces/face-table.ts";
import type { FindPropModel } from "../points/prop-model.ts";
import { allocateFloat32, allocateInt32 } from "../shared-arrays.ts";
import { listBrushTriangles, MASK_OPAQUE } from "./brush-triangles.ts";
import { type Bvh, buildBvh } from "./bvh.ts";

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

/** `STATIC_PROP_NO_SHADOW` of `gamebspfile.h`. */
const STATIC_PROP_NO_SHADOW = 0x10;

export function buildRayScene(
  map: CompiledMap,
  bsp: Bsp,
  faces: Faces,
  table: FaceTable,
  grids: ReadonlyMap<number, DisplacementGrid>,
  findPropModel: FindPropModel | undefined,
): RayScene {
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
  return {
    blockers: buildBvh(Float32Array.from(blockers)),
    sky: buildBvh(Float32Array.from(sky)),
    surfaces: buildBvh(all),
    surfaceCount: lit.face.length,
    surfaceFace,
    surfaceLuxels,
    firstSky: (lit.positions.length + dark.length) / 9,
    sheets: shareTriangles(sheets),
  };
}

function shareTriangles({ positions, face, luxels }: LitTriangles): SurfaceTriangles {
  const shared = {
    bvh: buildBvh(Float32Array.from(positions)),
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
