/**
 * The translucent pass: what blends with what is behind it, drawn one by one, farthest first.
 * World chunks and props are sorted together: by the BSP's own order of leaves, then by distance.
 */

import type { CameraPose } from "../map/types.ts";
import type { Chunks } from "../map/world.ts";
import { GROUP_FRAME, GROUP_SET, GROUP_TEXTURES } from "./bind-layouts.ts";
import { MAX_SORT_ROWS, packSortKey, rowOfSortKey, sortKeys } from "./depth-sort.ts";
import type { MaterialTable } from "./material-table.ts";
import type { PropDraws } from "./prop-pass.ts";
import type { RenderContext } from "./render-context.ts";
import { PROP_DRAW_ROW_BYTES } from "./vertex-layouts.ts";
import type { WorldBatches } from "./world-batches.ts";
import type { WorldDraws, WorldGeometry } from "./world-pass.ts";

/** What is drawn in a frame, farthest first after `sortTranslucent`. */
export interface TranslucentList {
  /** Rows of chunks come first, then those of props; keys name rows. */
  readonly keys: Float64Array;
  count: number;
  /** Of this frame. */
  drawnIndices: number;
}

export function createTranslucentList(
  chunkCapacity: number,
  propCapacity: number,
): TranslucentList {
  const capacity = Math.min(chunkCapacity + propCapacity, MAX_SORT_ROWS);
  return { keys: new Float64Array(capacity), count: 0, drawnIndices: 0 };
}

function distanceToBox(box: Float32Array, row: number, camera: CameraPose): number {
  const i = row * 6;
  const x = (box[i] + box[i + 3]) / 2 - camera.x;
  const y = (box[i + 1] + box[i + 4]) / 2 - camera.y;
  const z = (box[i + 2] + box[i + 5]) / 2 - camera.z;
  return Math.sqrt(x * x + y * y + z * z);
}

/**
 * Sorts what gathering left to this pass.
 * @param rank of each leaf, from `writeLeafOrder`
 */
export function sortTranslucent(
  list: TranslucentList,
  camera: CameraPose,
  rank: Uint32Array,
  chunks: Chunks,
  world: WorldBatches,
  props: PropDraws | null,
): void {
  const { keys } = list;
  let count = 0;
  for (let row = 0; row < world.orderedCount && count < keys.length; row++) {
    const chunk = world.ordered[row];
    const distance = distanceToBox(chunks.box, chunk, camera);
    keys[count++] = packSortKey(rank[chunks.leaf[chunk]], distance, row);
  }
  if (props !== null) {
    const { set, batches } = props;
    for (let i = 0; i < batches.orderedCount && count < keys.length; i++) {
      const instance = batches.orderedInstance[i];
      const distance = distanceToBox(set.instanceBox, instance, camera);
      keys[count++] = packSortKey(
        rank[set.instanceLeaf[instance]],
        distance,
        world.orderedCount + i,
      );
    }
  }
  list.count = count;
  sortKeys(keys, count);
}

/** Draws the list. State is set only where it differs from the draw before. */
export function encodeTranslucent(
  pass: GPURenderPassEncoder,
  context: RenderContext,
  list: TranslucentList,
  geometry: WorldGeometry,
  world: WorldDraws,
  materials: MaterialTable,
  props: PropDraws | null,
): void {
  const { ordered, orderedCount } = world.batches;
  const { chunks } = geometry.scene;
  let drawnIndices = 0;
  let isWorldBound = false;
  let arePropsBound = false;
  let boundMaterial = -1;
  pass.setBindGroup(GROUP_FRAME, context.frame.bindGroup);
  for (let i = 0; i < list.count; i++) {
    const row = rowOfSortKey(list.keys[i]);
    if (row < orderedCount) {
      const chunk = ordered[row];
      const material = chunks.material[chunk];
      if (!isWorldBound) {
        pass.setBindGroup(GROUP_SET, world.bindGroup);
        pass.setVertexBuffer(0, geometry.vertices);
        pass.setIndexBuffer(geometry.indices, "uint32");
        isWorldBound = true;
        arePropsBound = false;
        boundMaterial = -1;
      }
      if (boundMaterial !== material) {
        pass.setPipeline(context.pipelines.world[materials.pipeline[material]]);
        pass.setBindGroup(
          GROUP_TEXTURES,
          materials.textureGroups[materials.textureGroup[material]],
        );
        boundMaterial = material;
      }
      pass.drawIndexed(chunks.indexCount[chunk], 1, chunks.firstIndex[chunk]);
      drawnIndices += chunks.indexCount[chunk];
    } else if (props !== null) {
      const { set, batches } = props;
      const draw = batches.orderedDraw[row - orderedCount];
      const material = set.drawMaterial[draw];
      if (!arePropsBound) {
        pass.setBindGroup(GROUP_SET, props.bindGroup);
        pass.setVertexBuffer(0, props.vertices);
        pass.setVertexBuffer(1, props.identity);
        pass.setIndexBuffer(props.indices, "uint32");
        arePropsBound = true;
        isWorldBound = false;
        boundMaterial = -1;
      }
      if (boundMaterial !== material) {
        const { pipeline, textureGroups, textureGroup } = props.materials;
        pass.setPipeline(context.pipelines.props[pipeline[material]]);
        pass.setBindGroup(GROUP_TEXTURES, textureGroups[textureGroup[material]]);
        boundMaterial = material;
      }
      pass.setVertexBuffer(2, props.drawRows, draw * PROP_DRAW_ROW_BYTES, PROP_DRAW_ROW_BYTES);
      const instance = batches.orderedInstance[row - orderedCount];
      pass.drawIndexed(set.drawIndexCount[draw], 1, set.drawFirstIndex[draw], 0, instance);
      drawnIndices += set.drawIndexCount[draw];
    }
  }
  list.drawnIndices = drawnIndices;
}
