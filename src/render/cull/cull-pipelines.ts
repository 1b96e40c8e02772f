/** The compute pipelines of culling, and the layouts of what they read and write. */

import compactWorldCode from "../../../shaders/compact-world.wgsl";
import cullWorldCode from "../../../shaders/cull-world.wgsl";
import depthPyramidCode from "../../../shaders/depth-pyramid.wgsl";
import scanGroupsCode from "../../../shaders/scan-groups.wgsl";
import type { Gpu } from "../../gpu/gpu.ts";
import { createComputePipeline, createShader } from "../../gpu/pipelines.ts";
import type { BindLayouts } from "../context/bind-layouts.ts";
import { type LazyPipeline, pipelineQueueOf } from "../context/pipeline-queue.ts";

/** Bind groups of the passes that test rows; the others have one, which is 0. */
export const GROUP_VISIBILITY = 1;
export const GROUP_ROWS = 2;

/** The two phases of a frame: what was visible before, and what has come into view. */
export const PHASE_EARLY = 0;
export const PHASE_LATE = 1;

export interface CullLayouts {
  readonly visibility: GPUBindGroupLayout;
  readonly cullWorld: GPUBindGroupLayout;
  readonly cullProps: GPUBindGroupLayout;
  readonly orderWorld: GPUBindGroupLayout;
  readonly orderProps: GPUBindGroupLayout;
  readonly scanGroups: GPUBindGroupLayout;
  readonly compact: GPUBindGroupLayout;
  readonly compactTranslucent: GPUBindGroupLayout;
}

type LazyCompute = LazyPipeline<GPUComputePipeline>;
type Phases = readonly [early: LazyCompute, late: LazyCompute];

export interface CullPipelines {
  readonly layouts: CullLayouts;
  readonly cullWorld: Phases;
  readonly cullProps: Phases;
  readonly scanGroups: LazyCompute;
  readonly compactWorld: Phases;
  readonly compactProps: Phases;
  readonly orderWorld: LazyCompute;
  readonly orderProps: LazyCompute;
  /** With one slot, and with `TRANSLUCENT_SLOTS`. */
  readonly compactTranslucent: readonly [one: LazyCompute, many: LazyCompute];
  readonly pullProps: LazyCompute;
  readonly reduceTop: LazyCompute;
  /** Those of a map's first picture. */
  readonly first: readonly LazyCompute[];
}

/** Turns that draw sets take in being drawn back to front, where there are several. */
export const TRANSLUCENT_SLOTS = 8;

function createCullLayouts(device: GPUDevice): CullLayouts {
  const visibility = GPUShaderStage.COMPUTE;
  /** `r`: storage that is read, `w`: written too, ` `: no such binding. */
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
    cullWorld: layout("cull-world", "rrrrww"),
    cullProps: layout("cull-props", "rrww"),
    orderWorld: layout("order-world", "rrrrrw"),
    orderProps: layout("order-props", "rrr rw"),
    scanGroups: layout("scan-groups", "w"),
    compact: layout("compact", "rrrrrww"),
    compactTranslucent: layout("compact-translucent", "rrrrww"),
  };
}

/** Fetched with the first pipeline that takes one. */
const later = (name: keyof typeof import("./later-shaders.ts")) => async () =>
  (await import("./later-shaders.ts"))[name];

/** None is made before it is asked for. */
export function createCullPipelines(
  gpu: Gpu,
  { frame, depthPyramid }: Pick<BindLayouts, "frame" | "depthPyramid">,
): CullPipelines {
  const queue = pipelineQueueOf(gpu);
  const layouts = createCullLayouts(gpu.device);
  const compute = (
    name: string,
    code: string | (() => Promise<string>),
    bindGroupLayouts: GPUBindGroupLayout[],
  ): ((variant?: ComputeVariant) => LazyCompute) => {
    const create = async () =>
      createShader(gpu, `render/${name}`, typeof code === "string" ? code : await code());
    let module: Promise<GPUShaderModule> | null = null;
    return ({ constants, entryPoint = "computeMain", isPatient } = {}) =>
      queue.lazy(async () => {
        module ??= create();
        return createComputePipeline(gpu, {
          label: `render/${name}`,
          layout: gpu.device.createPipelineLayout({ label: `render/${name}`, bindGroupLayouts }),
          compute: { module: await module, entryPoint, constants },
        });
      }, isPatient);
  };
  const phases = (make: (variant: ComputeVariant) => LazyCompute): Phases => [
    make({ constants: { isLate: 0 } }),
    make({ constants: { isLate: 1 }, isPatient: true }),
  ];
  const alone = { constants: { slotCount: 1 } };
  const mixed = { constants: { slotCount: TRANSLUCENT_SLOTS } };
  const rows = (set: GPUBindGroupLayout) => [frame, layouts.visibility, set];
  const translucent = [layouts.compactTranslucent];
  const pyramid = compute("depth-pyramid", depthPyramidCode, [frame, depthPyramid]);
  const gather = compute("compact-translucent", later("compactTranslucent"), translucent);
  const cullWorld = phases(compute("cull-world", cullWorldCode, rows(layouts.cullWorld)));
  const compactWorld = phases(compute("compact-world", compactWorldCode, [layouts.compact]));
  const scanGroups = compute("scan-groups", scanGroupsCode, [layouts.scanGroups])();
  const reduceTop = pyramid({ entryPoint: "reduceTop", isPatient: true });
  return {
    layouts,
    cullWorld,
    cullProps: phases(compute("cull-props", later("cullProps"), rows(layouts.cullProps))),
    scanGroups,
    compactWorld,
    compactProps: phases(compute("compact-props", later("compactProps"), [layouts.compact])),
    orderWorld: compute("order-world", later("orderWorld"), rows(layouts.orderWorld))(),
    orderProps: compute("order-props", later("orderProps"), rows(layouts.orderProps))(),
    compactTranslucent: [gather(alone), gather(mixed)],
    pullProps: compute("pull-props", later("pullProps"), translucent)(mixed),
    reduceTop,
    first: [cullWorld[0], scanGroups, compactWorld[0]],
  };
}

interface ComputeVariant {
  readonly constants?: Record<string, number>;
  readonly entryPoint?: string;
  /** What only hides what is hidden: the picture is whole without. */
  readonly isPatient?: boolean;
}

/** Asks for all of some pipelines; whether they are there. */
export function areReady(pipelines: readonly LazyPipeline<unknown>[]): boolean {
  let isReady = true;
  for (const pipeline of pipelines) if (pipeline() === null) isReady = false;
  return isReady;
}
