/** A ruler over a viewer's map: points on surfaces, and the surface at a place of the canvas. */

import type { MeasuredSurfaces } from "../../map/solid/measured-surfaces.ts";
import { isSteep } from "../../map/solid/steepness.ts";
import { createLineLayers } from "../../render/lines/line-layers.ts";
import { LineRows, lineColor } from "../../render/lines/line-rows.ts";
import { createMarkLayers, type MarkLayers } from "../../render/lines/mark-layers.ts";
import type { SolidRows } from "../../render/lines/solid-rows.ts";
import { CameraAxes } from "../camera/camera-axes.ts";
import { createFileReader, placeOf } from "../file/index.ts";
import { addLines } from "../frame/lines-board.ts";
import type { MapSource } from "../load/map-source.ts";
import { rowColor } from "../marks/fill-marks.ts";
import { type SurfaceHit, type SurfaceRays, surfaceRaysOf } from "../surface-rays.ts";
import type { Vector, Viewer } from "../viewer-types.ts";
import {
  findPiece,
  findSnaps,
  measureSurface,
  orderSnaps,
  type SnapKind,
  type SnapPoint,
  type SnapPointer,
  type SurfaceMeasure,
} from "./find-surface.ts";
import { measurePath, type PathMeasure } from "./lengths.ts";

// Draws a path of points as lines with ticks, and the height and horizontal distance of its last
// leg.

const LEG = lineColor(1, 0.76, 0.2);
const HOVER = lineColor(1, 0.76, 0.2, 0.55);
const HEIGHT = lineColor(0.4, 0.72, 1, 0.8);
const LEVEL = lineColor(0.45, 0.85, 0.45, 0.8);

/** Most ticks of a leg; their spacing is a power of two of units. */
const MOST_TICKS = 32;
/** Length of ticks: relative to the leg's length, and limits in inches. */
const TICK = { ofLength: 0.01, least: 0.5, most: 4 } as const;

/** Returns the units between ticks: 1, 2, 4, ... */
export function tickStep(length: number): number {
  return 2 ** Math.max(0, Math.ceil(Math.log2(length / MOST_TICKS)));
}

/** @param hover position of the pointer, drawn as a provisional leg; `null` if none */
export function writeRuler(rows: LineRows, points: readonly Vector[], hover: Vector | null): void {
  rows.clear();
  for (let i = 1; i < points.length; i++) addLeg(rows, points[i - 1], points[i], LEG);
  const last = points.at(-1);
  if (last === undefined) return;
  if (hover !== null) addLeg(rows, last, hover, HOVER);
  const from = hover === null ? points.at(-2) : last;
  if (from !== undefined) addTriangle(rows, from, hover ?? last);
}

function addLine(rows: LineRows, a: Vector, b: Vector, color: number): void {
  rows.add(a[0], a[1], a[2], b[0], b[1], b[2], color);
}

/** Adds the horizontal and the vertical side of a leg's triangle. */
function addTriangle(rows: LineRows, from: Vector, to: Vector): void {
  const corner: Vector = [to[0], to[1], from[2]];
  const isFlat = Math.abs(to[2] - from[2]) < 0.01;
  const isUpright = Math.hypot(to[0] - from[0], to[1] - from[1]) < 0.01;
  // One of the two sides would coincide with the leg.
  if (isFlat || isUpright) return;
  addLine(rows, from, corner, LEVEL);
  addLine(rows, corner, to, HEIGHT);
}

function addLeg(rows: LineRows, from: Vector, to: Vector, color: number): void {
  addLine(rows, from, to, color);
  const length = Math.hypot(to[0] - from[0], to[1] - from[1], to[2] - from[2]);
  if (length < 1e-3) return;
  const [x, y, z] = [0, 1, 2].map((axis) => (to[axis] - from[axis]) / length);
  const level = Math.hypot(x, y);
  // Ticks have two directions, so that they are visible from everywhere.
  const side: Vector = level < 1e-6 ? [1, 0, 0] : [y / level, -x / level, 0];
  const top: Vector = [side[1] * z, -side[0] * z, side[0] * y - side[1] * x];
  const size = Math.min(Math.max(length * TICK.ofLength, TICK.least), TICK.most);
  const addTick = (along: number, half: number): void => {
    const at = [from[0] + x * along, from[1] + y * along, from[2] + z * along];
    for (const way of [side, top]) {
      const end = (sign: number): Vector => [
        at[0] + way[0] * half * sign,
        at[1] + way[1] * half * sign,
        at[2] + way[2] * half * sign,
      ];
      addLine(rows, end(-1), end(1), color);
    }
  };
  addTick(0, size * 2);
  addTick(length, size * 2);
  const step = tickStep(length);
  for (let i = 1; i * step < length; i++) addTick(i * step, i % 4 === 0 ? size : size / 2);
}

