/**
 * Finds out when a picture no longer changes, so that no frame needs to be drawn. Loaded after the
 * first picture.
 */

import type { MaterialSet } from "../../map/material.ts";
import { hasTrait } from "../../map/material-families.ts";
import { PARAM_NUMBERS } from "../../map/material-params.ts";
import { MOTION_OP, MOTION_OP_WORDS } from "../../map/motion/material-motion.ts";
import type { PropSet } from "../../map/props.ts";
import type { MapScene } from "../../map/types.ts";
import { STYLE_COUNT, WORLD_VERTEX } from "../../map/world.ts";
import {
  LIGHTS_PER_PROP,
  NO_WORLD_LIGHT,
  WORLD_LIGHT_ROW,
  WORLD_LIGHT_STYLE_MASK,
} from "../../map/world-lights.ts";
import { type Cullable, cullBoxes, pickRows } from "../../visibility/cull.ts";
import type { DrawSource } from "../draws/draw-set.ts";
import type { Camera, RenderSettings } from "../types.ts";
import type { FrameJob } from "./frame-job.ts";
import type { LightStyleTable } from "./frame-uniforms.ts";

/**
 * Number of equal frames that are drawn before a picture rests: culling settles in three, and each
 * eighth is counted for the statistics.
 */
export const FRAMES_TO_REST = 12;

// Rows that change with time.

/** Number of styles in `WORLD_VERTEX.styles`. */
const STYLES_OF_VERTEX = 4;

const TIMED_OPS: ReadonlySet<number> = new Set([
  MOTION_OP.TIME,
  MOTION_OP.UNIFORM,
  MOTION_OP.GAUSSIAN,
]);

/** Returns one byte a material: 1 if its surfaces change with time. */
export function listTimedMaterials(
  set: Pick<MaterialSet, "count" | "family" | "paramRates" | "motion">,
): Uint8Array {
  const { count, family, paramRates, motion } = set;
  const isTimed = new Uint8Array(count);
  for (let material = 0; material < count; material++) {
    const first = material * PARAM_NUMBERS;
    const rates = paramRates.subarray(first, first + PARAM_NUMBERS);
    if (hasTrait(family[material], "timed") || rates.some((rate) => rate !== 0)) {
      isTimed[material] = 1;
    }
  }
  for (let row = 0; motion !== null && row < motion.count; row++) {
    for (let op = 0; op < motion.opCount[row]; op++) {
      const at = (motion.firstOp[row] + op) * MOTION_OP_WORDS;
      if (TIMED_OPS.has(motion.ops[at])) isTimed[motion.material[row]] = 1;
    }
  }
  return isTimed;
}

/** Returns one byte a prop: 1 if it changes with time. */
function markTimedProps(set: PropSet, { settings, isStyleMoving }: Clocks): Uint8Array {
  const isTimed = listTimedMaterials(set.materials);
  const isVariantTimed = new Uint8Array(set.variantCount);
  for (let draw = 0; draw < set.drawCount; draw++) {
    isVariantTimed[set.drawVariant[draw]] |= isTimed[set.drawMaterial[draw]];
  }
  const { lights, worldLights } = set.light;
  const marks = set.instanceVariant.map((variant) => isVariantTimed[variant]);
  for (let slot = 0; slot < lights.length; slot++) {
    if (lights[slot] === NO_WORLD_LIGHT) continue;
    const row = (lights[slot] * WORLD_LIGHT_ROW.strideBytes + WORLD_LIGHT_ROW.flags) / 4;
    if (!isStyleMoving(worldLights[row] & WORLD_LIGHT_STYLE_MASK)) continue;
    marks[Math.floor(slot / LIGHTS_PER_PROP)] = 1;
  }
  const { motion } = set;
  if (motion && settings.animations) {
    for (const instance of motion.posedInstance) marks[instance] = 1;
    for (const instance of motion.followers?.instance ?? []) marks[instance] = 1;
  }
  return Uint8Array.from(marks);
}

/** Returns true if a moving light style lights one of a chunk's vertices. */
function isLitByMoving(
  { world, chunks }: MapScene,
  chunk: number,
  isStyleMoving: Clocks["isStyleMoving"],
): boolean {
  const first = chunks.firstIndex[chunk];
  for (let i = first; i < first + chunks.indexCount[chunk]; i++) {
    const at = world.indices[i] * WORLD_VERTEX.strideBytes + WORLD_VERTEX.styles;
    for (let block = 0; block < STYLES_OF_VERTEX; block++) {
      if (isStyleMoving(world.vertices[at + block])) return true;
    }
  }
  return false;
}

/** State that decides whether a row of the pass table changes with time. */
interface Clocks {
  readonly scene: MapScene;
  readonly settings: RenderSettings;
  readonly isStyleMoving: (style: number) => boolean;
  readonly hasMovingStyles: boolean;
}

/** Returns the rows of a source that change with time. */
function timedRowsOf(source: DrawSource, clocks: Clocks): Cullable | null {
  const { chunks, props, materials } = source;
  const { scene, settings, isStyleMoving, hasMovingStyles } = clocks;
  if (props !== undefined) {
    const isTimed = markTimedProps(props, clocks);
    const rows = {
      count: props.instanceCount,
      box: props.instanceBox,
      firstCluster: props.instanceFirstCluster,
      clusterCount: props.instanceClusterCount,
      clusters: props.clusters,
    };
    return pickRows(
      rows,
      listRows(rows.count, (row) => isTimed[row] === 1),
    );
  }
  if (chunks === undefined) return null;
  if (source.isMoving?.(settings, isStyleMoving)) return chunks;
  const isTimed = listTimedMaterials(materials.set);
  const isFlickering = chunks === scene.chunks && hasMovingStyles;
  const isChunkTimed = (chunk: number) =>
    isTimed[chunks.material[chunk]] === 1 ||
    (isFlickering && isLitByMoving(scene, chunk, isStyleMoving));
  return pickRows(chunks, listRows(chunks.count, isChunkTimed));
}

