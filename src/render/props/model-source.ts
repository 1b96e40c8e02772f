/**
 * Draw source of a single model: one instance, whose bones and draws can be changed between frames.
 */

import { PROP_VERTEX, type PropSet } from "../../map/props.ts";
import type { RenderContext } from "../context/render-context.ts";
import type { DrawSource, MakeSource } from "../draws/draw-set.ts";
import { MATERIAL_BLOCK } from "../materials/material-rows.ts";
import {
  createPropGeometry,
  createWorldLights,
  type PropGeometry,
  type WorldLightBuffer,
} from "./prop-geometry.ts";
import { sourceOf } from "./prop-source.ts";

export interface ModelDrawSource {
  /**
   * Switches to other draws, skins or levels of detail of the same model. The GPU buffers are kept.
   * @param set set with the buffers and materials of the first set
   */
  readonly choose: (set: PropSet) => MakeSource;
  /**
   * Poses the model, starting at its first bone: 12 floats per bone, as `PropSet.bonePalette`. Does
   * not allocate.
   */
  readonly writeBones: (palette: Float32Array<ArrayBuffer>) => void;
  /** Writes a row of four numbers of a material's parameters. */
  readonly writeParam: (material: number, param: number, row: Float32Array<ArrayBuffer>) => void;
  /** Writes rows of `PROP_VERTEX`, starting at vertex `first`. */
  readonly writeVertices: (first: number, rows: Uint8Array<ArrayBuffer>) => void;
}

/**
 * @param all set with all buffers and materials that may be used
 * @param first set drawn initially
 */
export function createModelSource(
  all: PropSet,
  first: PropSet,
): ModelDrawSource & { make: MakeSource } {
  let shown: { context: RenderContext; geometry: PropGeometry; lamps: WorldLightBuffer } | null =
    null;
  const present = () => {
    if (shown === null) throw new Error("visleaf bug: the model is used before it is loaded");
    return shown;
  };
  /**
   * Creates a source from the buffers that are kept and the lamps, which are replaced with the
   * light.
   */
  const drawn = (set: PropSet, geometry: PropGeometry, lamps: WorldLightBuffer): DrawSource => {
    const source = sourceOf({ ...geometry, set }, lamps);
    return {
      ...source,
      parts: [geometry, lamps],
      relight(context, keep, scene, light) {
        const relit = light && source.relight(context, keep, scene, light);
        if (light === null || relit === null) return null;
        const [, next] = relit.source.parts as readonly [PropGeometry, WorldLightBuffer];
        const finish = () => {
          present().lamps = next;
          relit.finish();
        };
        return { source: drawn(set, geometry, next), finish };
      },
    };
  };
  return {
    make(context, keep) {
      const geometry = keep(createPropGeometry(context, all));
      const lamps = keep(createWorldLights(context.gpu, all.light));
      shown = { context, geometry, lamps };
      return drawn(first, geometry, lamps);
    },
    choose: (set) => () => drawn(set, present().geometry, present().lamps),
    writeBones(palette) {
      const { context, geometry } = present();
      const offset = all.variantFirstBone[0] * 12 * 4;
      context.gpu.device.queue.writeBuffer(geometry.bones, offset, palette);
    },
    writeParam(material, param, row) {
      const { context, geometry } = present();
      const { strideBytes, params } = MATERIAL_BLOCK;
      const offset = material * strideBytes + params + param * row.byteLength;
      context.gpu.device.queue.writeBuffer(geometry.materials.rows, offset, row);
    },
    writeVertices(firstVertex, rows) {
      const { context, geometry } = present();
      const offset = firstVertex * PROP_VERTEX.strideBytes;
      context.gpu.device.queue.writeBuffer(geometry.vertices, offset, rows);
    },
  };
}
