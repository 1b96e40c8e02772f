/** Reads a world vertex as the vertex layout passes it to a shader. */

import type { MapScene } from "../../../src/map/types.ts";
import { WORLD_VERTEX } from "../../../src/map/world.ts";

export interface WorldVertex {
  readonly position: number[];
  readonly texCoord: number[];
  readonly lightmapCoord: number[];
  readonly normal: number[];
  readonly tangent: number[];
  /** Sign of the binormal, which is cross(normal, tangent) times this. */
  readonly handed: number;
  readonly surface: number;
  readonly styles: number[];
}

export function readWorldVertex({ world }: MapScene, vertex: number): WorldVertex {
  const view = new DataView(world.vertices.buffer, world.vertices.byteOffset);
  const at = vertex * WORLD_VERTEX.strideBytes;
  const floats = (offset: number, count: number) =>
    Array.from({ length: count }, (_, i) => view.getFloat32(at + offset + i * 4, true));
  const snorms = (offset: number) => [0, 1, 2].map((i) => view.getInt8(at + offset + i) / 127);
  return {
    position: floats(WORLD_VERTEX.position, 3),
    texCoord: floats(WORLD_VERTEX.texCoord, 2),
    lightmapCoord: floats(WORLD_VERTEX.lightmapCoord, 2),
    normal: snorms(WORLD_VERTEX.normal),
    tangent: snorms(WORLD_VERTEX.tangent),
    handed: view.getInt8(at + WORLD_VERTEX.tangent + 3) / 127,
    surface: view.getUint32(at + WORLD_VERTEX.surface, true),
    styles: [0, 1, 2, 3].map((i) => view.getUint8(at + WORLD_VERTEX.styles + i)),
  };
}
