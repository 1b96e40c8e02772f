/** What volumes and signs are drawn with. */

import markCode from "../../../shaders/surfaces/marks.wgsl";
import type { Gpu } from "../../gpu/gpu.ts";
import { createRenderPipeline, createShader } from "../../gpu/pipelines.ts";
import { oncePerDevice } from "../context/device-cache.ts";
import { type LazyPipeline, pipelineQueueOf } from "../context/pipeline-queue.ts";
import { bindLayoutsOf } from "../context/shared-resources.ts";
import { COLOR_FORMAT, DEPTH_FORMAT } from "../targets/formats.ts";
import { MARK_ROW } from "./solid-rows.ts";

export type MarkForm = "solid" | "marker";

export type MarkPipelines = (
  form: MarkForm,
  samples: number,
  isOver: boolean,
) => LazyPipeline<GPURenderPipeline>;

/** By what is drawn, how many samples a pixel has, and whether it is drawn over all. */
export const markPipelinesOf = oncePerDevice((gpu): MarkPipelines => {
  const made = new Map<number, LazyPipeline<GPURenderPipeline>>();
  const { lazy } = pipelineQueueOf(gpu);
  return (form, samples, isOver) => {
    const key = samples * 4 + Number(isOver) * 2 + Number(form === "marker");
    let pipeline = made.get(key);
    if (pipeline === undefined) {
      pipeline = lazy(() => createPipeline(gpu, form, samples, isOver));
      made.set(key, pipeline);
    }
    return pipeline;
  };
});

/** In the scene, and over all of it. */
const COMPARE = ["greater-equal", "always"] as const;

async function createPipeline(
  gpu: Gpu,
  form: MarkForm,
  samples: number,
  isOver: boolean,
): Promise<GPURenderPipeline> {
  const label = `render/marks-${form}`;
  const module = await createShader(gpu, label, markCode);
  const isMarker = form === "marker";
  // What is shown is multiplied by its cover already: a sign's rim is black, and a volume hides more than it covers.
  const over: GPUBlendComponent = { srcFactor: "one", dstFactor: "one-minus-src-alpha" };
  return createRenderPipeline(gpu, {
    label,
    layout: gpu.device.createPipelineLayout({ bindGroupLayouts: [bindLayoutsOf(gpu).frame] }),
    vertex: {
      module,
      entryPoint: isMarker ? "markerVertex" : "solidVertex",
      buffers: [
        {
          arrayStride: MARK_ROW.strideBytes,
          stepMode: isMarker ? "instance" : "vertex",
          attributes: [
            { shaderLocation: 0, offset: MARK_ROW.position, format: "float32x3" },
            { shaderLocation: 1, offset: MARK_ROW.color, format: "unorm8x4" },
          ],
        },
      ],
    },
    fragment: {
      module,
      entryPoint: isMarker ? "markerFragment" : "solidFragment",
      targets: [{ format: COLOR_FORMAT, blend: { color: over, alpha: over } }],
    },
    // As windings of the format turn: clockwise seen from the front.
    primitive: { topology: "triangle-list", frontFace: "cw" },
    multisample: { count: samples },
    depthStencil: {
      format: DEPTH_FORMAT,
      depthWriteEnabled: false,
      depthCompare: COMPARE[Number(isOver)],
    },
  });
}
