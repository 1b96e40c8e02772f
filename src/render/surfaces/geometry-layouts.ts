/** Vertex layouts of what comes beside the world, made from the tables that its vertices are written by. */

import { DECAL_VERTEX } from "../../map/decals.ts";
import { DETAIL_VERTEX } from "../../map/details.ts";
import { PROP_VERTEX } from "../../map/props.ts";
import { WORLD_ATTRIBUTES } from "./vertex-layouts.ts";

/** `shaders/surfaces/world.wgsl`, of decals. */
export const DECAL_VERTEX_BUFFERS: GPUVertexBufferLayout[] = [
  {
    arrayStride: DECAL_VERTEX.strideBytes,
    attributes: [
      ...WORLD_ATTRIBUTES,
      { shaderLocation: 8, offset: DECAL_VERTEX.fadeOrigin, format: "float32x3" },
      { shaderLocation: 9, offset: DECAL_VERTEX.fadeRange, format: "float32x2" },
    ],
  },
];

/** Bytes of a row of the buffer in slot 2 of a prop draw: its material. */
export const PROP_DRAW_ROW_BYTES = 4;

/** `shaders/surfaces/props.wgsl`: vertices, instance ids, and a row that all instances of a draw share. */
export const PROP_VERTEX_BUFFERS: GPUVertexBufferLayout[] = [
  {
    arrayStride: PROP_VERTEX.strideBytes,
    attributes: [
      { shaderLocation: 0, offset: PROP_VERTEX.position, format: "float32x3" },
      { shaderLocation: 1, offset: PROP_VERTEX.texCoord, format: "float32x2" },
      { shaderLocation: 2, offset: PROP_VERTEX.normal, format: "snorm8x4" },
      { shaderLocation: 3, offset: PROP_VERTEX.boneIndex, format: "uint8x4" },
      { shaderLocation: 4, offset: PROP_VERTEX.boneWeight, format: "unorm16x4" },
      { shaderLocation: 5, offset: PROP_VERTEX.tangent, format: "snorm8x4" },
    ],
  },
  {
    arrayStride: 4,
    stepMode: "instance",
    attributes: [{ shaderLocation: 6, offset: 0, format: "uint32" }],
  },
  {
    // Stride 0: every instance reads the same row, the one at the bound offset.
    arrayStride: 0,
    stepMode: "instance",
    attributes: [{ shaderLocation: 7, offset: 0, format: "uint32" }],
  },
];

/** `shaders/surfaces/details.wgsl`. */
export const DETAIL_VERTEX_BUFFERS: GPUVertexBufferLayout[] = [
  {
    arrayStride: DETAIL_VERTEX.strideBytes,
    attributes: [
      { shaderLocation: 0, offset: DETAIL_VERTEX.origin, format: "float32x3" },
      { shaderLocation: 1, offset: DETAIL_VERTEX.offset, format: "float32x3" },
      { shaderLocation: 2, offset: DETAIL_VERTEX.texCoord, format: "float32x2" },
      { shaderLocation: 3, offset: DETAIL_VERTEX.light, format: "float32x3" },
      { shaderLocation: 4, offset: DETAIL_VERTEX.facing, format: "uint8x4" },
      { shaderLocation: 5, offset: DETAIL_VERTEX.firstLight, format: "uint32" },
      { shaderLocation: 6, offset: DETAIL_VERTEX.sway, format: "snorm16x4" },
    ],
  },
];
