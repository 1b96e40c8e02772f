/** A ruler over the map that a viewer shows: points on surfaces, and what lies under a place of the canvas. */

import type { MeasuredSurfaces } from "../../map/solid/measured-surfaces.ts";
import { isSteep } from "../../map/solid/steepness.ts";
import { createLineLayers } from "../../render/lines/line-layers.ts";
import { LineRows, lineColor } from "../../render/lines/line-rows.ts";
import { createMarkLayers, type MarkLayers } from "../../render/marks/mark-layers.ts";
import type { SolidRows } from "../../render/marks/solid-rows.ts";
import { CameraAxes } from "../camera/camera-axes.ts";
import { createFileReader, placeOf } from "../file/index.ts";
import { addLines } from "../frame/lines-board.ts";
import type { MapSource } from "../load/map-source.ts";
import { rowColor } from "../marks/fill-marks.ts";
import { type SurfaceHit, type SurfaceRays, surfaceRaysOf } from "../ray/index.ts";
import type { Vector, Viewer } from "../viewer-types.ts";
import { findPiece, measureSurface, type SurfaceMeasure } from "./find-surface.ts";
import { measurePath, type PathMeasure } from "./path-measures.ts";
import { findSnaps, orderSnaps, type SnapKind, type SnapPoint } from "./snap.ts";

// A path of points as lines with ticks, and the height and the horizontal distance of its last leg.

const LEG = lineColor(1, 0.76, 0.2);
const HOVER = lineColor(1, 0.76, 0.2, 0.55);
const HEIGHT = lineColor(0.4, 0.72, 1, 0.8);
const LEVEL = lineColor(0.45, 0.85, 0.45, 0.8);

/** Ticks of a leg at the most: they are a power of two of units apart. */
const MOST_TICKS = 32;
/** Of a leg's length, and inches at the least and the most. */
const TICK = { ofLength: 0.01, least: 0.5, most: 4 } as const;

/** Units between ticks: 1, 2, 4, ... */
export function tickStep(length: number): number {
  return 2 ** Math.max(0, Math.ceil(Math.log2(length / MOST_TICKS)));
}

/** @param hover where the pointer is, as a leg that is no part of the path yet; null: nowhere */
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

/** The way along the level of the first point, then up or down. */
function addTriangle(rows: LineRows, from: Vector, to: Vector): void {
  const corner: Vector = [to[0], to[1], from[2]];
  const isFlat = Math.abs(to[2] - from[2]) < 0.01;
  const isUpright = Math.hypot(to[0] - from[0], to[1] - from[1]) < 0.01;
  // One of the two would lie on the leg itself.
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
  // Two ways across, so that a tick is seen from everywhere.
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

// What faces up and is too steep to stand on, tinted.

const TINT = rowColor(0xe0523a, 110);

/** @param surfacesOf null: they are not there yet */
function createSteepTint(surfacesOf: () => MeasuredSurfaces | null): MarkLayers {
  return createMarkLayers((_view, { solids }) => {
    const surfaces = surfacesOf();
    if (surfaces !== null) writeSteep(surfaces, solids);
  });
}

/** Adds triangles of pieces that are steep. */
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
  /** CSS pixels within which a point snaps to a corner or an edge; 0: it does not. 10 if left out. */
  readonly snapPixels?: number;
}

export interface MeasuredPoint {
  readonly point: Vector;
  readonly kind: SnapKind | "surface";
  /** The surface or model under the pointer itself; null: the point was snapped to from beside it. */
  readonly hit: SurfaceHit | null;
}

/** Corners that are tried before edges beside them: each costs a ray. */
const MOST_TRIED = 12;
/** Around the pointer: what is beside an edge that stands before something far away. */
const PROBES = 6;
/** Inches before a point at which its surface may already be met, and so much more for each inch of distance. */
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
  /** Whose surfaces those are. */
  #source: MapSource | null = null;

  /** @param sourceOf of the map that is shown; null: none is */
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

  /** Whether what is too steep to stand on is tinted. */
  get isSteepShown(): boolean {
    return this.#tint.isShown;
  }
  set isSteepShown(isShown: boolean) {
    this.#tint.isShown = isShown;
  }

  /**
   * Shows the ruler, and reads the surfaces and models of the map that is shown: until they are there, points do not snap,
   * and models are not met. Resolves with what was left out, a sentence each. Rejects with FormatError, or a sentence,
   * where the file cannot be read.
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
      // Without models what is behind them is measured.
      this.#rays.readProps(true).then(
        () => [],
        (error: Error) => [`Models are not met, because ${error.message}`],
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

  /** Takes the ruler away, and forgets its points. */
  stop(): void {
    for (const remove of this.#removers) remove();
    this.#removers = [];
    this.clear();
  }

  /** Another map is shown: what was known of the one before is forgotten. */
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

  /** Draws a leg from the last point to there; null: none. */
  set hover(point: Vector | null) {
    this.#hover = point;
    this.#draw();
  }

  /** What is known of a surface that a ray met; null: nothing but its slope, as of `slopeOf`. */
  surfaceOf(hit: SurfaceHit): SurfaceMeasure | null {
    if (this.#surfaces === null) return null;
    const piece = findPiece(this.#surfaces, hit);
    return piece < 0 ? null : measureSurface(this.#surfaces, piece);
  }

  /**
   * The point under a place of the canvas, CSS pixels from its left top; null: nothing is met there.
   */
  pointAt(x: number, y: number, { snapPixels = 10 }: PointOptions = {}): MeasuredPoint | null {
    const { canvas, camera } = this.#viewer;
    const { clientWidth: width, clientHeight: height } = canvas;
    if (width === 0 || height === 0) return null;
    this.#axes.follow(camera, width / height);
    const hit = this.#cast(x, y, width, height);
    const snapped = this.#snap(x, y, width, height, snapPixels, hit);
    if (snapped !== null) return { point: snapped.point, kind: snapped.kind, hit };
    return hit === null ? null : { point: hit.point, kind: "surface", hit };
  }

  #cast(x: number, y: number, width: number, height: number): SurfaceHit | null {
    const { camera } = this.#viewer;
    const direction = this.#axes.rayThrough((x / width) * 2 - 1, 1 - (y / height) * 2);
    const hit = this.#rays.cast([camera.x, camera.y, camera.z], direction);
    // Inside of something solid there is no surface.
    return hit === null || hit.distance === 0 ? null : hit;
  }

  #snap(
    x: number,
    y: number,
    width: number,
    height: number,
    pixels: number,
    hit: SurfaceHit | null,
  ): SnapPoint | null {
    if (this.#surfaces === null || !(pixels > 0)) return null;
    const found: SnapPoint[] = [];
    const pointer = { axes: this.#axes, width, height, x, y, pixels };
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
