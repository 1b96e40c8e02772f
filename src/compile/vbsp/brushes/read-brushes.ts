/** Reads solids of the VMF into brushes: planes to polygons, materials to contents. */

import {
  CONTENTS_DETAIL,
  CONTENTS_GRATE,
  CONTENTS_ORIGIN,
  CONTENTS_SOLID,
  CONTENTS_TRANSLUCENT,
  CONTENTS_WINDOW,
} from "../../../formats/bsp/layouts/contents-flags.ts";
import { SURF_HINT, SURF_SKIP } from "../../../formats/bsp/layouts/surface-flags.ts";
import type { VmfSide, VmfSolid } from "../../../formats/vmf/types.ts";
import {
  chopWinding,
  cross3,
  dot3,
  emptyMaxs,
  emptyMins,
  growBox,
  makeHugeWinding,
  normalize3,
} from "../../../math/winding.ts";
import type { CompileReport, CompilerMaterial } from "../../types.ts";
import { surfaceFlagsOf, type TexInfoTable } from "../faces/texinfo-table.ts";
import { MAX_COORD } from "../limits.ts";
import { vmfFault } from "../vmf-fault.ts";
import { CONTENTS_CLIP, CONTENTS_LIQUID, CONTENTS_VISIBLE } from "./contents.ts";
import type { MapBrush, MapSide } from "./map-brush.ts";
import { type PlaneTable, snapNormal } from "./plane-table.ts";

// Bevels: planes that a brush needs only for collision. A box swept against a brush is treated as a
// point swept against the brush extended by the box. This is exact only with planes across all axes
// and edges of the brush.

/** Distance by which a corner may stand out from a bevel. */
const BEVEL_EPSILON = 0.1;
/** Shortest edge that gets bevels, in inches. */
const MIN_EDGE = 0.5;
/** Sine of the smallest angle between an edge and the axis perpendicular to its bevel. */
const MIN_ANGLE = 0.5;

/**
 * Puts the six axial sides first (-x +x -y +y -z +z), adding missing ones, and adds edge bevels.
 */
function addBevels(brush: MapBrush, planes: PlaneTable): void {
  const { sides } = brush;
  for (let order = 0; order < 6; order++) {
    const axis = order >> 1;
    const direction = order & 1 ? 1 : -1;
    let at = sides.findIndex(({ plane }) => planes.normal[plane * 3 + axis] === direction);
    if (at < 0) {
      const normal = [0, 0, 0];
      normal[axis] = direction;
      const dist = direction > 0 ? brush.maxs[axis] : -brush.mins[axis];
      const plane = planes.find(normal[0], normal[1], normal[2], dist);
      at = sides.push(bevelOf(sides[0], plane)) - 1;
    }
    [sides[order], sides[at]] = [sides[at], sides[order]];
  }
  if (sides.length > 6) addEdgeBevels(brush, planes);
}

function bevelOf(side: MapSide, plane: number): MapSide {
  const none = { winding: null, dispInfo: null, smoothingGroups: 0 };
  return { ...side, ...none, id: 0, plane, bevel: true, visible: false };
}

/** Adds bevels along the edges of slanted sides, each perpendicular to one axis. */
function addEdgeBevels(brush: MapBrush, planes: PlaneTable): void {
  const { sides } = brush;
  const count = sides.length;
  for (let i = 6; i < count; i++) {
    const { winding } = sides[i];
    if (!winding) continue;
    for (let from = 0; from < winding.length; from += 3) {
      const to = (from + 3) % winding.length;
      const delta = (axis: number) => Math.fround(winding[from + axis] - winding[to + axis]);
      const [ex, ey, ez, length] = normalize3(delta(0), delta(1), delta(2));
      if (length < MIN_EDGE) continue;
      // Edges along an axis need only the six axial sides.
      if (snapNormal(ex, ey, ez).some((value) => Math.abs(value) === 1)) continue;
      for (let order = 0; order < 6; order++) {
        const axis = order >> 1;
        const direction = order & 1 ? 1 : -1;
        const across = [0, 0, 0];
        across[axis] = direction;
        const normal = cross3(ex, ey, ez, across[0], across[1], across[2]);
        const unit = normalize3(...normal);
        const [x, y, z, size] = unit;
        if (size < MIN_ANGLE) continue;
        const dist = dot3(winding[from], winding[from + 1], winding[from + 2], x, y, z);
        if (isBevelOf(brush, unit, dist, planes)) {
          sides.push(bevelOf(sides[0], planes.find(x, y, z, dist)));
        }
      }
    }
  }
}

