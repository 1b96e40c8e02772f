/**
 * Models by one level of detail, and textures by their small mips, all over the map: what its draws choose from is
 * narrowed, and they are recorded anew. A frame then costs what it did.
 */

import { GpuError } from "../../gpu/errors.ts";
import { MAX_LODS, type PropSet } from "../../map/props.ts";
import type { DrawSource } from "../draws/draw-set.ts";
import type { FrameJob } from "../frame/frame-job.ts";
import type { MaterialTable } from "../materials/material-table.ts";
import { NO_LOD_END } from "../props/prop-batches.ts";
import type { RenderSettings } from "../types.ts";
import { type MapDraws, replaceSources } from "../views/map-draws.ts";

/** A metric that nothing reaches, as switch points are stored. */
const NEVER = Math.fround(NO_LOD_END);

/** Texels of the larger edge of a VTF's low-resolution image: vtex makes none that are larger. */
const LOW_RES_EDGE = 16;

export interface Coarser {
  /** Called for each frame. Where the GPU has no room to draw the map so, `asked` is what it was before. */
  readonly follow: (asked: RenderSettings) => void;
}

export function createCoarser(job: FrameJob): Coarser {
  const { context } = job;
  const ownSwitchPoints = new WeakMap<PropSet, Float32Array>();
  const lowered = new WeakSet<GPUBindGroup[]>();
  let sources: readonly DrawSource[] | null = null;
  let level = -1;
  let isLowRes = false;

  /** @returns whether it was another */
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

  /** @returns whether it was another */
  function setMips({ arrays, bindThrough, textureGroups, set }: MaterialTable, isLow: boolean) {
    if (lowered.has(textureGroups) === isLow) return false;
    if (isLow) lowered.add(textureGroups);
    else lowered.delete(textureGroups);
    const views = arrays.textures.map((texture, i) => {
      const { dimension, mipCount } = set.textures.arrays[arrays.places.source[i]];
      if (!isLow || dimension !== "2d") return arrays.views[i];
      return texture.createView({
        label: `${texture.label}-low`,
        dimension: "2d-array",
        baseMipLevel: lowResMip(texture.width, texture.height, mipCount),
      });
    });
    for (const [i, group] of bindThrough(views).entries()) textureGroups[i] = group;
    return true;
  }

  /** @returns the sources whose draws are others then */
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
        // The device has no room for other draws beside those that there are: these stay.
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

/** As `chooseLod` reads it, so that it comes to the level that is wanted, whatever the metric; -1: by the metric. */
function switchPointFor(own: number, lod: number, wanted: number): number {
  // Behind a negative one there are shadows' levels, which are never drawn.
  if (wanted < 0 || own < 0) return own;
  return lod <= wanted ? 0 : NEVER;
}

/** The first mip that is no larger than a low-resolution image, or the last that there is. */
function lowResMip(width: number, height: number, mipCount: number): number {
  const mip = Math.ceil(Math.log2(Math.max(width, height) / LOW_RES_EDGE));
  return Math.min(Math.max(mip, 0), mipCount - 1);
}
