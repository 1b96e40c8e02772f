/** Makes what water mirrors, when a camera first sees some that does; fetched with what refracts. */

import type { mat4 } from "gl-matrix";
import { hasBit } from "../../core/bit-set.ts";
import { GpuError } from "../../gpu/errors.ts";
import { CHUNK_BRUSH_MODEL } from "../../map/world.ts";
import { writeFrustum } from "../../math/frustum.ts";
import { NEAR_PLANE } from "../../math/projection.ts";
import type { RenderContext } from "../context/render-context.ts";
import type { ClusterFilter, DrawSource } from "../draws/draw-set.ts";
import { WORLD_RANGE } from "../frame/fog-uniforms.ts";
import type { FrameBlock } from "../frame/frame-uniforms.ts";
import type { Behind } from "../refraction/behind.ts";
import type { SkyDraws } from "../sky/sky-draws.ts";
import { createSceneTarget, type SceneTarget } from "../targets/scene-target.ts";
import type { MapDraws } from "../views/map-draws.ts";
import { createView, type View } from "../views/view.ts";
import { createViewDraws, type ViewDraws } from "../views/view-draws.ts";
import { rebindPyramid } from "../views/view-visibility.ts";
import type { WorldSource } from "../world/world-source.ts";
import { fogUnderWater } from "./fog-under-water.ts";
import type { Mirror, WaterViews } from "./mirror.ts";
import { choosePlane, findMirrorPlanes, type MirrorPlanes } from "./mirror-planes.ts";

// The view of what level water mirrors. As in the engine (`CBaseWorldView::AdjustView` of
// `game/client/viewrender.cpp`) that is a camera below the water that looks up as far as the picture's looks down:
// the mirrored picture, upside down. So what is seen from the front stays so, and the same pipelines draw it.

/** Inches below the water from which on something is mirrored: no gap is left along its shores. */
const SPREAD = 2;
/** And pixels, of what is far: mirrored pictures are small ones, and filtered. */
const SPREAD_PIXELS = 2;

/** The farthest corner of the picture is drawn, too, however it is rounded. */
const MARGIN = 0.999;

/** Of directions that are level. */
const LEVEL = 1e-4;

/**
 * Moves a view to what water at a height mirrors of another view.
 * @param height inches; the other view is above it
 * @param rows pixels that the mirrored view is high
 * @returns whether anything above the water is in that view
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
  // From so near to the water that it would cut off what is behind the eye, the plane stays before the eye.
  const nearest = Math.max(height - SPREAD, view.z + NEAR_PLANE);
  if (!setNearPlane(view.clipFromWorld, nearest, SPREAD_PIXELS / rows)) return false;
  writeFrustum(view.frustum, view.clipFromWorld);
  return true;
}

/** Mirrors the world in the plane z = height, and turns the picture upside down. */
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
 * Puts the near plane of a clip-space matrix at z = height below the eye, all above being behind it: depth is 1
 * there, and positive in all of the picture (reverse-Z). The view has no other end.
 * @param slack what the plane falls with distance, in heights of the picture
 * @returns whether the picture shows anything above it
 */
function setNearPlane(m: mat4, height: number, slack: number): boolean {
  // Up, of the longest of the picture's rays that is an inch long along the view's axis.
  const across = Math.abs(m[8]) / (m[0] * m[0] + m[4] * m[4] + m[8] * m[8]);
  const down = Math.abs(m[9]) / (m[1] * m[1] + m[5] * m[5] + m[9] * m[9]);
  const rise = m[11] + across + down;
  if (rise < LEVEL) return false;
  const fall = (2 * slack) / Math.hypot(m[1], m[5], m[9]);
  const scale = MARGIN / (rise + fall);
  const rest = 1 - scale * fall;
  m[2] = m[3] * rest;
  m[6] = m[7] * rest;
  m[10] = m[11] * rest - scale;
  m[14] = m[15] * rest + scale * height;
  return true;
}

/** Pixels of the picture for one of what is mirrored, across and down. */
const SHRINK = 2;