/** Whether the whole brush is behind a plane that it does not have yet. */
function isBevelOf(
  { sides }: MapBrush,
  [x, y, z]: readonly number[],
  dist: number,
  planes: PlaneTable,
): boolean {
  for (const { plane, winding } of sides) {
    const at = plane * 3;
    const near = (a: number, b: number, epsilon: number) => Math.abs(a - b) < epsilon;
    if (
      near(planes.normal[at], x, 0.01) &&
      near(planes.normal[at + 1], y, 0.01) &&
      near(planes.normal[at + 2], z, 0.01) &&
      near(planes.dist[plane], dist, 0.01)
    ) {
      return false;
    }
    if (!winding) continue;
    for (let i = 0; i < winding.length; i += 3) {
      const d = dot3(winding[i], winding[i + 1], winding[i + 2], x, y, z) - dist;
      if (d > BEVEL_EPSILON) return false;
    }
  }
  return true;
}

/** Tables that brushes are read with. */
export interface BrushReader {
  readonly planes: PlaneTable;
  readonly texInfos: TexInfoTable;
  readonly findMaterial: (material: string) => CompilerMaterial;
  readonly report: CompileReport;
}

export interface BrushOwner {
  readonly entity: number;
  /** Subtracted from the brush, because models are stored relative to their origin. */
  readonly origin: readonly [number, number, number];
  /** Contents added to those of each side's material, such as detail for func_detail. */
  readonly contents: number;
  /** True if the brush becomes part of the world, which may have detail brushes. */
  readonly isWorld: boolean;
}

/** Inches by which another side may cut off a corner without removing it. */
const CLIP_EPSILON = 0.01;

interface OpenSide {
  readonly source: VmfSide;
  readonly info: CompilerMaterial;
  readonly contents: number;
  readonly surf: number;
  /** Plane in map coordinates, without the owner's origin subtracted. */
  readonly plane: number;
}

/**
 * Reads one solid. Throws FormatError with a line if a side's points are collinear, or the sides
 * enclose nothing or extend out of the world.
 */
export function readBrush(
  solid: VmfSolid,
  owner: BrushOwner,
  row: number,
  reader: BrushReader,
): MapBrush {
  const sides: OpenSide[] = [];
  for (const source of solid.sides) {
    const side = openSide(source, owner, reader);
    if (sides.some((other) => other.plane === side.plane)) {
      reader.report.warn(`line ${source.line}: side ${source.id} repeats a plane of its brush`);
      continue;
    }
    sides.push(side);
  }
  const contents = brushContents(sides);
  const isClip = owner.isWorld && (contents & CONTENTS_CLIP) !== 0;
  const mins = emptyMins();
  const maxs = emptyMaxs();
  const closed: MapSide[] = [];
  for (const side of sides) {
    const winding = clipToBrush(side, sides, reader.planes);
    if (!winding) {
      reader.report.warn(`line ${side.source.line}: side ${side.source.id} bounds nothing`);
      continue;
    }
    if (winding.some((value) => Math.abs(value) > MAX_COORD)) {
      const expected = `sides that enclose a space within ${MAX_COORD} inches of the middle`;
      throw vmfFault("bad-value", `solid ${solid.id}`, solid.line, expected);
    }
    for (let i = 0; i < winding.length; i++) winding[i] -= owner.origin[i % 3];
    growBox(winding, mins, maxs);
    closed.push(closeSide(side, winding, owner, isClip, reader));
  }
  if (closed.length < 4) {
    const found = `${closed.length} of ${solid.sides.length} that bound it`;
    throw vmfFault("bad-value", `solid ${solid.id}`, solid.line, "at least 4 sides", found);
  }
  const brush: MapBrush = {
    id: solid.id,
    line: solid.line,
    row,
    entity: owner.entity,
    sides: closed,
    contents,
    mins,
    maxs,
  };
  if ((contents & CONTENTS_ORIGIN) === 0) addBevels(brush, reader.planes);
  return brush;
}

