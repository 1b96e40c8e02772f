/**
 * Triangles of the world's brush sides that block light. vrad casts shadows with brushes instead of
 * faces, because some brush sides have no face.
 */

import { numberOf, vectorOf } from "../../../formats/bsp/layouts/light-values.ts";
import { SURF_INVISIBLE, SURF_SKY } from "../../../formats/bsp/layouts/surface-flags.ts";
import type { Bsp } from "../../../formats/bsp/types.ts";
import type { CompiledMap } from "../../types.ts";

/** CONTENTS_SOLID, CONTENTS_OPAQUE and CONTENTS_MOVEABLE: `MASK_OPAQUE` of `bspflags.h`. */
export const MASK_OPAQUE = 0x1 | 0x80 | 0x4000;

const BRUSH_BYTES = 12;
const BRUSH_SIDE_BYTES = 8;
/** Half the edge of the polygon from which a side is cut: larger than any map. */
const HUGE = 65536;

interface Side {
  readonly plane: number;
  readonly texinfo: number;
  readonly isDisplaced: boolean;
  readonly isBevel: boolean;
}

/** 9 floats a triangle. */
export interface BrushTriangles {
  readonly all: Float32Array;
  /** Subset of `all`: sides that are never drawn, so that no face is in their place. */
  readonly faceless: Float32Array;
}

/** Returns `null` if the map has no brushes. */
export function listBrushTriangles(map: CompiledMap, bsp: Bsp): BrushTriangles | null {
  const brushBytes = map.lumps.get("LUMP_BRUSHES")?.bytes;
  const sideBytes = map.lumps.get("LUMP_BRUSHSIDES")?.bytes;
  const leafBrushBytes = map.lumps.get("LUMP_LEAFBRUSHES")?.bytes;
  if (!brushBytes?.length || !sideBytes?.length || !leafBrushBytes?.length) return null;
  const brushes = viewOf(brushBytes);
  const sides = viewOf(sideBytes);
  const out: Record<keyof BrushTriangles, number[]> = { all: [], faceless: [] };
  for (const caster of listCasters(bsp)) {
    for (const brush of listModelBrushes(bsp, caster.model, viewOf(leafBrushBytes))) {
      const at = brush * BRUSH_BYTES;
      if (at + BRUSH_BYTES > brushes.byteLength) continue;
      if ((brushes.getInt32(at + 8, true) & MASK_OPAQUE) === 0) continue;
      const first = brushes.getInt32(at, true);
      const count = brushes.getInt32(at + 4, true);
      const list = readSides(sides, first, count, bsp.planes.count);
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

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Lists the brushes of the leafs below a model's head node, each once, in order. */
function listModelBrushes(bsp: Bsp, model: number, leafBrushes: DataView): number[] {
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
      if (i * 2 + 2 <= leafBrushes.byteLength) found.add(leafBrushes.getUint16(i * 2, true));
    }
  }
  return [...found].sort((a, b) => a - b);
}

function readSides(view: DataView, first: number, count: number, planes: number): Side[] | null {
  if (first < 0 || count < 4 || (first + count) * BRUSH_SIDE_BYTES > view.byteLength) return null;
  const sides: Side[] = [];
  for (let i = first; i < first + count; i++) {
    const at = i * BRUSH_SIDE_BYTES;
    const plane = view.getUint16(at, true);
    if (plane >= planes) return null;
    sides.push({
      plane,
      texinfo: view.getInt16(at + 2, true),
      isDisplaced: view.getInt16(at + 4, true) > 0,
      isBevel: view.getUint8(at + 6) === 1,
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
