/**
 * Marks over a viewer's map. They stay enabled from map to map; each map's file is read when marks
 * are enabled.
 */

import { type MarkChoice, NO_MARKS } from "../../map/mark-kinds.ts";
import type { MarkAnswer, MarkGroup } from "../../map/mark-set.ts";
import { CameraAxes } from "../camera/camera-axes.ts";
import { createFileReader, type FileReader, placeOf } from "../file/index.ts";
import { addLines } from "../frame/lines-board.ts";
import type { MapSource } from "../load/map-source.ts";
import { type SurfaceHit, type SurfaceRays, surfaceRaysOf } from "../surface-rays.ts";
import type { Viewer } from "../viewer-types.ts";
import { type MarkHit, pickMark } from "./pick-mark.ts";
import { ShownMarks } from "./shown-marks.ts";

/** Distance in pixels within which a pointer hits a line or sign. */
const PICK_PIXELS = 5;
/** Depth in inches behind a hit wall at which marks still count, for marks that lie on it. */
const WALL_DEPTH = 4;

export class MapMarks {
  readonly #viewer: Viewer;
  readonly #sourceOf: () => MapSource | null;
  readonly #axes = new CameraAxes();
  readonly #rays: SurfaceRays;
  #choice: MarkChoice = NO_MARKS;
  #shown: ShownMarks | null = null;
  #source: MapSource | null = null;
  #reader: FileReader | null = null;
  #remove: () => void = () => undefined;

  /** @param sourceOf returns the source of the shown map, or `null` */
  constructor(viewer: Viewer, sourceOf: () => MapSource | null) {
    this.#viewer = viewer;
    this.#sourceOf = sourceOf;
    this.#rays = surfaceRaysOf(viewer, sourceOf);
  }

  get choice(): MarkChoice {
    return this.#choice;
  }

  /** Marks read so far. */
  get answers(): readonly MarkAnswer[] {
    return this.#shown?.answers ?? [];
  }

  /**
   * Shows marks of the present map. Resolves with a sentence for each thing left out. Rejects with
   * FormatError, or one sentence, if the map's file cannot be read again.
   */
  async show(choice: MarkChoice): Promise<string[]> {
    this.#choice = choice;
    const source = this.#sourceOf();
    if (source !== this.#source) this.#close();
    if (source === null || (choice.names.length === 0 && this.#shown === null)) return [];
    return this.#open(source).show(choice);
  }

  /** Call this when another map, or none, is shown. */
  onMap(): Promise<string[]> {
    this.#close();
    return this.show(this.#choice);
  }

  /** Returns the entities' marks, shown or not; `null` if no map is shown. */
  entities(): Promise<MarkAnswer | null> {
    return this.group("entities");
  }

  /** Returns a group's marks, shown or not; `null` if no map is shown. Rejects as `show` does. */
  async group(group: MarkGroup): Promise<MarkAnswer | null> {
    const source = this.#sourceOf();
    if (source === null) return null;
    if (source !== this.#source) this.#close();
    return this.#open(source).group(group);
  }

  /** Resolves when models hide marks and can be hit. Rejects as `SurfaceRays.readProps` does. */
  readModels(): Promise<void> {
    return this.#rays.readProps();
  }

  /**
   * Returns the mark at a point of the canvas, in CSS pixels from its top left.
   * @returns `null` if there is no mark
   */
  pickAt(x: number, y: number): MarkHit | null {
    const ray = this.#rayAt(x, y);
    if (this.#shown === null || ray === null) return null;
    const { origin, direction } = ray;
    const wall = this.#choice.isOver ? null : this.#rays.cast(origin, direction);
    const maxDistance = (wall?.distance ?? Number.POSITIVE_INFINITY) + WALL_DEPTH;
    const slope = this.#axes.pixelSlope(this.#viewer.canvas.clientHeight) * PICK_PIXELS;
    return pickMark(this.#shown.answers, this.#shown.filter, { ...ray, maxDistance, slope });
  }

  /** Returns the surface or model at a point; `null` if only sky is there. */
  surfaceAt(x: number, y: number): SurfaceHit | null {
    const ray = this.#rayAt(x, y);
    return ray === null ? null : this.#rays.cast(ray.origin, ray.direction);
  }

  #rayAt(x: number, y: number) {
    const { canvas, camera } = this.#viewer;
    const { clientWidth: width, clientHeight: height } = canvas;
    if (width === 0 || height === 0) return null;
    this.#axes.follow(camera, width / height);
    const direction = this.#axes.rayThrough((x / width) * 2 - 1, 1 - (y / height) * 2);
    const origin: [number, number, number] = [camera.x, camera.y, camera.z];
    return { origin, direction };
  }

  #open(source: MapSource): ShownMarks {
    if (this.#shown !== null) return this.#shown;
    const reader = createFileReader();
    const opened = reader.ask("open", placeOf(source));
    // The caller that requests a group gets the error.
    opened.catch(() => undefined);
    const shown = new ShownMarks(async (group) => {
      await opened;
      return reader.ask("marks", { group });
    });
    this.#reader = reader;
    this.#source = source;
    this.#shown = shown;
    this.#remove = addLines(this.#viewer, shown.make);
    return shown;
  }

  #close(): void {
    this.#remove();
    this.#reader?.close();
    this.#remove = () => undefined;
    this.#reader = null;
    this.#shown = null;
    this.#source = null;
  }
}
