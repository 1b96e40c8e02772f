/** What a map's props are on the GPU, whatever lamps light them and whoever looks at them. */

import type { Gpu } from "../../gpu/gpu.ts";
import { buildOwner, type Owner } from "../../gpu/resource-group.ts";
import type { PropLight, PropSet } from "../../map/props.ts";
import type { Cullable } from "../../visibility/cull.ts";
import type { RenderContext } from "../context/render-context.ts";
import { createMaterialTable, type MaterialTable } from "../materials/material-table.ts";
import { addPosedProps, expandPalette } from "./posed-props.ts";
import { packInstances, writeInstanceLight } from "./prop-instances.ts";

/** The models and their instances. */
export interface PropGeometry extends Owner {
  readonly set: PropSet;
  /** The instances as the CPU reference reads them. */
  readonly cullable: Cullable;
  readonly materials: MaterialTable;
  readonly vertices: GPUBuffer;
  readonly indices: GPUBuffer;
  readonly instances: GPUBuffer;
  readonly bones: GPUBuffer;
  readonly clusters: GPUBuffer;
}

/** @throws GpuError `limit`; nothing is left behind then */
export function createPropGeometry(context: RenderContext, set: PropSet): PropGeometry {
  const { VERTEX, INDEX, STORAGE } = GPUBufferUsage;
  return buildOwner(context.gpu, (group) => {
    const filled = (name: string, usage: number, data: ArrayBufferView) =>
      group.bufferWith(`render/prop-${name}`, "props", usage | STORAGE, data);
    const { motion = null } = set;
    const bones = filled("bones", GPUBufferUsage.COPY_SRC, expandPalette(set, motion));
    const clusters = filled("clusters", 0, set.clusters);
    const instances = filled("instances", GPUBufferUsage.COPY_SRC, packInstances(set));
    if (motion !== null) addPosedProps(group, context, set, motion, clusters, bones, instances);
    return {
      set,
      cullable: {
        count: set.instanceCount,
        box: set.instanceBox,
        firstCluster: set.instanceFirstCluster,
        clusterCount: set.instanceClusterCount,
        clusters: set.clusters,
      },
      materials: createMaterialTable(group, context, "props", set.materials),
      vertices: filled("vertices", VERTEX, set.vertices),
      indices: filled("indices", INDEX, set.indices),
      instances,
      bones,
      clusters,
    };
  });
}

/** Writes what lights the instances, but for the lamps and what is baked, which are buffers of their own. */
export function relightProps(gpu: Gpu, geometry: PropGeometry, light: PropLight): void {
  const { set, instances } = geometry;
  const rows = packInstances(set);
  writeInstanceLight(rows, light);
  gpu.device.queue.writeBuffer(instances, 0, rows);
}
