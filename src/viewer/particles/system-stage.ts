/** A particle system on the renderer, with its own clock: played, stopped and sought. */

import type { MapScene } from "../../map/types.ts";
import type { EmissionEvent } from "../../particles/systems/system-player.ts";
import { type ShownSystems, showSystems } from "../../particles/systems/write-systems.ts";
import { createLineLayers, type LineLayer } from "../../render/lines/line-layers.ts";
import { LineRows, lineColor } from "../../render/lines/line-rows.ts";
import type { Renderer } from "../../render/renderer-interface.ts";
import { particleSource } from "../../render/sources/particle-source.ts";
import type { ParticleFileEvent } from "../../scene/placed/open-particle-file.ts";
import type { Vector } from "../base-viewer.ts";

type EventOf<Type extends ParticleFileEvent["type"]> = Extract<ParticleFileEvent, { type: Type }>;

/** Events of a load, which are shown together when all are there. */
export interface LoadedSystem {
  readonly scene: MapScene;
  readonly particles: EventOf<"particles"> | null;
  readonly textures: readonly EventOf<"texture">[];
}

/** Seconds after the last particle at which a repeated system starts again. */
const LOOP_SECONDS = 0.4;

const BOUNDS = lineColor(0.35, 0.85, 1, 0.8);
const AXES = [lineColor(1, 0.25, 0.2), lineColor(0.3, 0.9, 0.25), lineColor(0.3, 0.5, 1)];
/** Length of a control point's axes, as a part of the bounds' diagonal. */
const AXIS_PART = 0.08;

export class SystemStage {
  readonly bounds: LineLayer;
  readonly points: LineLayer;
  isPlaying = true;
  isLooping = true;
  rate = 1;
  #seconds = 0;
  #stopSeconds: number | null = null;
  #endSeconds: number | null = null;
  /** Whether the shown time or state changed since the last frame. */
  #isTouched = true;
  readonly #shown: ShownSystems | null;

  constructor(renderer: Renderer, { scene, particles, textures }: LoadedSystem) {
    renderer.setScene(scene);
    const layers = createLineLayers();
    this.bounds = layers.addLayer(false);
    this.points = layers.addLayer(true);
    if (particles === null) this.#shown = null;
    else {
      const shown = showSystems(particles.placed);
      this.#shown = shown;
      renderer.setSource(
        particleSource(
          particles.particles,
          (words, _, eye) => shown.write(words, this.#seconds, eye),
          () => this.isPlaying && this.rate !== 0 && shown.isMoving(),
        ),
      );
      for (const { owner, texture, image } of textures) renderer.setTexture(owner, texture, image);
    }
    this.bounds.write(boundsOf(particles?.particles.chunks.box ?? new Float32Array(0)));
    renderer.setLines(layers.make);
  }

  get seconds(): number {
    return this.#seconds;
  }

  set seconds(seconds: number) {
    this.#seconds = Math.max(0, seconds);
    this.#isTouched = true;
  }

  get stopSeconds(): number | null {
    return this.#stopSeconds;
  }

  set stopSeconds(seconds: number | null) {
    this.#stopSeconds = seconds;
    this.#endSeconds = null;
    const events: EmissionEvent[] = [{ seconds: 0, starts: true }];
    if (seconds !== null) events.push({ seconds, starts: false });
    for (const player of this.#shown?.players ?? []) player.setEvents(events);
    this.#isTouched = true;
  }

  get endSeconds(): number | null {
    return this.#endSeconds;
  }

  /** Draws the axes of control points. @param box bounds of the particles */
  showPoints(places: Iterable<Vector>, box: Float32Array): void {
    const rows = new LineRows();
    const long = AXIS_PART * Math.hypot(box[3] - box[0], box[4] - box[1], box[5] - box[2]);
    for (const [x, y, z] of places) {
      rows.add(x - long / 3, y, z, x + long, y, z, AXES[0]);
      rows.add(x, y - long / 3, z, x, y + long, z, AXES[1]);
      rows.add(x, y, z - long / 3, x, y, z + long, AXES[2]);
    }
    this.points.write(rows);
  }

  /** @param row system of the tree, parents first; all of them if left out */
  countOf(row?: number): number {
    const [player] = this.#shown?.players ?? [];
    if (player === undefined) return 0;
    return row === undefined ? player.particleCount : (player.systems[row]?.columns.count ?? 0);
  }

  /** Advances the clock. Returns whether the picture changes. */
  advance(seconds: number): boolean {
    const [player] = this.#shown?.players ?? [];
    if (this.isPlaying && player !== undefined) {
      this.#seconds = Math.max(0, this.#seconds + seconds * this.rate);
      if (player.isAlive) this.#endSeconds = null;
      else {
        this.#endSeconds ??= this.#seconds;
        const isOver = this.#seconds > this.#endSeconds + LOOP_SECONDS;
        if (isOver && this.isLooping) this.#seconds = 0;
        // Without repetition the clock stops at the end.
        else if (isOver) this.isPlaying = false;
      }
    }
    const isTouched = this.#isTouched;
    this.#isTouched = false;
    return isTouched;
  }
}

/** Returns the edges of boxes: 6 numbers each, mins and maxs. */
function boundsOf(boxes: Float32Array): LineRows {
  const rows = new LineRows();
  for (let at = 0; at < boxes.length; at += 6) {
    for (let axis = 0; axis < 3; axis++) {
      for (let side = 0; side < 4; side++) {
        const from = [0, 0, 0];
        const u = (axis + 1) % 3;
        const v = (axis + 2) % 3;
        from[axis] = boxes[at + axis];
        from[u] = boxes[at + u + (side & 1) * 3];
        from[v] = boxes[at + v + (side >> 1) * 3];
        const to = [...from];
        to[axis] = boxes[at + axis + 3];
        rows.add(from[0], from[1], from[2], to[0], to[1], to[2], BOUNDS);
      }
    }
  }
  return rows;
}
