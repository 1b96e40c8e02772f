/** Particle systems of a map: where they are, and which rows of the drawn particles are theirs. */

import type { Pcf } from "../../formats/pcf/types.ts";
import type { SheetSequence } from "../../formats/vtf/parse-sheet.ts";
import type { ControlPoints } from "./control-points.ts";
import { lengthOf } from "./curves.ts";
import { STEP_SECONDS } from "./running-system.ts";
import { ParticleSheet } from "./sheet.ts";
import { type CardLook, rowsOf } from "./sprite-rows.ts";
import {
  type FindSystem,
  findIn,
  listPlans,
  type PlanProblem,
  planSystem,
  type SystemPlan,
} from "./system-plan.ts";
import { type EmissionEvent, SystemPlayer } from "./system-player.ts";

/** A control point's place and axes (forward, left, up) in the world. */
export interface PlacedPoint {
  readonly point: number;
  readonly place: readonly [number, number, number];
  readonly axes: readonly number[];
  /** Row of the entity lump that the point follows while a simulation moves it. */
  readonly entity?: number;
}

/** A tree of systems at a place: an `info_particle_system`. */
export interface PlacedSystem {
  /** Name of the system in its file. */
  readonly effect: string;
  /** Row of the entity lump, which is also its seed. */
  readonly entity: number;
  readonly startsActive: boolean;
  readonly points: readonly PlacedPoint[];
  /** Whether a simulation may move any of its points. */
  readonly mayMove?: boolean;
}

/** Sheet and parameters of a material, as particles use them. */
export interface CardMaterial extends CardLook {
  readonly sequences: readonly SheetSequence[];
  /** Row of the sheet's first frame in the table of rectangles. */
  readonly firstFrame: number;
}

/** Rows of one system of a tree. */
export interface SystemRun {
  /** Row of `PlacedSystems.systems`. */
  readonly tree: number;
  /** Row of the tree's `listPlans`. */
  readonly plan: number;
  readonly material: number;
  readonly firstRow: number;
  readonly rows: number;
}

/** All particle systems of a map, with the definitions that they need. Plain data. */
export interface PlacedSystems {
  readonly files: readonly Pcf[];
  readonly systems: readonly PlacedSystem[];
  /** One for each row of the set's materials. */
  readonly materials: readonly CardMaterial[];
  readonly runs: readonly SystemRun[];
}

/** Returns a lookup in several files; the first that has a system counts. */
export function findInAll(files: readonly Pcf[]): FindSystem {
  const finds = files.map(findIn);
  return (name) => {
    for (const find of finds) {
      const found = find(name);
      if (found !== null) return found;
    }
    return null;
  };
}

/** Emission from time 0 on. */
export const START: readonly EmissionEvent[] = [{ seconds: 0, starts: true }];

/**
 * Opens a tree at its place. Returns `null` if no file has its system.
 * @param starts whether it emits from time 0 on
 */
export function openPlaced(
  { effect, entity, points }: PlacedSystem,
  find: FindSystem,
  starts: boolean,
  problems?: PlanProblem[],
): { readonly plans: readonly SystemPlan[]; readonly player: SystemPlayer } | null {
  const plan = planSystem(effect, find, problems);
  if (plan === null) return null;
  const player = new SystemPlayer(plan, entity, []);
  placeBuilt(player.points, points);
  player.setEvents(starts ? START : []);
  return { plans: listPlans(plan), player };
}

/** Places control points where the map has them. */
export function placeBuilt(points: ControlPoints, built: readonly PlacedPoint[]): void {
  for (const { point, place, axes } of built) {
    points.place(point, place[0], place[1], place[2]);
    points.turn(point, axes);
  }
}

/** Gives the systems of a tree the sheets of their materials. */
export function giveSheets(
  { systems }: SystemPlayer,
  materialOf: (plan: number) => CardMaterial,
): (ParticleSheet | null)[] {
  return systems.map((system, plan) => {
    const { sequences, firstFrame } = materialOf(plan);
    const sheet = sequences.length === 0 ? null : new ParticleSheet(sequences, firstFrame);
    system.sequences = sheet;
    return sheet;
  });
}