/** Sources that are the world's own; without `$reflectentities` water mirrors nothing else. */
const WORLD_SOURCES: readonly string[] = ["world", "decals"];

/** One pixel would say that there is none. */
const mirroredSize = (size: number) => Math.max(2, Math.ceil(size / SHRINK));

type Parts = { -readonly [Part in keyof Mirror]: Mirror[Part] };

export function createWaterViews(context: RenderContext): WaterViews {
  const { gpu, frame } = context;
  const view = createView(null);
  let block: FrameBlock | null = null;
  let planes: MirrorPlanes | null = null;
  /** What there is was made for. */
  let sources: readonly DrawSource[] | null = null;
  let drawnSources: readonly DrawSource[] | null = null;
  let sky: SkyDraws | null = null;
  let target: SceneTarget | null = null;
  let picture: SceneTarget | null = null;
  let bound: Behind | null = null;
  let isRefused = false;
  const mirror: Partial<Parts> = { attach };

  function attach(pass: GPURenderPassDescriptor): void {
    const [color] = pass.colorAttachments as GPURenderPassColorAttachment[];
    const { colorView, lightView, depthView, samples } = target!;
    color.view = colorView;
    if (samples > 1) color.resolveTarget = lightView;
    pass.depthStencilAttachment!.view = depthView;
  }

  function forgetDraws(): void {
    mirror.draws?.destroy();
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

  function followTarget(drawn: SceneTarget, behind: Behind): void {
    if (picture !== drawn) {
      forgetTarget();
      const columns = mirroredSize(drawn.width);
      const rows = mirroredSize(drawn.height);
      target = createSceneTarget(gpu, "mirror", columns, rows, drawn.samples);
      picture = drawn;
    }
    if (bound === behind) return;
    mirror.bindGroup = behind.withMirror(target!.lightView);
    bound = behind;
  }

  function followMap(map: MapDraws, seen: MirrorPlanes): void {
    block ??= frame.takeBlock();
    if (drawnSources !== map.sources) {
      forgetDraws();
      mirror.draws = createDraws(context, map, view, block, seen);
      drawnSources = map.sources;
    }
    const { visibility } = mirror.draws!;
    if (visibility.pyramid !== map.pyramid) {
      rebindPyramid(gpu, context.cull, visibility, map.pyramid);
    }
    if (sky === map.sky) return;
    mirror.sky = map.sky.record(block.bindGroup);
    sky = map.sky;
  }

  return {
    update(map, drawn, behind, moment, isSeen) {
      if (moment.settings.fog) fogUnderWater(map);
      if (!moment.settings.waterReflection) forget();
      if (!isSeen || !moment.settings.waterReflection) return null;
      followSources(map);
      if (planes === null || isRefused) return null;
      const { view: from } = map.cameras[0];
      const plane = choosePlane(planes, from);
      if (plane < 0) return null;
      const columns = mirroredSize(drawn.width);
      const rows = mirroredSize(drawn.height);
      if (!mirrorView(view, from, planes.height[plane], columns, rows)) return null;
      try {
        followTarget(drawn, behind);
        followMap(map, planes);
      } catch (error) {
        if (!(error instanceof GpuError)) throw error;
        // The device has no room for it: this map's water mirrors nothing.
        isRefused = true;
        forgetDraws();
        forgetTarget();
        gpu.report(error);
        return null;
      }
      frame.setView(block!, view, false, moment, map.scene.fog, WORLD_RANGE);
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
): ViewDraws {
  const { kind } = scene.chunks;
  const filter: ClusterFilter = (clusters, first, count, chunk) => {
    if (!hasEntities && chunk !== undefined && kind[chunk] === CHUNK_BRUSH_MODEL) return false;
    if (reach === null || count === 0) return true;
    for (let i = first; i < first + count; i++) if (hasBit(reach, clusters[i])) return true;
    return false;
  };
  const mirrored = hasEntities
    ? sources
    : sources.filter(({ name }) => WORLD_SOURCES.includes(name));
  return createViewDraws(context, view, block.bindGroup, pyramid, mirrored, scene.tree, filter);
}
