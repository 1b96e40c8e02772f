/** Culling by itself: a map's draws without a renderer, culled for a camera and read back. */

import type { Gpu } from "../../../src/gpu/gpu.ts";
import { readBuffer } from "../../../src/gpu/read-back.ts";
import { createBuffer, destroyBuffer } from "../../../src/gpu/resources.ts";
import type { MapScene, PropSet } from "../../../src/map/types.ts";
import type { RenderContext } from "../../../src/render/context/render-context.ts";
import { encodeEarlyCull } from "../../../src/render/cull/cull-pass.ts";
import { ROW_IN_VIEW, ROW_STATE, type RowBuffers } from "../../../src/render/cull/row-buffers.ts";
import { encodeOrderReset } from "../../../src/render/ordered/ordered-pass.ts";
import {
  type Camera,
  DEFAULT_RENDER_SETTINGS,
  type RenderSettings,
} from "../../../src/render/types.ts";
import {
  createMapDraws,
  destroyMapDraws,
  type MapDraws,
  replaceProps,
} from "../../../src/render/views/map-draws.ts";
import { updateView } from "../../../src/render/views/view.ts";
import { uploadVisibility } from "../../../src/render/views/view-visibility.ts";

/** What a frame found of a set's rows. */
export interface FoundRows {
  /** 1: in a visible cluster and in the view. */
  readonly inView: Uint8Array;
  readonly mask: Uint32Array;
}

export interface CullProbe {
  readonly map: MapDraws;
  readonly settings: RenderSettings;
  /** Culls for a camera, without occlusion. */
  readonly cull: (camera: Camera) => void;
  readonly read: (buffer: GPUBuffer) => Promise<Uint32Array>;
  readonly readRows: (rows: RowBuffers, count: number) => Promise<FoundRows>;
  readonly destroy: () => void;
}

export function openCullProbe(
  context: RenderContext,
  scene: MapScene,
  props: PropSet | null,
  width: number,
  height: number,
): CullProbe {
  const { gpu } = context;
  const pyramid = createBuffer(gpu, "test/pyramid", "targets", GPUBufferUsage.STORAGE, 16);
  const map = createMapDraws(context, scene, pyramid);
  if (props !== null) replaceProps(context, map, props);
  const settings: RenderSettings = { ...DEFAULT_RENDER_SETTINGS, occlusion: false };
  return {
    map,
    settings,
    cull(camera) {
      updateView(map.view, scene.tree, scene.pvs, camera, settings, width, height);
      uploadVisibility(gpu, map.visibility, map.view);
      context.frame.setView(0, map.view, settings, 1, false);
      context.frame.upload();
      const encoder = gpu.device.createCommandEncoder({ label: "test/cull" });
      const withOrdered = map.ordered.capacity > 0;
      if (withOrdered) encodeOrderReset(encoder, map.ordered);
      const pass = encoder.beginComputePass();
      const job = { props: map.props, withOrdered, isGathered: false };
      encodeEarlyCull(pass, context, map, job, false);
      pass.end();
      gpu.device.queue.submit([encoder.finish()]);
    },
    read: (buffer) => readWords(gpu, buffer),
    async readRows(rows, count) {
      const words = await readWords(gpu, rows.states);
      const stride = ROW_STATE.strideBytes / 4;
      const wordsOf = (at: number) =>
        Uint32Array.from({ length: count }, (_, row) => words[row * stride + at / 4]);
      const flags = wordsOf(ROW_STATE.flags);
      return {
        inView: Uint8Array.from(flags, (word) => ((word & ROW_IN_VIEW) !== 0 ? 1 : 0)),
        mask: wordsOf(ROW_STATE.mask),
      };
    },
    destroy() {
      destroyMapDraws(map);
      destroyBuffer(gpu, pyramid);
    },
  };
}

async function readWords(gpu: Gpu, buffer: GPUBuffer): Promise<Uint32Array> {
  return new Uint32Array((await readBuffer(gpu, buffer)).buffer);
}
