/** Makes what water mirrors, when a camera first sees some that does; fetched with what refracts. */

import { hasBit } from "../../core/bit-set.ts";
import { GpuError } from "../../gpu/errors.ts";
import { CHUNK_BRUSH_MODEL } from "../../map/world.ts";
import type { RenderContext } from "../context/render-context.ts";
import type { ClusterFilter, DrawSource } from "../draws/draw-set.ts";
import { WORLD_RANGE } from "../frame/fog-uniforms.ts";
import type { FrameBlock } from "../frame/frame-uniforms.ts";
import type { Behind } from "../refraction/behind.ts";
import type { SkyDraws } from "../sky/sky-draws.ts";
import { createSceneTarget, type SceneTarget } from "../targets/scene-target.ts";
import type { MapDraws } from "../views/map-draws.ts";
import { createView } from "../views/view.ts";
import { createViewDraws, type ViewDraws } from "../views/view-draws.ts";
import { rebindPyramid } from "../views/view-visibility.ts";
import type { WorldSource } from "../world/world-source.ts";
import { fogUnderWater } from "./fog-under-water.ts";
import type { Mirror, WaterViews } from "./mirror.ts";
import { choosePlane, findMirrorPlanes, type MirrorPlanes } from "./mirror-planes.ts";
import { mirrorView } from "./mirrored-view.ts";

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
