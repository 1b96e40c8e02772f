/** Room for the light of each (face, style). */

import type { SlotTable } from "../light-scene.ts";
import {
  EMIT_SKYAMBIENT,
  EMIT_SKYLIGHT,
  LIGHT_FLOATS,
  LIGHT_ROW,
  type LightTable,
} from "../lights/lights.ts";
import { allocateFloat32, allocateInt32 } from "../shared-arrays.ts";
import type { CellTable } from "./cell-table.ts";
import type { FaceTable } from "./face-table.ts";

/** Style 0 on every lit face; others where a light of theirs lies in front and near enough. */
export function buildSlotTable(
  faces: FaceTable,
  cells: CellTable,
  lights: LightTable,
  faceIsFlat: Uint8Array,
): SlotTable {
  const styles: number[] = [];
  const firstSlot = allocateInt32(faces.count + 1);
  const sizes: number[] = [];
  for (let face = 0; face < faces.count; face++) {
    firstSlot[face] = styles.length;
    if (faces.isLit[face] === 0) continue;
    const found = new Set([0]);
    for (let light = 0; light < lights.count; light++) {
      const style = lights.style[light];
      if (!found.has(style) && mayLight(faces, cells, lights, faceIsFlat, face, light)) {
        found.add(style);
      }
    }
    const count = faces.firstCell[face + 1] - faces.firstCell[face];
    for (const style of [...found].sort((a, b) => a - b)) {
      styles.push(style);
      sizes.push(count * (faces.isBumped[face] === 1 ? 4 : 1) * 3);
    }
  }
  firstSlot[faces.count] = styles.length;
  const style = allocateInt32(styles.length);
  style.set(styles);
  const firstValue = allocateInt32(styles.length + 1);
  for (let slot = 0; slot < sizes.length; slot++) {
    firstValue[slot + 1] = firstValue[slot] + sizes[slot];
  }
  return { firstSlot, style, firstValue, values: allocateFloat32(firstValue[sizes.length]) };
}

function mayLight(
  faces: FaceTable,
  cells: CellTable,
  lights: LightTable,
  faceIsFlat: Uint8Array,
  face: number,
  light: number,
): boolean {
  const type = lights.type[light];
  if (type === EMIT_SKYAMBIENT || type === EMIT_SKYLIGHT || faceIsFlat[face] === 0) return true;
  const at = light * LIGHT_FLOATS + LIGHT_ROW.origin;
  for (let cell = faces.firstCell[face]; cell < faces.firstCell[face + 1]; cell++) {
    if (cells.area[cell] === 0) continue;
    let facing = 0;
    for (let axis = 0; axis < 3; axis++) {
      const away = lights.values[at + axis] - cells.position[cell * 3 + axis];
      facing += away * faces.normal[face * 3 + axis];
    }
    return facing > 0;
  }
  return false;
}
