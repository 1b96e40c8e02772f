/** The compute pipelines of culling, and the layouts of what they read and write. */

import compactPropsCode from "../../../shaders/compact-props.wgsl";
import compactTranslucentCode from "../../../shaders/compact-translucent.wgsl";
import compactWorldCode from "../../../shaders/compact-world.wgsl";
import cullPropsCode from "../../../shaders/cull-props.wgsl";
import cullWorldCode from "../../../shaders/cull-world.wgsl";
import depthPyramidCode from "../../../shaders/depth-pyramid.wgsl";
import orderPropsCode from "../../../shaders/order-props.wgsl";
import orderWorldCode from "../../../shaders/order-world.wgsl";
import pullPropsCode from "../../../shaders/pull-props.wgsl";
import scanGroupsCode from "../../../shaders/scan-groups.wgsl";
import type { Gpu } from "../../gpu/gpu.ts";
import { createComputePipeline, createShader } from "../../gpu/pipelines.ts";
import type { BindLayouts } from "../context/bind-layouts.ts";

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

type Phases = readonly [early: GPUComputePipeline, late: GPUComputePipeline];

export interface CullPipelines {
  readonly layouts: CullLayouts;
  readonly cullWorld: Phases;
  readonly cullProps: Phases;
  readonly scanGroups: GPUComputePipeline;
  readonly compactWorld: Phases;
  readonly compactProps: Phases;
  readonly orderWorld: GPUComputePipeline;
  readonly orderProps: GPUComputePipeline;
  /** With one slot, and with `TRANSLUCENT_SLOTS`. */
  readonly compactTranslucent: readonly [one: GPUComputePipeline, many: GPUComputePipeline];
  readonly pullProps: GPUComputePipeline;
  readonly reduceTop: GPUComputePipeline;
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

/** @throws GpuError `validation` */
export async function createCullPipelines(
  gpu: Gpu,
  { frame, depthPyramid }: Pick<BindLayouts, "frame" | "depthPyramid">,
): Promise<CullPipelines> {
  const layouts = createCullLayouts(gpu.device);
  const compute = async (
    name: string,
    code: string,
    bindGroupLayouts: GPUBindGroupLayout[],
    variants: readonly { constants?: Record<string, number>; entryPoint?: string }[] = [{}],
  ) => {
    const module = await createShader(gpu, `render/${name}`, code);
    const layout = gpu.device.createPipelineLayout({ label: `render/${name}`, bindGroupLayouts });
    return Promise.all(
      variants.map(({ constants, entryPoint = "computeMain" }) =>
        createComputePipeline(gpu, {
          label: `render/${name}`,
          layout,
          compute: { module, entryPoint, constants },
        }),
      ),
    );
  };
  const phases = [{ constants: { isLate: 0 } }, { constants: { isLate: 1 } }];
  const slots = [{ constants: { slotCount: 1 } }, { constants: { slotCount: TRANSLUCENT_SLOTS } }];
  const rows = (set: GPUBindGroupLayout) => [frame, layouts.visibility, set];
  const made = await Promise.all([
    compute("cull-world", cullWorldCode, rows(layouts.cullWorld), phases),
    compute("cull-props", cullPropsCode, rows(layouts.cullProps), phases),
    compute("scan-groups", scanGroupsCode, [layouts.scanGroups]),
    compute("compact-world", compactWorldCode, [layouts.compact], phases),
    compute("compact-props", compactPropsCode, [layouts.compact], phases),
    compute("order-world", orderWorldCode, rows(layouts.orderWorld)),
    compute("order-props", orderPropsCode, rows(layouts.orderProps)),
    compute("compact-translucent", compactTranslucentCode, [layouts.compactTranslucent], slots),
    compute("pull-props", pullPropsCode, [layouts.compactTranslucent], slots.slice(1)),
    compute(
      "depth-pyramid",
      depthPyramidCode,
      [frame, depthPyramid],
      [{ entryPoint: "reduceTop" }],
    ),
  ]);
  const pair = (pipelines: GPUComputePipeline[]): Phases => [pipelines[0], pipelines[1]];
  return {
    layouts,
    cullWorld: pair(made[0]),
    cullProps: pair(made[1]),
    scanGroups: made[2][0],
    compactWorld: pair(made[3]),
    compactProps: pair(made[4]),
    orderWorld: made[5][0],
    orderProps: made[6][0],
    compactTranslucent: pair(made[7]),
    pullProps: made[8][0],
    reduceTop: made[9][0],
  };
}
