/**
 * The decals as a draw source: the world's shaders draw them, by the world's lightmaps, when all opaque surfaces
 * are there and before what is translucent.
 */

import { buildOwner, type Owner } from "../../gpu/resource-group.ts";
import type { DecalSet } from "../../map/decals.ts";
import type { MapScene } from "../../map/types.ts";
import { type ChunkGeometry, type ChunkKind, createChunkDraws } from "../chunks/chunk-draws.ts";
import type { RenderContext } from "../context/render-context.ts";
import type { DrawSource, Keep, MakeSource } from "../draws/draw-set.ts";
import { setNumber } from "../draws/set-names.ts";
import { createMaterialTable } from "../materials/material-table.ts";
import { addSilhouettes } from "../shadows/add-silhouettes.ts";
import { addBlobs } from "../shadows/blob-shadows.ts";
import { shadowMode } from "../shadows/shadow-mode.ts";
import { FORM_DECALS } from "../surfaces/pipeline-key.ts";
import type { RenderSettings } from "../types.ts";
import { bindWorld } from "../world/bind-world.ts";
import type { WorldSource } from "../world/world-source.ts";
import { lightDecalVertices } from "./lit-vertices.ts";

/** What does not change with the map's light. */
interface DecalGeometry extends Omit<ChunkGeometry, "vertexBuffer"> {
  readonly set: DecalSet;
  readonly name: DecalName;
}

/** Sets of what lies on surfaces, and what switches each. */
const SWITCHES = {
  decals: ({ decals }: RenderSettings) => decals,
  shadows: (settings: RenderSettings) => shadowMode(settings) !== "off",
};
export type DecalName = keyof typeof SWITCHES;

export const decalSource =
  (set: DecalSet, name: DecalName): MakeSource =>
  (context, keep, scene) => {
    const { STORAGE } = GPUBufferUsage;
    const geometry: DecalGeometry = keep(
      buildOwner(context.gpu, (group) => {
        const filled = (part: string, data: ArrayBufferView) =>
          group.bufferWith(`render/${name}-${part}`, name, STORAGE, data);
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
          indexBuffer: filled("indices", set.indices),
          clusterBuffer: filled("clusters", set.chunks.clusters),
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
  const lit: Owner & { readonly vertexBuffer: GPUBuffer } = keep(
    buildOwner(context.gpu, (group) => {
      const vertices = lightDecalVertices(set, scene.world);
      const { VERTEX } = GPUBufferUsage;
      const label = `render/${name}-vertices`;
      const vertexBuffer = group.bufferWith(label, name, VERTEX, vertices);
      addBlobs(group, context, set, vertices, vertexBuffer);
      return { vertexBuffer };
    }),
  );
  const kindOf = (bindGroup: GPUBindGroup): ChunkKind => ({
    name,
    pass: "decals",
    isOn: SWITCHES[name],
    form: FORM_DECALS,
    bindGroup,
    test: ({ cullDecals }) => cullDecals,
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
    relight: (context, keepLit, relit) => ({
      source: lightSource(context, keepLit, geometry, relit),
      finish: () => undefined,
    }),
    createDrawSet(context, frame, filter, sources) {
      // Its lightmaps are those of the world that is drawn with them, in whatever light.
      const world = sources.find(({ name }) => name === "world") as WorldSource;
      const kind = kindOf(bindWorld(context, `render/${name}`, materials, world.geometry));
      return createChunkDraws(context, kind, { ...geometry, ...lit }, frame, filter);
    },
  };
}