function openSide(source: VmfSide, owner: BrushOwner, reader: BrushReader): OpenSide {
  const info = reader.findMaterial(source.material);
  const surf = surfaceFlagsOf(info);
  let contents = info.contents | owner.contents;
  if (contents & CONTENTS_CLIP) contents |= CONTENTS_DETAIL;
  if ((contents & (CONTENTS_VISIBLE | CONTENTS_CLIP)) === 0) contents |= CONTENTS_SOLID;
  // Detail brushes exist only in the world.
  if (!owner.isWorld) contents &= ~CONTENTS_DETAIL;
  if (surf & (SURF_HINT | SURF_SKIP)) contents = 0;
  return { source, info, contents, surf, plane: planeOf(source, reader.planes) };
}

function planeOf({ points, line, id }: VmfSide, planes: PlaneTable): number {
  const p = Float32Array.from(points);
  const away = (from: number, axis: number) => Math.fround(p[from + axis] - p[3 + axis]);
  const [ax, ay, az, bx, by, bz] = [0, 6].flatMap((from) => [0, 1, 2].map((a) => away(from, a)));
  const [nx, ny, nz, length] = normalize3(...cross3(ax, ay, az, bx, by, bz));
  if (!(length > 1e-6) || !Number.isFinite(length)) {
    throw vmfFault("bad-value", `side ${id}`, line, "three points that are not on a line");
  }
  const [x, y, z] = snapNormal(nx, ny, nz);
  if (x === nx && y === ny && z === nz)
    return planes.find(x, y, z, dot3(p[0], p[1], p[2], x, y, z));
  // The middle of the points, where snapping the plane to an axis changes it least.
  const middle = (axis: number) => Math.fround((p[axis] + p[3 + axis] + p[6 + axis]) / 3);
  return planes.find(x, y, z, dot3(middle(0), middle(1), middle(2), x, y, z));
}

/**
 * Returns the brush's contents: those of its first side. If any side is transparent, the whole
 * brush is.
 */
function brushContents(sides: readonly OpenSide[]): number {
  const first = sides[0]?.contents ?? 0;
  const union = sides.reduce((all, side) => all | side.contents, 0);
  const through = union & (CONTENTS_WINDOW | CONTENTS_GRATE | CONTENTS_LIQUID);
  return through ? (first | through | CONTENTS_TRANSLUCENT) & ~CONTENTS_SOLID : first;
}

function clipToBrush(
  side: OpenSide,
  sides: readonly OpenSide[],
  { normal, dist }: PlaneTable,
): Float64Array | null {
  const p = side.plane;
  let winding: Float64Array | null = makeHugeWinding(
    normal[p * 3],
    normal[p * 3 + 1],
    normal[p * 3 + 2],
    dist[p],
  );
  for (const other of sides) {
    if (other === side || !winding) continue;
    const q = other.plane ^ 1;
    const at = q * 3;
    winding = chopWinding(
      winding,
      normal[at],
      normal[at + 1],
      normal[at + 2],
      dist[q],
      CLIP_EPSILON,
    );
  }
  return winding;
}

function closeSide(
  { source, info, contents, surf, plane }: OpenSide,
  winding: Float64Array,
  owner: BrushOwner,
  isClip: boolean,
  { planes, texInfos }: BrushReader,
): MapSide {
  const [x, y, z] = [0, 1, 2].map((axis) => planes.normal[plane * 3 + axis]);
  const { origin } = owner;
  const moved = origin.some((value) => value !== 0)
    ? planes.find(x, y, z, planes.dist[plane] - (x * origin[0] + y * origin[1] + z * origin[2]))
    : plane;
  return {
    id: source.id,
    line: source.line,
    plane: moved,
    texInfo: texInfos.find(source, info, surf, origin),
    isHidden: isClip,
    contents,
    surf,
    smoothingGroups: source.smoothingGroups,
    bevel: false,
    winding,
    dispInfo: source.dispInfo,
    visible: true,
  };
}