// Tints upward surfaces that are too steep to stand on.

const TINT = rowColor(0xe0523a, 110);

/** @param surfacesOf returns `null` until they are loaded */
function createSteepTint(surfacesOf: () => MeasuredSurfaces | null): MarkLayers {
  return createMarkLayers((_view, { solids }) => {
    const surfaces = surfacesOf();
    if (surfaces !== null) writeSteep(surfaces, solids);
  });
}

/** Adds the triangles of steep pieces. */
export function writeSteep(
  { count, normal, firstCorner, corners }: MeasuredSurfaces,
  rows: SolidRows,
): void {
  const add = (corner: number): void =>
    rows.add(corners[corner * 3], corners[corner * 3 + 1], corners[corner * 3 + 2], TINT);
  for (let piece = 0; piece < count; piece++) {
    if (!isSteep(normal[piece * 3 + 2])) continue;
    const first = firstCorner[piece];
    for (let i = first + 1; i + 1 < firstCorner[piece + 1]; i++) {
      add(first);
      add(i);
      add(i + 1);
    }
  }
}

export interface PointOptions {
  /**
   * Distance in CSS pixels within which a point snaps to a corner or edge; 0 disables snapping. 10
   * if omitted.
   */
  readonly snapPixels?: number;
}

export interface MeasuredPoint {
  readonly point: Vector;
  readonly kind: SnapKind | "surface";
  /** Surface or model under the pointer; `null` if the point was snapped to from outside. */
  readonly hit: SurfaceHit | null;
}

/** Most corners tried before edges: each costs a ray. */
const MOST_TRIED = 12;
/** Number of probes around the pointer, which find edges in front of distant surfaces. */
const PROBES = 6;
/**
 * Tolerance in inches by which a hit may lie before a point that still counts as visible, plus an
 * amount per inch of distance.
 */
const REACHED = { least: 0.5, slope: 0.002 } as const;

export class MapMeasure {
  readonly #viewer: Viewer;
  readonly #sourceOf: () => MapSource | null;
  readonly #rays: SurfaceRays;
  readonly #axes = new CameraAxes();
  readonly #rows = new LineRows();
  readonly #lines = createLineLayers();
  readonly #ruler = this.#lines.addLayer(true);
  readonly #tint = createSteepTint(() => this.#surfaces);
  #removers: (() => void)[] = [];
  #points: Vector[] = [];
  #hover: Vector | null = null;
  #surfaces: MeasuredSurfaces | null = null;
  /** Source of these surfaces. */
  #source: MapSource | null = null;

  /** @param sourceOf returns the source of the shown map, or `null` */
  constructor(viewer: Viewer, sourceOf: () => MapSource | null) {
    this.#viewer = viewer;
    this.#sourceOf = sourceOf;
    this.#rays = surfaceRaysOf(viewer, sourceOf);
  }

  get isOn(): boolean {
    return this.#removers.length > 0;
  }

  get points(): readonly Vector[] {
    return this.#points;
  }