/** Bounds and rows of a system that was run. */
export interface Measured {
  /** Mins, maxs in the world, with a margin. */
  readonly box: Float32Array;
  /** Mins, maxs of the particles' places that can be seen, without their sizes. */
  readonly places: Float32Array;
  /** Largest number of rows in use. */
  rows: number;
}

/** Seconds that are measured, and between two looks. */
const MEASURED_SECONDS = 12;
const LOOK_SECONDS = 0.12;
/** Opacity above which a particle counts for the places that are seen. */
const SEEN_ALPHA = 0.05;
/** Particles times looks of all trees after which measuring ends. */
const MAX_LOOKED = 4e5;
/** Margins of bounds and rows: later particles may go further. */
const BOX_MARGIN = 0.25;
const BOX_INCHES = 16;
/** Margin of bounds if measuring ended early, inches. */
const UNMEASURED_INCHES = 512;
const ROW_FACTOR = 2;
const ROW_MARGIN = 16;

/** Measures trees by running them. Shared between trees, so that all together stay in bounds. */
export class SystemMeter {
  #looked = 0;

  /** Returns a row a system of the tree. */
  measure(player: SystemPlayer): Measured[] {
    const [px, py, pz] = player.points.position;
    const found = player.systems.map(
      (): Measured => ({
        box: Float32Array.of(px, py, pz, px, py, pz),
        places: Float32Array.of(px, py, pz, px, py, pz),
        rows: 0,
      }),
    );
    let isWhole = true;
    for (let time = 0; time < MEASURED_SECONDS; time += LOOK_SECONDS) {
      player.seek(time);
      for (const [i, { columns, plan }] of player.systems.entries()) {
        const { x, y, z, radius, alpha, trailLength, count } = columns;
        const own = found[i];
        own.rows = Math.max(own.rows, count);
        const isTrail = plan.renderer?.kind === "trail";
        for (let row = 0; row < count; row++) {
          const reach = radius[row] + (isTrail ? trailLength[row] * speedOf(columns, row) : 0);
          if (!Number.isFinite(reach)) continue;
          grow(own.box, x[row], y[row], z[row], reach);
          if (alpha[row] > SEEN_ALPHA) grow(own.places, x[row], y[row], z[row], 0);
        }
      }
      this.#looked += player.particleCount;
      isWhole = this.#looked <= MAX_LOOKED;
      if (!isWhole || !player.isAlive) break;
    }
    for (const [i, { plan }] of player.systems.entries()) {
      const own = found[i];
      enlarge(own.box, isWhole ? BOX_INCHES : UNMEASURED_INCHES);
      const most = rowsOf(plan);
      if (!isWhole) own.rows = plan.capacity;
      const perParticle = most / plan.capacity;
      own.rows = Math.min(most, Math.ceil((own.rows * ROW_FACTOR + ROW_MARGIN) * perParticle));
    }
    return found;
  }
}

function speedOf(columns: SystemPlayer["root"]["columns"], row: number): number {
  const { x, y, z, previousX, previousY, previousZ } = columns;
  const moved = lengthOf(x[row] - previousX[row], y[row] - previousY[row], z[row] - previousZ[row]);
  return moved / STEP_SECONDS;
}

function grow(box: Float32Array, x: number, y: number, z: number, reach: number): void {
  box[0] = Math.min(box[0], x - reach);
  box[1] = Math.min(box[1], y - reach);
  box[2] = Math.min(box[2], z - reach);
  box[3] = Math.max(box[3], x + reach);
  box[4] = Math.max(box[4], y + reach);
  box[5] = Math.max(box[5], z + reach);
}

function enlarge(box: Float32Array, inches: number): void {
  for (let axis = 0; axis < 3; axis++) {
    const more = (box[axis + 3] - box[axis]) * BOX_MARGIN + inches;
    box[axis] -= more;
    box[axis + 3] += more;
  }
}
