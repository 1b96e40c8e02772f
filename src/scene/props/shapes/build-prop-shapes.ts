/** The props of a map as a ray meets them: static ones and those that are entities, as they stand when it starts. */

import type { BspDetails, BspWorld, StaticProps } from "../../../formats/bsp/types.ts";
import { normalizePath } from "../../../formats/normalize-path.ts";
import { MAX_LODS } from "../../../map/props.ts";
import type { PropShapes } from "../../../map/solid/prop-shapes.ts";
import { writeMatrix3x4 } from "../../../math/angles.ts";
import { writeTransformedBox } from "../../../math/transformed-box.ts";
import type { ContentAccess } from "../../open/read-content.ts";
import { addEntityProps, listModelEntities } from "../entity-props.ts";
import { implyModels } from "../implied-models.ts";
import { STATIC_PROP_FLAG_FADES } from "../prop-instances.ts";
import type { PropModel } from "../prop-model.ts";
import { readPropModels } from "../prop-models.ts";
import { isWithinLevels } from "../shown/prop-levels.ts";
import { listModelTrees } from "./model-trees.ts";
import { SkinMaterials } from "./skin-materials.ts";

const STATIC_PROP_SCREEN_SPACE_FADE = 0x20;

/** Rejects as reading content does when it is aborted. */
export async function buildPropShapes(
  bsp: BspWorld & Pick<BspDetails, "staticProps">,
  access: ContentAccess,
): Promise<PropShapes> {
  const implied = await implyModels(bsp.entities, access);
  const entities = listModelEntities(implied);
  const placed = addEntityProps(bsp.staticProps, entities, bsp.entities);
  const { table } = placed;
  const firstEntity = table.count - entities.length;
  const firstModel = table.modelName.length - placed.stands.length;
  const rows = table.modelName.map((path, row) => ({
    ...(placed.stands[row - firstModel] ?? { sequence: null }),
    path: normalizePath(path),
  }));
  const used = [...new Set(table.model)].sort((a, b) => a - b);
  const read = await readPropModels(
    used.map((row) => rows[row]),
    access,
  );
  const modelOf = new Map(used.map((row, i) => [row, read[i]]));
  const models = [...new Set(read.filter((model) => model !== null))];
  const trees = listModelTrees(models, access.ledger);
  const rowOf = new Map(models.map((model, row) => [model, row]));
  const shown: number[] = [];
  let leftOut = 0;
  for (let prop = 0; prop < table.count; prop++) {
    if (!isWithinLevels(table, prop) || table.diffuseModulation[prop * 4 + 3] === 0) continue;
    const model = modelOf.get(table.model[prop]);
    const isMet = model && trees.modelTriangleCount[rowOf.get(model) as number] > 0;
    if (isMet && table.uniformScale[prop] > 0) shown.push(prop);
    else leftOut++;
  }
  const modelRows = Uint32Array.from(
    shown,
    (prop) => rowOf.get(modelOf.get(table.model[prop]) as PropModel) as number,
  );
  const entityRow = new Map(implied.map((entity, row) => [entity, row]));
  const skins = new SkinMaterials(models, access.ledger);
  const instanceSkin = Uint16Array.from(shown, (prop, i) =>
    skins.skinOf(modelRows[i], table, prop),
  );
  const firstMaterial = shown.map((_, i) => skins.add(modelRows[i], instanceSkin[i]));
  return {
    modelCount: models.length,
    modelName: models.map(({ name }) => name),
    ...trees,
    modelLodCount: Uint8Array.from(models, ({ lodCount }) => lodCount),
    modelSwitchPoint: listSwitchPoints(models),
    instanceCount: shown.length,
    instanceModel: modelRows,
    ...placeInstances(table, shown, (i) => models[modelRows[i]]),
    instanceSkin,
    instanceFirstMaterial: Uint32Array.from(firstMaterial),
    instanceProp: Int32Array.from(shown, (prop) => (prop < firstEntity ? prop : -1)),
    instanceEntity: Int32Array.from(shown, (prop) =>
      prop < firstEntity ? -1 : (entityRow.get(entities[prop - firstEntity]) ?? -1),
    ),
    ...(await skins.resolve(access)),
    leftOut,
  };
}

function listSwitchPoints(models: readonly PropModel[]): Float32Array {
  const points = new Float32Array(models.length * MAX_LODS);
  for (const [row, { mesh, lodCount }] of models.entries()) {
    points.set(mesh.switchPoint.subarray(0, lodCount), row * MAX_LODS);
  }
  return points;
}

/** Where instances stand, and how far they are seen by their distance. */
function placeInstances(
  table: StaticProps,
  shown: readonly number[],
  modelOf: (i: number) => PropModel,
) {
  const count = shown.length;
  const placed = {
    worldFromModel: new Float32Array(count * 12),
    modelFromWorld: new Float32Array(count * 12),
    instanceBox: new Float32Array(count * 6),
    fadeMinDist: new Float32Array(count),
    fadeMaxDist: new Float32Array(count),
  };
  for (const [i, prop] of shown.entries()) {
    const [pitch, yaw, roll] = table.angles.subarray(prop * 3, prop * 3 + 3);
    const [x, y, z] = table.origin.subarray(prop * 3, prop * 3 + 3);
    const scale = table.uniformScale[prop];
    writeMatrix3x4(placed.worldFromModel, i * 12, pitch, yaw, roll, x, y, z, scale);
    writeInverse(placed.modelFromWorld, placed.worldFromModel, i * 12, scale);
    const { box } = modelOf(i);
    const [mins, maxs] = [box.subarray(0, 3), box.subarray(3, 6)];
    writeTransformedBox(placed.instanceBox, i * 6, placed.worldFromModel, i * 12, mins, maxs);
    const fades = table.flags[prop] & (STATIC_PROP_FLAG_FADES | STATIC_PROP_SCREEN_SPACE_FADE);
    if (fades !== STATIC_PROP_FLAG_FADES || !(table.fadeMaxDist[prop] > 0)) continue;
    const end = table.fadeMaxDist[prop];
    const start = table.fadeMinDist[prop];
    placed.fadeMaxDist[i] = end;
    placed.fadeMinDist[i] = start >= 0 ? Math.min(start, end) : end;
  }
  return placed;
}

/** Of a turn, a size and a move. */
function writeInverse(out: Float32Array, matrix: Float32Array, at: number, scale: number): void {
  for (let row = 0; row < 3; row++) {
    let moved = 0;
    for (let column = 0; column < 3; column++) {
      const value = matrix[at + column * 4 + row] / (scale * scale);
      out[at + row * 4 + column] = value;
      moved -= value * matrix[at + column * 4 + 3];
    }
    out[at + row * 4 + 3] = moved;
  }
}
