/**
 * Creates the reflection in water when a camera first sees reflecting water, and writes the fog of
 * an eye in water. Loaded with the refracting surfaces.
 */

import type { mat4 } from "gl-matrix";
import { hasBit } from "../../core/bit-set.ts";
import { GpuError } from "../../gpu/errors.ts";
import type { Fog } from "../../map/fog.ts";
import type { MaterialSet } from "../../map/material.ts";
import { hasTrait, OWN_PARAM } from "../../map/material-families.ts";
import { PARAM_ENV_TINT, PARAM_NUMBERS } from "../../map/material-params.ts";
import { CHUNK_BRUSH_MODEL } from "../../map/world.ts";
import { writeFrustum } from "../../math/frustum.ts";
import { NEAR_PLANE } from "../../math/projection.ts";
import { findLeaf } from "../../visibility/leaf-walk.ts";
import type { RenderContext } from "../context/render-context.ts";
import type { ClusterFilter, DrawSource } from "../draws/draw-set.ts";
import { GAMMA, WORLD_RANGE, writeFog } from "../frame/fog-uniforms.ts";
import { FRAME_LAYOUT, type FrameBlock } from "../frame/frame-uniforms.ts";
import type { Behind } from "../refraction/behind.ts";
import { createSceneTarget, type SceneTarget } from "../targets/scene-target.ts";
import { writeView } from "../views/camera-view.ts";
import type { MapDraws } from "../views/map-draws.ts";
import { createView, type View } from "../views/view.ts";
import { createTableViews, type TableViews } from "../views/view-draws.ts";
import type { SkyDraws } from "../world/sky-draws.ts";
import type { WorldSource } from "../world/world-source.ts";
import type { Mirror, WaterViews } from "./mirror.ts";
import { choosePlane, findMirrorPlanes, type MirrorPlanes, movePlanes } from "./mirror-planes.ts";

// The view of the reflection. As in the engine (`CBaseWorldView::AdjustView` of
// `game/client/viewrender.cpp`), the camera is below the water and looks up as far as the picture's
// camera looks down, which gives the mirrored picture upside down. Front faces stay front faces, so
// the same pipelines draw it.

/**
 * Inches below the water from which objects are reflected, so that no gap shows along its shores.
 */
const SPREAD = 2;
/** Margin in pixels for distant water, because reflections have fewer pixels and are filtered. */
const SPREAD_PIXELS = 2;

/** Keeps the farthest corner of the picture inside the depth range despite rounding. */
const MARGIN = 0.999;

/** Least rise of a direction that counts as upward. */
const LEVEL = 1e-4;

/**
 * Moves a view to the reflection of another view.
 * @param height height of the water in inches; the other view is above it
 * @param rows height of the reflection in pixels
 * @returns whether the view shows anything above the water
 */
export function mirrorView(
  view: View,
  from: View,
  height: number,
  columns: number,
  rows: number,
): boolean {
  view.x = from.x;
  view.y = from.y;
  view.z = 2 * height - from.z;
  view.width = columns;
  view.height = rows;
  view.lodMetricPerInch = (from.lodMetricPerInch * from.height) / rows;
  writeMirrored(view.clipFromWorld, from.clipFromWorld, height);
  // Very near to the water, the plane stays in front of the eye, so that it does not cut off what
  // is behind the eye.
  const nearest = Math.max(height - SPREAD, view.z + NEAR_PLANE);
  if (!setNearPlane(view.clipFromWorld, nearest, SPREAD_PIXELS / rows)) return false;
  writeFrustum(view.frustum, view.clipFromWorld);
  return true;
}

/**
 * Writes a matrix that mirrors the world at the plane z = height and turns the picture upside down.
 */
function writeMirrored(out: mat4, m: mat4, height: number): void {
  for (let row = 0; row < 4; row++) {
    const sign = row === 1 ? -1 : 1;
    out[row] = m[row] * sign;
    out[4 + row] = m[4 + row] * sign;
    out[8 + row] = -m[8 + row] * sign;
    out[12 + row] = (m[12 + row] + 2 * height * m[8 + row]) * sign;
  }
}

/**
 * Moves the near plane of a clip-space matrix to z = height, below the eye, so that everything
 * above the water is behind the plane. Depth is 1 on the plane and positive in all of the picture
 * (reverse-Z). There is no far plane.
 * @param slack drop of the plane with distance, in heights of the picture
 * @returns whether the picture shows anything above the plane
 */
