/** Writes the marks to draw: those that are enabled and in clusters visible from the camera. */

import { hasBit } from "../../core/bit-set.ts";
import { kindRow, MARK_KINDS, MARKS, type MarkChoice } from "../../map/mark-kinds.ts";
import type { MarkAnswer, MarkerSet, MarkSet } from "../../map/mark-set.ts";
import type { LineRows } from "../../render/lines/line-rows.ts";
import type { LineCamera } from "../../render/lines/lines.ts";
import type { MarkRows } from "../../render/lines/mark-layers.ts";
import type { SolidRows } from "../../render/lines/solid-rows.ts";

type Seen = LineCamera["view"];

const LEAF = kindRow("leaf");
const LINE_ALPHA = 235;
const FILL_ALPHA = 38;
/** Alpha of ground surfaces, of 255: they are denser because they cover drawn surfaces. */
const GROUND_ALPHA = 80;
const GROUND: ReadonlySet<number> = new Set(
  ["walkable", "steep", "buildable", "nocollide"].map(kindRow),
);

/** Shown leaves: none, the camera's, those of its area, or all in its PVS. */
export type LeafReach = "none" | "leaf" | "area" | "pvs";

export interface MarkFilter {
  /** 1 if shown, by kind. */
  readonly kinds: Uint8Array;
  readonly leafs: LeafReach;
  readonly hasMarkers: boolean;
  /** Whether volumes are filled. */
  readonly isFilled: boolean;
}

export function filterOf({ names, isFilled }: MarkChoice): MarkFilter {
  const kinds = new Uint8Array(MARK_KINDS.length);
  for (const { name, kinds: own } of MARKS) {
    if (names.includes(name)) for (const kind of own) kinds[kindRow(kind)] = 1;
  }
  kinds[LEAF] = 0;
  const has = (name: LeafReach) => names.includes(name);
  const leafs = has("pvs") ? "pvs" : has("area") ? "area" : has("leaf") ? "leaf" : "none";
  return { kinds, leafs, hasMarkers: names.includes("entities"), isFilled };
}

/** Converts 0xrrggbb to the byte order of rows, with a fourth byte. */
export const rowColor = (color: number, fourth: number): number =>
  ((color >>> 16) | (color & 0xff00) | ((color & 0xff) << 16) | (fourth << 24)) >>> 0;

/** Adds the visible marks of one group. Allocates nothing unless rows grow. */
export function fillMarks(
  { shapes, markers, leafArea }: MarkAnswer,
  filter: MarkFilter,
  view: Seen,
  rows: MarkRows,
): void {
  const { visible, leaf } = view;
  const area = leafArea[leaf] ?? -1;
  for (let i = 0; i < shapes.count; i++) {
    const kind = shapes.kind[i];
    if (kind === LEAF) {
      if (!isLeafShown(shapes, i, filter.leafs, leaf, area, visible)) continue;
    } else if (filter.kinds[kind] === 0 || !isSeen(shapes, i, visible)) continue;
    const color = kind === LEAF && shapes.source[i] === leaf ? 0xffffff : shapes.color[i];
    addLines(shapes, i, rowColor(color, LINE_ALPHA), rows.lines);
    if (filter.isFilled || GROUND.has(kind)) {
      addFill(
        shapes,
        i,
        rowColor(color, GROUND.has(kind) ? GROUND_ALPHA : FILL_ALPHA),
        rows.solids,
      );
    }
  }
  if (markers !== null && filter.hasMarkers) addMarkers(markers, visible, rows.markers);
}

/** Whether a shape lies in a visible cluster; shapes without clusters always count as visible. */
export function isSeen(shapes: MarkSet, shape: number, visible: Uint32Array | null): boolean {
  const first = shapes.firstCluster[shape];
  const end = shapes.firstCluster[shape + 1];
  if (visible === null || first === end) return true;
  for (let i = first; i < end; i++) {
    if (hasBit(visible, shapes.clusters[i])) return true;
  }
  return false;
}

function isLeafShown(
  shapes: MarkSet,
  shape: number,
  reach: LeafReach,
  leaf: number,
  area: number,
  visible: Uint32Array | null,
): boolean {
  if (reach === "none") return false;
  if (reach === "leaf") return shapes.source[shape] === leaf;
  if (reach === "area") return shapes.area[shape] === area;
  return isSeen(shapes, shape, visible);
}

function addLines(shapes: MarkSet, shape: number, color: number, rows: LineRows): void {
  const { lines, firstLine } = shapes;
  for (let i = firstLine[shape] * 6; i < firstLine[shape + 1] * 6; i += 6) {
    rows.add(lines[i], lines[i + 1], lines[i + 2], lines[i + 3], lines[i + 4], lines[i + 5], color);
  }
}

function addFill(shapes: MarkSet, shape: number, color: number, rows: SolidRows): void {
  const { corners, firstTriangle } = shapes;
  for (let i = firstTriangle[shape] * 9; i < firstTriangle[shape + 1] * 9; i += 3) {
    rows.add(corners[i], corners[i + 1], corners[i + 2], color);
  }
}

function addMarkers(markers: MarkerSet, visible: Uint32Array | null, rows: SolidRows): void {
  const { origin, cluster, color, icon } = markers;
  for (let i = 0; i < markers.count; i++) {
    const at = cluster[i];
    const isShown = visible === null || at < 0 || hasBit(visible, at);
    if (!isShown) continue;
    rows.add(origin[i * 3], origin[i * 3 + 1], origin[i * 3 + 2], rowColor(color[i], icon[i]));
  }
}
