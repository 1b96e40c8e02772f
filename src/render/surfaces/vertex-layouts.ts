/** Vertex layout of the world, from the table that defines its vertices. */

import { WORLD_VERTEX } from "../../map/world.ts";

export const WORLD_ATTRIBUTES: GPUVertexAttribute[] = [
  { shaderLocation: 0, offset: WORLD_VERTEX.position, format: "float32x3" },
  { shaderLocation: 1, offset: WORLD_VERTEX.texCoord, format: "float32x2" },
  { shaderLocation: 2, offset: WORLD_VERTEX.lightmapCoord, format: "float32x2" },
  { shaderLocation: 3, offset: WORLD_VERTEX.blend, format: "unorm8x4" },
  { shaderLocation: 4, offset: WORLD_VERTEX.surface, format: "uint32" },
  { shaderLocation: 5, offset: WORLD_VERTEX.styles, format: "uint8x4" },
  { shaderLocation: 6, offset: WORLD_VERTEX.normal, format: "snorm8x4" },
  { shaderLocation: 7, offset: WORLD_VERTEX.tangent, format: "snorm8x4" },
];

/** Vertices of `shaders/surfaces/world.wgsl`. */
export const WORLD_VERTEX_BUFFERS: GPUVertexBufferLayout[] = [
  { arrayStride: WORLD_VERTEX.strideBytes, attributes: WORLD_ATTRIBUTES },
];