function setNearPlane(m: mat4, height: number, slack: number): boolean {
  // Rise of the picture's steepest ray that is an inch long along the view's axis.
  const across = Math.abs(m[8]) / (m[0] * m[0] + m[4] * m[4] + m[8] * m[8]);
  const down = Math.abs(m[9]) / (m[1] * m[1] + m[5] * m[5] + m[9] * m[9]);
  const rise = m[11] + across + down;
  if (rise < LEVEL) return false;
  const fall = (2 * slack) / Math.sqrt(m[1] * m[1] + m[5] * m[5] + m[9] * m[9]);
  const scale = MARGIN / (rise + fall);
  const rest = 1 - scale * fall;
  m[2] = m[3] * rest;
  m[6] = m[7] * rest;
  m[10] = m[11] * rest - scale;
  m[14] = m[15] * rest + scale * height;
  return true;
}

/** Pixels of the picture per pixel of the reflection, in each direction. */
const SHRINK = 2;

/** Sources of the world itself. Water without `$reflectentities` reflects only these. */
const WORLD_SOURCES: readonly string[] = ["world", "decals"];

/** At least two pixels, because a single texel means that there is no reflection. */
const mirroredSize = (size: number) => Math.max(2, Math.ceil(size / SHRINK));

type Parts = { -readonly [Part in keyof Mirror]: Mirror[Part] };

export function createWaterViews(context: RenderContext): WaterViews {
  const { gpu, frame } = context;
  const view = createView(null);
  let block: FrameBlock | null = null;
  let planes: MirrorPlanes | null = null;
  /** The inputs that the current resources were made for. */
  let sources: readonly DrawSource[] | null = null;
  let drawnSources: readonly DrawSource[] | null = null;
  let sky: SkyDraws | null = null;
  let target: SceneTarget | null = null;
  let picture: SceneTarget | null = null;
  let bound: Behind | null = null;
  let isRefused = false;
  const mirror: Partial<Parts> = { attach };
  let drawn: TableViews | null = null;

  function attach(pass: GPURenderPassDescriptor): void {
    const color = (pass.colorAttachments as GPURenderPassColorAttachment[])[0];
    const { colorView, lightView, depthView, samples } = target!;
    color.view = colorView;
    if (samples > 1) color.resolveTarget = lightView;
    pass.depthStencilAttachment!.view = depthView;
  }

  function forgetDraws(): void {
    drawn?.destroy();
    drawn = null;
    mirror.draws = undefined;
    drawnSources = null;
  }

  function forgetTarget(): void {
    target?.destroy();
    target = null;
    picture = null;
    bound = null;
  }

  function forget(): void {
    if (sources === null) return;
    forgetDraws();
    forgetTarget();
    if (block !== null) frame.releaseBlock(block);
    block = null;
    planes = null;
    sources = null;
    sky = null;
    isRefused = false;
  }

  function followSources(map: MapDraws): void {
    if (sources === map.sources) return;
    sources = map.sources;
    forgetDraws();
    const world = sources.find(({ name }) => name === "world") as WorldSource;
    planes = findMirrorPlanes(map.scene, world.materials.set);
  }

  function followTarget(shown: SceneTarget, behind: Behind): void {
    if (picture !== shown) {
      forgetTarget();
      const columns = mirroredSize(shown.width);
      const rows = mirroredSize(shown.height);
      target = createSceneTarget(gpu, "mirror", columns, rows, shown.samples);
      picture = shown;
    }
    if (bound === behind) return;
    mirror.bindGroup = behind.withMirror(target!.lightView);
    bound = behind;
  }

  function followMap(map: MapDraws, seen: MirrorPlanes): void {
    block ??= frame.takeBlock();
    if (drawnSources !== map.sources) {
      forgetDraws();
      drawn = createDraws(context, map, view, block, seen);
      [mirror.draws] = drawn.views;
      drawnSources = map.sources;
    }
    if (drawn?.table.pyramid !== map.pyramid) drawn?.table.bindPyramid(map.pyramid);
    if (sky === map.sky) return;
    mirror.sky = map.sky.record(block.bindGroup);
    sky = map.sky;
  }

  return {
    update(map, shown, behind, moment, isSeen) {
      if (moment.settings.fog) fogUnderWater(map);
      if (!moment.settings.waterReflection) forget();
      if (!isSeen || !moment.settings.waterReflection) return null;
      followSources(map);
      if (planes === null || isRefused) return null;
      if (map.moves !== null && map.scene.brushes !== null) {
        movePlanes(planes, map.scene.brushes, map.moves.moment);
      }
      const { view: from } = map.cameras[0];
      const plane = choosePlane(planes, from);
      if (plane < 0) return null;
      const columns = mirroredSize(shown.width);
      const rows = mirroredSize(shown.height);
      if (!mirrorView(view, from, planes.height[plane], columns, rows)) return null;
      try {
        followTarget(shown, behind);
        followMap(map, planes);
      } catch (error) {
        if (!(error instanceof GpuError)) throw error;
        // There is no memory for it: this map's water does not reflect.
        isRefused = true;
        forgetDraws();
        forgetTarget();
        gpu.report(error);
        return null;
      }
      writeView(context, mirror.draws!, false, moment, map.fog, WORLD_RANGE);
      return mirror as Mirror;
    },
    forget,
    destroy: forget,
  };
}

