/** A ruler over the map that a viewer shows: points on surfaces, and what lies under a place of the canvas. */

import type { MeasuredSurfaces } from "../../map/solid/measured-surfaces.ts";
import { createLineLayers } from "../../render/lines/line-layers.ts";
import { LineRows } from "../../render/lines/line-rows.ts";
import { CameraAxes } from "../camera/camera-axes.ts";
import { createFileReader, placeOf } from "../file/index.ts";
import { addLines } from "../frame/lines-board.ts";
import type { MapSource } from "../load/map-source.ts";
import { type SurfaceHit, type SurfaceRays, surfaceRaysOf } from "../ray/index.ts";
import type { Vector, Viewer } from "../viewer-types.ts";
import { findPiece, measureSurface, type SurfaceMeasure } from "./find-surface.ts";
import { measurePath, type PathMeasure } from "./path-measures.ts";
import { writeRuler } from "./ruler-lines.ts";
import { findSnaps, orderSnaps, type SnapKind, type SnapPoint } from "./snap.ts";
import { createSteepTint } from "./steep-tint.ts";

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
