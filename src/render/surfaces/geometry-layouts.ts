/** Vertex layouts of geometry other than the world, from the tables that define its vertices. */

import { DECAL_VERTEX } from "../../map/decals.ts";
import { DETAIL_VERTEX } from "../../map/details.ts";
import { PROP_VERTEX } from "../../map/props.ts";
import { WORLD_ATTRIBUTES } from "./vertex-layouts.ts";

/** Decal vertices of `shaders/surfaces/world.wgsl`. */
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

/** Size in bytes of a prop draw's row in slot 2, which holds its material. */
export const PROP_DRAW_ROW_BYTES = 4;

/**
 * Buffers of `shaders/surfaces/props.wgsl`: vertices, instance ids, and a row shared by all
 * instances of a draw.
 */
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
    // Stride 0: all instances read the row at the bound offset.
    arrayStride: 0,
    stepMode: "instance",
    attributes: [{ shaderLocation: 7, offset: 0, format: "uint32" }],
  },
];

/** Vertices of `shaders/surfaces/details.wgsl`. */
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