function createDraws(
  context: RenderContext,
  { scene, sources, pyramid }: MapDraws,
  view: ReturnType<typeof createView>,
  block: FrameBlock,
  { reach, hasEntities }: MirrorPlanes,
): TableViews {
  const { kind } = scene.chunks;
  const filter: ClusterFilter = (clusters, first, count, chunk) => {
    if (!hasEntities && chunk !== undefined && kind[chunk] >= CHUNK_BRUSH_MODEL) return false;
    if (reach === null || count === 0) return true;
    for (let i = first; i < first + count; i++) if (hasBit(reach, clusters[i])) return true;
    return false;
  };
  const mirrored = hasEntities
    ? sources
    : sources.filter(({ name }) => WORLD_SOURCES.includes(name));
  return createTableViews(context, [{ view, block, filter }], pyramid, mirrored, scene.tree);
}

// Fog for an eye in water: the water's fog for everything in it, the map's fog for everything seen
// above it. The engine draws these separately (`CUnderWaterView` of `game/client/viewrender.cpp`).

/**
 * Inches above the water from which the map's fog applies, so that the surface itself is excluded
 * (`PushView`).
 */
const ABOVE_SPREAD = 2;
/** Density of a fog that hides nothing. */
const NO_DENSITY = 1e-9;

/**
 * Greatest distance in inches from the eye down to a corner of the near plane, for the widest
 * pictures.
 */
const NEAR_REACH = 3 * NEAR_PLANE;

/**
 * Writes the fog of the picture's camera if the eye is in water, or so little above it that the
 * near plane reaches into it. Otherwise keeps the fog.
 */
function fogUnderWater({ waters, cameras, sources, scene, fog: above }: MapDraws): void {
  if (waters === null) return;
  const { view, block } = cameras[0];
  let water = waters.leafWater[view.leaf] ?? -1;
  const isAbove = water < 0;
  if (isAbove) {
    water = waters.leafWater[findLeaf(scene.tree, view.x, view.y, view.z - NEAR_REACH)] ?? -1;
  }
  if (water < 0) return;
  const world = sources.find(({ name }) => name === "world") as WorldSource;
  const fog = fogOf(world.materials.set, waters.material[water]);
  if (fog === null) return;
  writeFogUnderWater(block, view, fog, above, waters.surfaceZ[water], isAbove);
}

/**
 * Returns the fog of a water surface's material, or `null` if the material has none or is missing.
 */
function fogOf({ family, params }: MaterialSet, material: number): Fog | null {
  if (material < 0 || !hasTrait(family[material], "water")) return null;
  const row = (param: number) => material * PARAM_NUMBERS + param * 4;
  const isOn = params[row(PARAM_ENV_TINT) + 3] >= 2;
  const at = row(OWN_PARAM.WATER_FOG);
  const start = params[row(OWN_PARAM.REFLECT_TINT) + 3];
  const color = params.slice(at, at + 3).map((light) => light ** (1 / GAMMA));
  return {
    ...{ isOn: true, isBlended: false, isRadial: false, farZ: 0 },
    ...{ color, color2: color, direction: new Float32Array(3) },
    ...{ start, end: start + 1 / params[at + 3], maxDensity: isOn ? 1 : NO_DENSITY },
  };
}

/**
 * @param above the map's fog, or `null` if none
 * @param height height of the water in inches
 * @param isAbove whether the eye is above the water
 */
function writeFogUnderWater(
  { page: { floats }, offset }: FrameBlock,
  view: View,
  fog: Fog,
  above: Fog | null,
  height: number,
  isAbove: boolean,
): void {
  writeFog(floats, offset + FRAME_LAYOUT.fog / 4, fog, view, WORLD_RANGE);
  writeFog(floats, offset + FRAME_LAYOUT.fogAbove / 4, above, view, WORLD_RANGE);
  const { clipFromWorld: m, width, height: rows } = view;
  // Rise of rays that are an inch long along the view's axis, per half picture to the right and up.
  const right = m[8] / (m[0] * m[0] + m[4] * m[4] + m[8] * m[8]);
  const up = m[9] / (m[1] * m[1] + m[5] * m[5] + m[9] * m[9]);
  const rise = offset + FRAME_LAYOUT.fogRise / 4;
  floats[rise] = (2 / width) * right;
  floats[rise + 1] = (-2 / rows) * up;
  floats[rise + 2] = m[11] - right + up;
  floats[rise + 3] = height + ABOVE_SPREAD - view.z;
  if (!isAbove) return;
  // Seen from above, everything beyond the near plane is seen through the surface, which has fog of
  // its own. So the place where a ray crosses the near plane decides, at any distance.
  floats[rise + 2] += (view.z - height) / NEAR_PLANE;
  floats[rise + 3] = 0;
}
