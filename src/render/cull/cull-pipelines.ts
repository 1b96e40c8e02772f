/** Compute pipelines of culling, and their bind group layouts. */

import type { Gpu } from "../../gpu/gpu.ts";
import { createComputePipeline, createShader } from "../../gpu/pipelines.ts";
import type { BindLayouts } from "../context/bind-layouts.ts";
import {
  type LazyPipeline,
  pipelineQueueOf,
  TURN_CULLING,
  TURN_OCCLUSION,
} from "../context/pipeline-queue.ts";

/** Bind groups of passes that test rows. All other passes have only group 0. */
export const GROUP_VISIBILITY = 1;
export const GROUP_ROWS = 2;

/** The two phases of a frame: rows that were visible before, and rows that have become visible. */
export const PHASE_EARLY = 0;
export const PHASE_LATE = 1;

export interface CullLayouts {
  readonly visibility: GPUBindGroupLayout;
  /** Layouts for rows tested triangle by triangle, and for rows tested whole. */
  readonly cullTriangles: GPUBindGroupLayout;
  readonly cullBoxes: GPUBindGroupLayout;
  readonly order: GPUBindGroupLayout;
  readonly scanGroups: GPUBindGroupLayout;
  readonly compact: GPUBindGroupLayout;
  readonly compactTranslucent: GPUBindGroupLayout;
}

type LazyCompute = LazyPipeline<GPUComputePipeline>;
/** A pipeline for each phase. */
export type Phases = readonly [early: LazyCompute, late: LazyCompute];

export interface CullPipelines {
  readonly layouts: CullLayouts;
  readonly cullWorld: Phases;
  readonly cullProps: Phases;
  readonly cullDetails: Phases;
  /** Like `cullDetails`, without a distance limit. */
  readonly cullBoxes: Phases;
  readonly cullDecals: Phases;
  readonly scanGroups: LazyCompute;
  readonly compactWorld: Phases;
  readonly compactProps: Phases;
  readonly orderWorld: LazyCompute;
  readonly orderProps: LazyCompute;
  /** Variants with one slot and with `TRANSLUCENT_SLOTS`. */
  readonly compactTranslucent: readonly [one: LazyCompute, many: LazyCompute];
  readonly pullProps: LazyCompute;
  readonly reduceTop: LazyCompute;
}

/**
 * Slots of the back-to-front list if several draw sets share it, see
 * `shaders/common/cull/order.wgsl`.
 */
export const TRANSLUCENT_SLOTS = 8;

function createCullLayouts(device: GPUDevice): CullLayouts {
  const visibility = GPUShaderStage.COMPUTE;
  /**
   * `r`: read-only storage, `w`: writable storage, space: no binding. With the view's two, a layout
   * has at most seven of the eight storage buffers that every device has.
   */
  const layout = (name: string, kinds: string) =>
    device.createBindGroupLayout({
      label: `render/${name}`,
      entries: [...kinds].flatMap((kind, binding): GPUBindGroupLayoutEntry[] => {
        if (kind === " ") return [];
        const type = kind === "r" ? "read-only-storage" : "storage";
        return [{ binding, visibility, buffer: { type } }];
      }),
    });
  return {
    visibility: layout("visibility", "rr"),
    cullTriangles: layout("cull-triangles", "rrrww"),
    cullBoxes: layout("cull-boxes", "rr ww"),
    order: layout("order", "rrrrw"),
    scanGroups: layout("scan-groups", "w"),
    compact: layout("compact", "rrrrrww"),
    compactTranslucent: layout("compact-translucent", "rrrrww"),
  };
}

/** Inches, larger than any distance in a map. */
const UNLIMITED = 1e9;

/**
 * Creates the pipelines lazily: each is compiled on request, and the shader code is loaded with the
 * first.
 */
export function createCullPipelines(
  gpu: Gpu,
  { frame, depthPyramid }: Pick<BindLayouts, "frame" | "depthPyramid">,
): CullPipelines {
  const queue = pipelineQueueOf(gpu);
  const layouts = createCullLayouts(gpu.device);
  const compute = (
    name: string,
    code: keyof typeof import("./cull-shaders.ts"),
    bindGroupLayouts: GPUBindGroupLayout[],
  ): ((variant?: ComputeVariant) => LazyCompute) => {
    const create = async () =>
      createShader(gpu, `render/${name}`, (await import("./cull-shaders.ts"))[code]);
    let module: Promise<GPUShaderModule> | null = null;
    return ({ constants, entryPoint = "computeMain", turn = TURN_CULLING } = {}) =>
      queue.lazy(async () => {
        module ??= create();
        return createComputePipeline(gpu, {
          label: `render/${name}`,
          layout: gpu.device.createPipelineLayout({ label: `render/${name}`, bindGroupLayouts }),
          compute: { module: await module, entryPoint, constants },
        });
      }, turn);
  };
  const phases = (
    make: (variant: ComputeVariant) => LazyCompute,
    constants: Record<string, number> = {},
  ): Phases => [
    make({ constants: { ...constants, isLate: 0 } }),
    make({ constants: { ...constants, isLate: 1 }, turn: TURN_OCCLUSION }),
  ];
  const alone = { constants: { slotCount: 1 } };
  const mixed = { constants: { slotCount: TRANSLUCENT_SLOTS } };
  const rows = (set: GPUBindGroupLayout) => [frame, layouts.visibility, set];
  const translucent = [layouts.compactTranslucent];
  const pyramid = compute("depth-pyramid", "depthPyramid", [frame, depthPyramid]);
  const gather = compute("compact-translucent", "compactTranslucent", translucent);
  const boxes = compute("cull-details", "cullDetails", rows(layouts.cullBoxes));
  return {
    layouts,
    cullWorld: phases(compute("cull-world", "cullWorld", rows(layouts.cullTriangles))),
    cullProps: phases(compute("cull-props", "cullProps", rows(layouts.cullBoxes))),
    cullDecals: phases(compute("cull-decals", "cullDecals", rows(layouts.cullBoxes))),
    cullDetails: phases(boxes),
    cullBoxes: phases(boxes, { reach: UNLIMITED }),
    scanGroups: compute("scan-groups", "scanGroups", [layouts.scanGroups])(),
    compactWorld: phases(compute("compact-world", "compactWorld", [layouts.compact])),
    compactProps: phases(compute("compact-props", "compactProps", [layouts.compact])),
    orderWorld: compute("order-world", "orderWorld", rows(layouts.order))(),
    orderProps: compute("order-props", "orderProps", rows(layouts.order))(),
    compactTranslucent: [gather(alone), gather(mixed)],
    pullProps: compute("pull-props", "pullProps", translucent)(mixed),
    reduceTop: pyramid({ entryPoint: "reduceTop", turn: TURN_OCCLUSION }),
  };
}

interface ComputeVariant {
  readonly constants?: Record<string, number>;
  readonly entryPoint?: string;
  readonly turn?: number;
}
