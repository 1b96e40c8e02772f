/** Runs culling without a renderer: culls a map's draws for a camera and reads the result back. */

import type { Gpu } from "../../../src/gpu/gpu.ts";
import { readBuffer } from "../../../src/gpu/read-back.ts";
import { createBuffer, destroyBuffer } from "../../../src/gpu/resources.ts";
import type { MapScene, PropSet } from "../../../src/map/types.ts";
import { TURN_CULLING } from "../../../src/render/context/pipeline-queue.ts";
import type { RenderContext } from "../../../src/render/context/render-context.ts";
import {
  encodeEarlyCull,
  encodeListReset,
  isEarlyPhaseReady,
} from "../../../src/render/cull/cull-pass.ts";
import { ROW_IN_VIEW, ROW_STATE } from "../../../src/render/cull/cull-table.ts";
import type { PartPlace } from "../../../src/render/cull/drawn-buffer.ts";
import type { PropDraws } from "../../../src/render/props/prop-draws.ts";
import { propSource } from "../../../src/render/props/prop-source.ts";
import {
  type Camera,
  DEFAULT_RENDER_SETTINGS,
  type RenderSettings,
} from "../../../src/render/types.ts";
import { updateCameraView } from "../../../src/render/views/camera-view.ts";
import {
  createMapDraws,
  destroyMapDraws,
  type MapDraws,
  replaceSource,
} from "../../../src/render/views/map-draws.ts";
import type { View } from "../../../src/render/views/view.ts";
import type { TranslucentChunks } from "../../../src/render/world/translucent-chunks.ts";
import type { WorldDraws } from "../../../src/render/world/world-draws.ts";

/** Row states of a set after one frame. */
export interface FoundRows {
  /** 1 if in a visible cluster and in the frustum. */
  readonly inView: Uint8Array;
  readonly mask: Uint32Array;
}

export interface CullProbe {
  readonly map: MapDraws;
  readonly view: View;
  readonly world: WorldDraws;
  /** `null` if the map has no props. */
  readonly props: PropDraws | null;
  /** The world's part of the back-to-front list, or `null`. */
  readonly translucent: TranslucentChunks | null;
  readonly settings: RenderSettings;
  /** Culls for a camera, without occlusion. */
  readonly cull: (camera: Camera) => void;
  /** Read the draws' arguments of a part, and its lists. */
  readonly readArgs: (place: PartPlace) => Promise<Uint32Array>;
  readonly readLists: (place: PartPlace) => Promise<Uint32Array>;
  readonly readRows: (place: PartPlace, count: number) => Promise<FoundRows>;
  readonly destroy: () => void;
}

export async function openCullProbe(
  context: RenderContext,
  scene: MapScene,
  props: PropSet | null,
  width: number,
  height: number,
): Promise<CullProbe> {
  const { gpu } = context;
  const pyramid = createBuffer(gpu, "test/pyramid", "targets", GPUBufferUsage.STORAGE, 16);
  const map = createMapDraws(context, scene, pyramid);
  if (props !== null) replaceSource(context, map, propSource(props));
  const [seen] = map.cameras;
  const { main } = seen.draws;
  await context.pipelines.ready();
  while (!isEarlyPhaseReady(context)) await context.pipelines.ready(TURN_CULLING);
  const settings: RenderSettings = { ...DEFAULT_RENDER_SETTINGS, occlusion: false };
  const world = main.sets[0] as WorldDraws;
  const { drawn, states } = main.table;
  return {
    map,
    view: seen.view,
    world,
    props: (main.sets[1] as PropDraws | undefined) ?? null,
    translucent:
      (main.translucent.parts.find(({ set }) => set === world)?.draws as TranslucentChunks) ?? null,
    settings,
    cull(camera) {
      const moment = { settings, exposure: 1, time: 0 };
      // Another probe of the context may have written its clusters.
      seen.view.uploadedVersion = 0;
      updateCameraView(
        context,
        seen,
        { scene, areas: null, fog: scene.fog },
        camera,
        width,
        height,
        false,
        moment,
      );
      context.frame.upload();
      const encoder = gpu.device.createCommandEncoder({ label: "test/cull" });
      encodeListReset(encoder, [main]);
      const pass = encoder.beginComputePass();
      encodeEarlyCull(pass, context.frame.views, [main]);
      pass.end();
      gpu.device.queue.submit([encoder.finish()]);
    },
    readArgs: async (place) => (await readWords(gpu, drawn.buffer)).subarray(place.args),
    readLists: async (place) =>
      (await readWords(gpu, drawn.buffer)).subarray(drawn.listOffset(place) / 4),
    async readRows({ firstRow }, count) {
      const words = await readWords(gpu, states);
      const stride = ROW_STATE.strideBytes / 4;
      const wordsOf = (at: number) =>
        Uint32Array.from({ length: count }, (_, row) => words[(firstRow + row) * stride + at / 4]);
      const flags = wordsOf(ROW_STATE.flags);
      return {
        inView: Uint8Array.from(flags, (word) => ((word & ROW_IN_VIEW) !== 0 ? 1 : 0)),
        mask: wordsOf(ROW_STATE.mask),
      };
    },
    destroy() {
      destroyMapDraws(context, map);
      destroyBuffer(gpu, pyramid);
    },
  };
}

async function readWords(gpu: Gpu, buffer: GPUBuffer): Promise<Uint32Array> {
  return new Uint32Array((await readBuffer(gpu, buffer)).buffer);
}
