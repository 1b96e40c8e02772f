/** The props pass: instances of models, a draw for each mesh of each LOD. */

import { assert } from "../core/errors.ts";
import type { Gpu } from "../gpu/gpu.ts";
import { buildOwner, type Owner } from "../gpu/resource-group.ts";
import { writeBytes } from "../gpu/resources.ts";
import type { PropLight, PropSet } from "../map/props.ts";
import type { Cullable } from "../visibility/cull.ts";
import { GROUP_FRAME, GROUP_SET, GROUP_TEXTURES } from "./bind-layouts.ts";
import { createMaterialTable, type MaterialTable } from "./material-table.ts";
import { buildPropBatches, type PropBatches } from "./prop-batches.ts";
import { packInstances, writeInstanceLight } from "./prop-instances.ts";
import type { RenderContext } from "./render-context.ts";
import { PROP_DRAW_ROW_BYTES } from "./vertex-layouts.ts";
import { DRAW_ARGS_WORDS } from "./world-batches.ts";

export interface PropDraws extends Owner {
  readonly set: PropSet;
  /** The instances as culling reads them. */
  readonly cullable: Cullable;
  readonly materials: MaterialTable;
  readonly batches: PropBatches;
  readonly vertices: GPUBuffer;
  readonly indices: GPUBuffer;
  readonly instances: GPUBuffer;
  readonly bakedLight: GPUBuffer;
  /** Compacted instance ids, a region a draw. */
  readonly ids: GPUBuffer;
  /** 0, 1, 2 …: for draws of one instance, chosen by `firstInstance`. */
  readonly identity: GPUBuffer;
  /** First bone and material, a row a draw. */
  readonly drawRows: GPUBuffer;
  readonly args: GPUBuffer;
  readonly bindGroup: GPUBindGroup;
  readonly bundles: readonly GPURenderBundle[];
}

/** @throws GpuError `limit` */
export function createPropDraws(context: RenderContext, set: PropSet): PropDraws {
  const { gpu, shared } = context;
  const { VERTEX, INDEX, STORAGE, INDIRECT, COPY_DST } = GPUBufferUsage;
  return buildOwner(gpu, (group) => {
    const filled = (name: string, usage: number, data: ArrayBufferView) =>
      group.bufferWith(`render/prop-${name}`, "props", usage, data);
    const empty = (name: string, usage: number, byteLength: number) =>
      group.buffer(`render/prop-${name}`, "props", usage | STORAGE | COPY_DST, byteLength);

    const materials = createMaterialTable(group, shared, "props", set.materials);
    const batches = buildPropBatches(set, materials);
    const instances = filled("instances", STORAGE, packInstances(set));
    const bones = filled("bones", STORAGE, set.bonePalette);
    const bakedLight = filled("baked-light", STORAGE, set.light.baked);
    const identity = Uint32Array.from({ length: set.instanceCount }, (_, i) => i);
    const draws = {
      set,
      cullable: cullableOf(set),
      materials,
      batches,
      vertices: filled("vertices", VERTEX, set.vertices),
      indices: filled("indices", INDEX, set.indices),
      instances,
      bakedLight,
      ids: empty("ids", VERTEX, batches.ids.byteLength),
      identity: filled("identity", VERTEX, identity),
      drawRows: filled("draw-rows", VERTEX, packDrawRows(set)),
      args: empty("args", INDIRECT, batches.args.byteLength),
      bindGroup: gpu.device.createBindGroup({
        label: "render/props",
        layout: shared.layouts.props,
        entries: [
          { binding: 0, resource: { buffer: materials.rows } },
          { binding: 1, resource: { buffer: instances } },
          { binding: 2, resource: { buffer: bones } },
          { binding: 3, resource: { buffer: bakedLight } },
        ],
      }),
    };
    return { ...draws, bundles: [recordProps(context, draws)] };
  });
}

function cullableOf(set: PropSet): Cullable {
  return {
    count: set.instanceCount,
    box: set.instanceBox,
    firstCluster: set.instanceFirstCluster,
    clusterCount: set.instanceClusterCount,
    clusters: set.clusters,
  };
}

/** What all instances of a draw share: the first bone of its variant, its material. */
function packDrawRows(set: PropSet): Uint32Array {
  const rows = new Uint32Array((set.drawCount * PROP_DRAW_ROW_BYTES) / 4);
  for (let draw = 0; draw < set.drawCount; draw++) {
    rows[draw * 2] = set.variantFirstBone[set.drawVariant[draw]];
    rows[draw * 2 + 1] = set.drawMaterial[draw];
  }
  return rows;
}

function recordProps(
  context: RenderContext,
  draws: Omit<PropDraws, "bundles" | "destroy">,
): GPURenderBundle {
  const { set, batches, materials } = draws;
  const encoder = context.gpu.device.createRenderBundleEncoder({
    label: "render/props",
    ...context.targetLayout,
  });
  encoder.setBindGroup(GROUP_FRAME, context.frame.bindGroup);
  encoder.setBindGroup(GROUP_SET, draws.bindGroup);
  encoder.setVertexBuffer(0, draws.vertices);
  encoder.setIndexBuffer(draws.indices, "uint32");
  for (const draw of batches.sorted) {
    const material = set.drawMaterial[draw];
    encoder.setPipeline(context.pipelines.props[materials.pipeline[material]]);
    encoder.setBindGroup(GROUP_TEXTURES, materials.textureGroups[materials.textureGroup[material]]);
    encoder.setVertexBuffer(1, draws.ids, batches.firstId[draw] * 4);
    encoder.setVertexBuffer(2, draws.drawRows, draw * PROP_DRAW_ROW_BYTES, PROP_DRAW_ROW_BYTES);
    encoder.drawIndexedIndirect(draws.args, draw * DRAW_ARGS_WORDS * 4);
  }
  return encoder.finish({ label: "render/props" });
}

/** Uploads what gathering changed. */
export function uploadPropDraws(gpu: Gpu, draws: PropDraws): void {
  const { batches } = draws;
  const { queue } = gpu.device;
  const { dirtyFrom, dirtyTo } = batches;
  if (dirtyFrom < dirtyTo) {
    queue.writeBuffer(draws.ids, dirtyFrom * 4, batches.ids, dirtyFrom, dirtyTo - dirtyFrom);
  }
  if (batches.areArgsDirty) queue.writeBuffer(draws.args, 0, batches.args);
  batches.areArgsDirty = false;
}

/** Swaps what lights the instances. */
export function relightProps(gpu: Gpu, draws: PropDraws, light: PropLight): void {
  const rows = packInstances(draws.set);
  writeInstanceLight(rows, light);
  gpu.device.queue.writeBuffer(draws.instances, 0, rows);
  assert(light.baked.length === draws.set.light.baked.length, "baked light of another size");
  writeBytes(gpu, draws.bakedLight, light.baked);
}