function listRows(count: number, isListed: (row: number) => boolean): Uint32Array {
  const rows: number[] = [];
  for (let row = 0; row < count; row++) if (isListed(row)) rows.push(row);
  return Uint32Array.from(rows);
}

/** Returns true if any view of the last frame shows a row that changes with time. */
function isTimeSeen({ map, views, settings }: FrameJob, styles: LightStyleTable): boolean {
  if (map === null) return false;
  map.moves?.settle(views);
  const moving = Array.from(
    { length: STYLE_COUNT },
    (_, style) => settings.lightStyles && styles.isMoving(style),
  );
  const clocks: Clocks = {
    scene: map.scene,
    settings,
    isStyleMoving: (style) => moving[style],
    hasMovingStyles: moving.includes(true),
  };
  for (const source of map.sources) {
    const rows = timedRowsOf(source, clocks);
    if (rows === null || rows.count === 0) continue;
    const found = new Uint32Array(rows.count);
    for (const { view, sets } of views) {
      const set = sets.find(({ number }) => number === source.number);
      if (!set?.isOn(settings)) continue;
      const frustum = settings.frustum ? view.frustum : null;
      if (cullBoxes(rows, view.visible, frustum, found) > 0) return true;
    }
  }
  return false;
}

// Comparison of a frame with the one before.

const CAMERA_NUMBERS = 7;

export interface FrameRest {
  /**
   * Call before each frame. Returns true if the frame need not be drawn: it would show the last
   * frame's picture again.
   * @param second camera of the inset, or `null` if there is none
   * @param seconds time that the frame would show
   * @param isChanged whether something changed that is not compared
   * @param eyeSeconds clock by which the exposure adapts
   */
  follow(
    camera: Camera,
    second: Camera | null,
    seconds: number,
    isChanged: boolean,
    eyeSeconds: number,
  ): boolean;
}

/** @param asked settings of the host, before an inspection view replaces some */
export function createFrameRest(
  job: FrameJob,
  asked: RenderSettings,
  styles: LightStyleTable,
): FrameRest {
  const names = Object.keys(asked) as (keyof RenderSettings)[];
  const values: unknown[] = [];
  const objects: unknown[] = [];
  const numbers = new Float64Array(CAMERA_NUMBERS * 2 + 6).fill(Number.NaN);
  let equalFrames = 0;
  let changedSeconds = 0;
  /** Time that the last frame shows. */
  let shownSeconds = Number.NaN;
  let isSame = false;
  /** Whether anything in view changes with time; `null` until it is looked up. */
  let isTimed: boolean | null = null;

  function compareNumber(at: number, value: number): void {
    if (numbers[at] === value) return;
    numbers[at] = value;
    isSame = false;
  }

  function compareObject(at: number, value: unknown): void {
    if (objects[at] === value) return;
    objects[at] = value;
    isSame = false;
  }

  function compareCamera(at: number, camera: Camera): void {
    compareNumber(at, camera.x);
    compareNumber(at + 1, camera.y);
    compareNumber(at + 2, camera.z);
    compareNumber(at + 3, camera.pitch);
    compareNumber(at + 4, camera.yaw);
    compareNumber(at + 5, camera.fov);
    compareNumber(at + 6, camera.roll ?? 0);
  }

  function compare(camera: Camera, second: Camera | null): void {
    const { map, lines, context } = job;
    for (let i = 0; i < names.length; i++) {
      const value = asked[names[i]];
      if (values[i] === value) continue;
      values[i] = value;
      isSame = false;
    }
    compareCamera(0, camera);
    if (second !== null) compareCamera(CAMERA_NUMBERS, second);
    const next = CAMERA_NUMBERS * 2;
    compareNumber(next, context.pipelines.version);
    compareNumber(next + 1, lines === null ? -1 : lines.changes);
    compareNumber(next + 2, map === null ? -1 : map.textureCount);
    compareNumber(next + 3, styles.changes);
    compareNumber(next + 4, job.moment?.version ?? -1);
    compareNumber(next + 5, job.moment?.view?.version ?? -1);
    compareObject(0, map);
    compareObject(1, job.sized);
    compareObject(2, lines);
    compareObject(3, second === null);
    compareObject(4, map?.scene);
    compareObject(5, map?.sources);
    compareObject(6, map?.sky);
    compareObject(7, map?.corrections);
    compareObject(8, map?.areas);
    compareObject(9, map?.waters);
    compareObject(10, job.isGpuCulled);
    compareObject(11, job.moment);
    compareObject(12, map?.lamps);
  }

  return {
    follow(camera, second, seconds, isChanged, eyeSeconds) {
      isSame = !isChanged;
      compare(camera, second);
      const isPaused = seconds === shownSeconds;
      shownSeconds = seconds;
      if (!isSame) {
        equalFrames = 1;
        changedSeconds = eyeSeconds;
        isTimed = null;
        return false;
      }
      if (equalFrames < FRAMES_TO_REST) {
        equalFrames++;
        return false;
      }
      // The GPU culls the next frame that moves, and its pipelines are requested by frames.
      const isPreparing = asked.gpuCulling && job.map !== null && !job.isGpuCulled;
      if (asked.timing || isPreparing) return false;
      if (eyeSeconds - changedSeconds < (job.grade?.settlingSeconds ?? 0)) return false;
      isTimed ??= isTimeSeen(job, styles);
      if (isTimed && !isPaused) return false;
      job.grade?.skip(eyeSeconds);
      return true;
    },
  };
}
