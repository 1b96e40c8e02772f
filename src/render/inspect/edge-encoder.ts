/**
 * Encodes draws of lists of indices so that their shaders count through the list and read it themselves: each
 * vertex is of one triangle then, and knows which of its corners it is. The arguments, which the GPU writes, stay as they are.
 */

import type { Gpu } from "../../gpu/gpu.ts";
import type { Owner } from "../../gpu/resource-group.ts";
import { createBufferWith, destroyBuffer } from "../../gpu/resources.ts";
import { GROUP_BEHIND } from "../context/bind-layouts.ts";
import type { DrawEncoder } from "../draws/shading.ts";
import type { Sheet } from "./sheet.ts";

export interface EdgeEncoders extends Owner {
  readonly wrap: (encoder: DrawEncoder) => DrawEncoder;
}

export function createEdgeEncoders(gpu: Gpu, sheet: Sheet): EdgeEncoders {
  /** 0, 1, 2 …; all that were made, as bundles hold those before. */
  const counting: GPUBuffer[] = [];
  const groups = new WeakMap<GPUBuffer, GPUBindGroup>();

  function countTo(length: number): GPUBuffer {
    const last = counting.at(-1);
    if (last !== undefined && last.size >= length * 4) return last;
    const numbers = Uint32Array.from({ length }, (_, i) => i);
    const { INDEX } = GPUBufferUsage;
    const made = createBufferWith(gpu, "render/inspect-counting", "frame", INDEX, numbers);
    counting.push(made);
    return made;
  }

  return {
    wrap(encoder) {
      let vertices: GPUBuffer | null = null;
      let indices: GPUBuffer | null = null;
      encoder.setBindGroup(GROUP_BEHIND, sheet.bindGroup);
      const wrapped: Partial<DrawEncoder> = {
        setPipeline: (pipeline) => encoder.setPipeline(pipeline),
        setBindGroup: (index: number, group: GPUBindGroup | null) =>
          encoder.setBindGroup(index, group),
        setVertexBuffer(slot, buffer, offset, size) {
          if (slot === 0) vertices = buffer as GPUBuffer;
          encoder.setVertexBuffer(slot, buffer, offset, size);
        },
        setIndexBuffer(buffer) {
          indices = buffer as GPUBuffer;
          encoder.setIndexBuffer(countTo(indices.size / 4), "uint32");
        },
        drawIndirect(args, offset) {
          encoder.setBindGroup(GROUP_BEHIND, sheet.bindGroup);
          encoder.drawIndirect(args, offset);
        },
        draw: (...counts: Parameters<DrawEncoder["draw"]>) => encoder.draw(...counts),
        drawIndexedIndirect(args, offset) {
          if (vertices === null || indices === null) return;
          let group = groups.get(indices);
          if (group === undefined) {
            group = sheet.bindEdges(indices, vertices);
            groups.set(indices, group);
          }
          encoder.setBindGroup(GROUP_BEHIND, group);
          encoder.drawIndexedIndirect(args, offset);
        },
      };
      return wrapped as DrawEncoder;
    },
    destroy() {
      for (const buffer of counting) destroyBuffer(gpu, buffer);
    },
  };
}
