/**
 * Draw source of decals. The world's shaders draw them with the world's lightmaps, after all opaque
 * surfaces and before translucent ones.
 */

import { buildOwner, type Owner } from "../../gpu/resource-group.ts";
import { DECAL_VERTEX, type DecalSet } from "../../map/decals.ts";
import type { MapScene, WorldMesh } from "../../map/types.ts";
import { SURFACE, WORLD_VERTEX } from "../../map/world.ts";
import { type ChunkGeometry, type ChunkKind, createChunkDraws } from "../chunks/chunk-draws.ts";
import type { RenderContext } from "../context/render-context.ts";
import type { DrawSource, Keep, LitDecals, MakeSource } from "../draws/draw-set.ts";
import { setNumber } from "../draws/set-names.ts";
import { createMaterialTable } from "../materials/material-table.ts";
import { PART_DECALS } from "../shader-constants.ts";
import { addBlobs, addSilhouettes } from "../shadows/shadow-decals.ts";
import { shadowMode } from "../shadows/shadow-mode.ts";
import { FORM_DECALS } from "../surfaces/pipeline-key.ts";
import type { RenderSettings } from "../types.ts";
import { bindWorld } from "../world/bind-world.ts";
import type { WorldSource } from "../world/world-source.ts";

// A decal takes the light of the surface that it lies on, with LDR and HDR lightmaps alike.

const STRIDE_WORDS = DECAL_VERTEX.strideBytes / 4;
const WORLD_STRIDE_WORDS = WORLD_VERTEX.strideBytes / 4;
const MATERIAL_MASK = 2 ** SURFACE.materialBits - 1;

/**
 * Returns the decals' vertices with lightmap coordinates of a world mesh. A decal whose corners
 * that mesh lacks stays unlit.
 */
export function lightDecalVertices(
  { vertexCount, vertices, corners, weights }: DecalSet,
  world: WorldMesh,
): Uint8Array {
  const lit = vertices.slice();
  const floats = new Float32Array(lit.buffer);
  const words = new Uint32Array(lit.buffer);
  const worldFloats = new Float32Array(world.vertices.buffer, world.vertices.byteOffset);
  const worldWords = new Uint32Array(world.vertices.buffer, world.vertices.byteOffset);
  for (let vertex = 0; vertex < vertexCount; vertex++) {
    const [a, b, c] = corners.subarray(vertex * 3, vertex * 3 + 3);
    if (Math.max(a, b, c) >= world.vertexCount) continue;
    const word = vertex * STRIDE_WORDS;
    const first = a * WORLD_STRIDE_WORDS;
    const material = words[word + WORLD_VERTEX.surface / 4] & MATERIAL_MASK;
    words[word + WORLD_VERTEX.surface / 4] =
      ((worldWords[first + WORLD_VERTEX.surface / 4] & ~MATERIAL_MASK) | material) >>> 0;
    words[word + WORLD_VERTEX.styles / 4] = worldWords[first + WORLD_VERTEX.styles / 4];
    for (let axis = 0; axis < 2; axis++) {
      const at = WORLD_VERTEX.lightmapCoord / 4 + axis;
      const origin = worldFloats[first + at];
      const second = worldFloats[b * WORLD_STRIDE_WORDS + at] - origin;
      const third = worldFloats[c * WORLD_STRIDE_WORDS + at] - origin;
      floats[word + at] = origin + second * weights[vertex * 2] + third * weights[vertex * 2 + 1];
    }
  }
  return lit;
}

/** Data that is independent of the map's lighting. */
interface DecalGeometry extends Omit<ChunkGeometry, "vertexBuffer"> {
  readonly set: DecalSet;
  readonly name: DecalName;
}

/** Decal sets, and the settings that enable them. */
const SWITCHES = {
  decals: ({ decals }: RenderSettings) => decals,
  shadows: (settings: RenderSettings) => shadowMode(settings) !== "off",
};
export type DecalName = keyof typeof SWITCHES;

export const decalSource =
  (set: DecalSet, name: DecalName): MakeSource =>
  (context, keep, scene) => {
    const geometry: DecalGeometry = keep(
      buildOwner(context.gpu, (group) => {
        const materials = createMaterialTable(group, context, name, set.materials);
        return {
          set,
          name,
          chunks: set.chunks,
          indices: set.indices,
          materials: {
            ...materials,
            setTexture: addSilhouettes(group, context, set, materials),
          },
        };
      }),
    );
    return lightSource(context, keep, geometry, scene);
  };

function lightSource(
  context: RenderContext,
  keep: Keep,
  geometry: DecalGeometry,
  scene: MapScene,
): DrawSource {
  const { set, name, materials } = geometry;
  const lit: Owner & LitDecals = keep(
    buildOwner(context.gpu, (group) => {
      const vertices = lightDecalVertices(set, scene.world);
      const { VERTEX, STORAGE } = GPUBufferUsage;
      const label = `render/${name}-vertices`;
      const vertexBuffer = group.bufferWith(label, name, VERTEX | STORAGE, vertices);
      addBlobs(group, context, set, vertices, vertexBuffer);
      return { set, vertexBuffer };
    }),
  );
  const kindOf = (bindGroup: GPUBindGroup): ChunkKind => ({
    name,
    pass: "decals",
    isOn: SWITCHES[name],
    form: FORM_DECALS,
    bindGroup,
    part: PART_DECALS,
    reach: Number.POSITIVE_INFINITY,
    order: set.chunkOrder,
    count: (stats, _, chunks) => {
      stats[name] += chunks;
    },
  });
  return {
    name,
    number: setNumber(name),
    parts: [geometry, lit],
    materials,
    chunks: set.chunks,
    decals: lit,
    isMoving: (settings) => set.moving !== undefined && set.moving !== null && settings.animations,
    relight: (context, keepLit, relit) => ({
      source: lightSource(context, keepLit, geometry, relit),
      finish: () => undefined,
    }),
    createDrawSet(context, seen, sources) {
      // The decals use the lightmaps of the world source that is drawn with them.
      const world = sources.find(({ name }) => name === "world") as WorldSource;
      const kind = kindOf(bindWorld(context, `render/${name}`, materials, world.geometry));
      return createChunkDraws(context, kind, { ...geometry, ...lit }, seen);
    },
  };
}
