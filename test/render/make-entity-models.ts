/** Makes the columns about models of entities for tests. */

import { type EntityModels, MODEL_CLUSTERS } from "../../src/map/motion/models.ts";
import type { PropSet } from "../../src/map/props.ts";

type ModelColumns = { readonly [Name in keyof Omit<EntityModels, "count">]?: EntityModels[Name] };

/** Columns that a test leaves out are those of entities at the origin. */
export function makeEntityModels(count: number, columns: ModelColumns = {}): EntityModels {
  const identity = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0];
  const places = Float32Array.from({ length: count * 12 }, (_, i) => identity[i % 12]);
  return {
    count,
    entity: Int32Array.from({ length: count }, (_, row) => row),
    copy: new Uint8Array(count),
    instance: Uint32Array.from({ length: count }, (_, row) => row),
    worldFromEntity: columns.worldFromModel?.slice() ?? places.slice(),
    worldFromModel: places.slice(),
    box: new Float32Array(count * 6),
    lightPoint: new Float32Array(count * 3),
    skin: new Int32Array(count),
    body: new Int32Array(count),
    sequence: new Array<string>(count).fill(""),
    seconds: new Float32Array(count),
    isLooping: new Uint8Array(count),
    color: new Float32Array(count * 4).fill(1),
    isHidden: new Uint8Array(count),
    firstRoom: 0,
    ...columns,
  };
}

/** Makes all instances of a set models of entities, with room for their clusters. */
export function withEntities(set: PropSet, columns: ModelColumns = {}): PropSet {
  const { instanceCount, worldFromModel } = set;
  const clusters = new Uint32Array(set.clusters.length + instanceCount * MODEL_CLUSTERS);
  clusters.set(set.clusters);
  const entities = makeEntityModels(instanceCount, {
    worldFromModel: worldFromModel.slice(),
    firstRoom: set.clusters.length,
    ...columns,
  });
  return { ...set, clusters, entities, instanceIsHidden: entities.isHidden.slice() };
}
