/**
 * Forces all models to one level of detail, and all textures to their small mips. It narrows what
 * the map's draws choose from and records them again, so frames cost nothing extra.
 */

import { GpuError } from "../../gpu/errors.ts";
import { MAX_LODS, type PropSet } from "../../map/props.ts";
import type { DrawSource } from "../draws/draw-set.ts";
import type { FrameJob } from "../frame/frame-job.ts";
import type { MaterialTable } from "../materials/material-table.ts";
import { NO_LOD_END } from "../props/prop-batches.ts";
import type { RenderSettings } from "../types.ts";
import { type MapDraws, replaceSources } from "../views/map-draws.ts";

/** LOD metric that is never reached, as stored in switch points. */
const NEVER = Math.fround(NO_LOD_END);

/** Longer edge in texels of a VTF's low-resolution image, at most as vtex makes it. */
const LOW_RES_EDGE = 16;

export interface Coarser {
  /** Call each frame. If the GPU has no memory for the change, `asked` is set back. */
  readonly follow: (asked: RenderSettings) => void;
}

export function createCoarser(job: FrameJob): Coarser {
  const { context } = job;
  const ownSwitchPoints = new WeakMap<PropSet, Float32Array>();
  const lowered = new WeakSet<GPUBindGroup[]>();
  let sources: readonly DrawSource[] | null = null;
  let level = -1;
  let isLowRes = false;

  /** @returns whether any switch point changed */
  function setLevel(set: PropSet, wanted: number): boolean {
    const own = ownSwitchPoints.get(set) ?? set.variantSwitchPoint.slice();
    ownSwitchPoints.set(set, own);
    let isOther = false;
    for (let i = 0; i < own.length; i++) {
      const point = switchPointFor(own[i], i % MAX_LODS, wanted);
      if (set.variantSwitchPoint[i] !== point) isOther = true;
      set.variantSwitchPoint[i] = point;
    }
    return isOther;
  }

  /** @returns whether the mips changed */
  function setMips({ arrays, limitMips, textureGroups, set }: MaterialTable, isLow: boolean) {
    if (lowered.has(textureGroups) === isLow) return false;
    if (isLow) lowered.add(textureGroups);
    else lowered.delete(textureGroups);
    const firstMip = (array: number) => {
      const { dimension, mipCount } = set.textures.arrays[arrays.places.source[array]];
      const { width, height } = arrays.textures[array];
      return dimension === "2d" ? lowResMip(width, height, mipCount) : 0;
    };
    limitMips(isLow ? firstMip : null);
    return true;
  }

  /** @returns sources whose draws have changed */
  function narrow(map: MapDraws, wanted: number, isLow: boolean): DrawSource[] {
    return map.sources.filter(({ props, materials }) => {
      const isOtherLevel = props !== undefined && setLevel(props, wanted);
      return setMips(materials, isLow) || isOtherLevel;
    });
  }

  return {
    follow(asked) {
      const { map } = job;
      const wanted = asked.modelLod >= 0 ? Math.floor(asked.modelLod) : -1;
      const isLow = asked.lowResTextures;
      if (map === null || (map.sources === sources && wanted === level && isLow === isLowRes)) {
        return;
      }
      const changed = narrow(map, wanted, isLow);
      try {
        if (changed.length > 0) replaceSources(context, map, changed);
        level = wanted;
        isLowRes = isLow;
      } catch (error) {
        // There is no memory for new draws beside the old ones, so the old ones stay.
        narrow(map, level, isLowRes);
        asked.modelLod = level;
        asked.lowResTextures = isLowRes;
        if (!(error instanceof GpuError)) throw error;
        context.gpu.report(error);
      }
      sources = map.sources;
    },
  };
}

/**
 * Returns a switch point with which `chooseLod` picks the wanted level for any metric. With a
 * wanted level of -1 it is unchanged.
 */
function switchPointFor(own: number, lod: number, wanted: number): number {
  // Levels from a negative switch point on are for shadows and never drawn.
  if (wanted < 0 || own < 0) return own;
  return lod <= wanted ? 0 : NEVER;
}

/** Returns the first mip that is no larger than a low-resolution image, or the last mip. */
function lowResMip(width: number, height: number, mipCount: number): number {
  const mip = Math.ceil(Math.log2(Math.max(width, height) / LOW_RES_EDGE));
  return Math.min(Math.max(mip, 0), mipCount - 1);
}