  get path(): PathMeasure {
    return measurePath(this.#points);
  }

  /** Whether surfaces too steep to stand on are tinted. */
  get isSteepShown(): boolean {
    return this.#tint.isShown;
  }
  set isSteepShown(isShown: boolean) {
    this.#tint.isShown = isShown;
  }

  /**
   * Shows the ruler, and reads the surfaces and models of the map. Until they are loaded, points do
   * not snap, and models are not hit. Resolves with a sentence for each thing left out. Rejects
   * with FormatError, or one sentence, if the file cannot be read.
   */
  async start(): Promise<readonly string[]> {
    if (!this.isOn) {
      this.#draw();
      this.#removers = [
        addLines(this.#viewer, this.#tint.make),
        addLines(this.#viewer, this.#lines.make),
      ];
    }
    const source = this.#sourceOf();
    if (source === null) return [];
    const [warnings, models] = await Promise.all([
      this.#readSurfaces(source),
      // Without models, surfaces behind them are measured.
      this.#rays.readProps(true).then(
        () => [],
        (error: Error) => [`Models cannot be hit, because ${error.message}`],
      ),
    ]);
    return [...warnings, ...models];
  }

  async #readSurfaces(source: MapSource): Promise<readonly string[]> {
    if (this.#surfaces !== null && this.#source === source) return this.#surfaces.warnings;
    this.#surfaces = null;
    this.#source = source;
    const reader = createFileReader();
    try {
      await reader.ask("open", placeOf(source));
      const surfaces = await reader.ask("surfaces", {});
      if (this.#source !== source) return [];
      this.#surfaces = surfaces;
      this.#tint.change();
      return surfaces.warnings;
    } finally {
      reader.close();
    }
  }

  /** Removes the ruler and its points. */
  stop(): void {
    for (const remove of this.#removers) remove();
    this.#removers = [];
    this.clear();
  }

  /** Discards everything known about the map, because another one is shown. */
  forget(): void {
    this.stop();
    this.#surfaces = null;
    this.#source = null;
  }

  add(point: Vector): void {
    this.#points.push(point);
    this.#draw();
  }

  takeBack(): void {
    this.#points.pop();
    this.#draw();
  }

  clear(): void {
    this.#points = [];
    this.#hover = null;
    this.#draw();
  }

  /** Draws a provisional leg from the last point; `null` removes it. */
  set hover(point: Vector | null) {
    this.#hover = point;
    this.#draw();
  }

  /**
   * Returns measures of the surface that a ray hit; `null` if only its slope (`slopeOf`) is known.
   */
  surfaceOf(hit: SurfaceHit): SurfaceMeasure | null {
    if (this.#surfaces === null) return null;
    const piece = findPiece(this.#surfaces, hit);
    return piece < 0 ? null : measureSurface(this.#surfaces, piece);
  }

  /**
   * Returns the point at a place of the canvas, in CSS pixels from its top left; `null` if nothing
   * is hit.
   */
  pointAt(x: number, y: number, { snapPixels = 10 }: PointOptions = {}): MeasuredPoint | null {
    const { canvas, camera } = this.#viewer;
    const { clientWidth: width, clientHeight: height } = canvas;
    if (width === 0 || height === 0) return null;
    this.#axes.follow(camera, width / height);
    const hit = this.#cast(x, y, width, height);
    const pointer = { axes: this.#axes, width, height, x, y, pixels: snapPixels };
    const snapped = this.#snap(pointer, hit);
    if (snapped !== null) return { point: snapped.point, kind: snapped.kind, hit };
    return hit === null ? null : { point: hit.point, kind: "surface", hit };
  }

  #cast(x: number, y: number, width: number, height: number): SurfaceHit | null {
    const { camera } = this.#viewer;
    const direction = this.#axes.rayThrough((x / width) * 2 - 1, 1 - (y / height) * 2);
    const hit = this.#rays.cast([camera.x, camera.y, camera.z], direction);
    // The camera is inside a solid, so there is no surface.
    return hit === null || hit.distance === 0 ? null : hit;
  }

  #snap(pointer: SnapPointer, hit: SurfaceHit | null): SnapPoint | null {
    const { width, height, x, y, pixels } = pointer;
    if (this.#surfaces === null || !(pixels > 0)) return null;
    const found: SnapPoint[] = [];
    const slope = this.#axes.pixelSlope(height) * pixels;
    const look = (at: SurfaceHit | null): void => {
      if (at === null || this.#surfaces === null) return;
      findSnaps(this.#surfaces, pointer, at.point, at.distance * slope * 2, found);
    };
    look(hit);
    const isSure = found.some(({ kind, point }) => kind === "corner" && this.#isSeen(point));
    for (let i = 0; i < PROBES && !isSure; i++) {
      const turn = (i / PROBES) * 2 * Math.PI;
      const [px, py] = [x + Math.cos(turn) * pixels, y + Math.sin(turn) * pixels];
      look(this.#cast(px, py, width, height));
    }
    found.sort(orderSnaps);
    const tried = found.slice(0, MOST_TRIED);
    const edge = found.find(({ kind }) => kind === "edge");
    if (edge !== undefined && !tried.includes(edge)) tried.push(edge);
    return tried.find(({ point }) => this.#isSeen(point)) ?? null;
  }

  #isSeen([x, y, z]: Vector): boolean {
    const { camera } = this.#viewer;
    const direction: Vector = [x - camera.x, y - camera.y, z - camera.z];
    const distance = Math.hypot(...direction);
    if (distance === 0) return false;
    const hit = this.#rays.cast([camera.x, camera.y, camera.z], direction);
    return hit === null || hit.distance >= distance - REACHED.least - distance * REACHED.slope;
  }

  #draw(): void {
    writeRuler(this.#rows, this.#points, this.#hover);
    this.#ruler.isShown = this.#points.length > 0;
    this.#ruler.write(this.#rows);
  }
}
