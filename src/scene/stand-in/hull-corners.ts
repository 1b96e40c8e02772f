/** Converts a model's collision hulls to triangles in the model's space. */

import type { Phy } from "../../formats/phy/parse-phy.ts";
import { buildModelFromBones } from "../../formats/studio/mesh/build-bone-palette.ts";
import type { Mdl } from "../../formats/studio/types.ts";

/**
 * Returns 9 floats a triangle. A single solid is in the model's space. Several solids are each in
 * the space of the bone that they name, and skipped if the bone does not exist. Empty if the file
 * belongs to another model.
 */
export function buildHullCorners(phy: Phy, mdl: Mdl): Float32Array {
  if (phy.checksum !== mdl.checksum) return new Float32Array(0);
  if (phy.solidCount === 1) return phy.corners;
  const modelFromBones = buildModelFromBones(mdl);
  const boneOf = listSolidBones(phy, mdl);
  const placed: number[] = [];
  for (let hull = 0; hull < phy.hullCount; hull++) {
    const bone = boneOf[phy.hullSolid[hull]] ?? -1;
    if (bone < 0) continue;
    const end = phy.hullFirstTriangle[hull + 1] * 9;
    for (let at = phy.hullFirstTriangle[hull] * 9; at < end; at += 3) {
      const [x, y, z] = phy.corners.subarray(at, at + 3);
      for (let row = bone * 12; row < bone * 12 + 12; row += 4) {
        const [a, b, c, d] = modelFromBones.subarray(row, row + 4);
        placed.push(a * x + b * y + c * z + d);
      }
    }
  }
  return Float32Array.from(placed);
}

/** Returns the bone of each solid; −1 if no bone has its name. */
export function listSolidBones({ keyValues, solidCount }: Phy, mdl: Mdl): Int32Array {
  const bones = new Map(mdl.bones.name.map((name, bone) => [name.toLowerCase(), bone]));
  const boneOf = new Int32Array(solidCount).fill(-1);
  for (const { key, value } of keyValues) {
    if (key.toLowerCase() !== "solid" || typeof value === "string") continue;
    const text = (name: string) => {
      const found = value.find((pair) => pair.key.toLowerCase() === name)?.value;
      return typeof found === "string" ? found : "";
    };
    const solid = Number.parseInt(text("index"), 10);
    if (solid >= 0 && solid < solidCount) {
      boneOf[solid] = bones.get(text("name").toLowerCase()) ?? -1;
    }
  }
  return boneOf;
}
