/** Describes the state of a simulated entity, and the inputs that it takes. */

import { writeAngles } from "../../math/angles.ts";
import { BASE_CLASS } from "../../simulation/classes/base.ts";
import { type EntityClass, notRun } from "../../simulation/entity-class.ts";
import { type MapSimulation, writeWorldMatrix } from "../../simulation/index.ts";
import type { Vector } from "../base-viewer.ts";
import type { EntityInput, EntityState } from "./simulation-types.ts";

const matrix = new Float32Array(12);

export function describeEntity(simulation: MapSimulation, row: number): EntityState {
  const { entities, strings } = simulation;
  writeWorldMatrix(entities, row, matrix);
  const angles = new Float64Array(3);
  writeAngles(angles, 0, matrix);
  const source = simulation.classOf(row);
  return {
    row,
    class: strings.text(entities.className[row]),
    name: strings.text(entities.name[row]),
    isSimulated: source !== BASE_CLASS,
    isRemoved: entities.isRemoved[row] === 1,
    isHidden: entities.isHidden[row] !== 0,
    origin: [matrix[3], matrix[7], matrix[11]],
    angles: [angles[0], angles[1], angles[2]],
    center: centerOf(simulation, row),
    parent: entities.parent[row],
    keys: readKeys(simulation, row, source),
  };
}

/** Returns the middle of an entity's brush model in the world; its origin if it has none. */
export function placeOf(simulation: MapSimulation, row: number): Vector {
  writeWorldMatrix(simulation.entities, row, matrix);
  return centerOf(simulation, row);
}

/** Reads `matrix`, which must be the entity's. */
function centerOf(simulation: MapSimulation, row: number): Vector {
  const [x, y, z] = [0, 1, 2].map((axis) => simulation.modelCenter(row, axis));
  const along = (axis: number): number =>
    matrix[axis] * x + matrix[axis + 1] * y + matrix[axis + 2] * z + matrix[axis + 3];
  return [along(0), along(4), along(8)];
}

function readKeys(
  simulation: MapSimulation,
  row: number,
  { state }: EntityClass,
): Record<string, number | string> {
  const keys: Record<string, number | string> = {};
  let at = 0;
  for (const field of state?.fields ?? []) {
    for (const [i, name] of field.keys.entries()) {
      if (field.type === "text") keys[name] = simulation.text(row, at + i);
      else if (field.type === "vector") {
        keys[name] = [0, 1, 2].map((axis) => simulation.get(row, at + axis)).join(" ");
      } else keys[name] = simulation.get(row, at + i);
    }
    at += field.size;
  }
  return keys;
}

export function listInputs(source: EntityClass): EntityInput[] {
  const inputs = { ...BASE_CLASS.inputs, ...source.inputs };
  return Object.entries(inputs)
    .map(([name, input]) => ({ name, takes: input.takes, isRun: input !== notRun }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}
