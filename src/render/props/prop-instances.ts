/**
 * Packs the instance rows that shaders read: the struct `Instance` of
 * `shaders/surfaces/props.wgsl`.
 */

import { FINE_WORDS, NO_BAKED_LIGHT, type PropLight, type PropSet } from "../../map/props.ts";
import { LIGHTS_PER_PROP } from "../../map/world-lights.ts";
import { fadeEndMetric } from "../../visibility/prop-lod.ts";

/** Byte offsets in a row. */
export const INSTANCE_ROW = {
  /** 3x4 row-major. */
  worldFromModel: 0,
  /** Six directions, each padded to four floats. */
  ambient: 48,
  color: 144,
  /** uint32. */
  bakedBase: 160,
  fadeMinDist: 164,
  fadeMaxDist: 168,
  /** uint32. */
  lightFlags: 172,
  /** uint32x4. */
  lights: 176,
  /** uint32. */
  firstBone: 192,
  /** uint32: see `PropLight.fineBase`. */
  directedBase: 196,
  /** uint32. */
  mapBase: 200,
  fadeWholeMetric: 204,
  /** float32x3: middle of its box. */
  middle: 208,
  fadeEndMetric: 220,
  strideBytes: 224,
} as const;

/** Inches; the greatest distance whose square fits a float32. */
const NO_DISTANCE = 1e18;

const ROW_FLOATS = INSTANCE_ROW.strideBytes / 4;

export function packInstances(set: PropSet): Float32Array<ArrayBuffer> {
  const rows = new Float32Array(set.instanceCount * ROW_FLOATS);
  const words = new Uint32Array(rows.buffer);
  for (let instance = 0; instance < set.instanceCount; instance++) {
    const row = instance * ROW_FLOATS;
    const matrix = set.worldFromModel.subarray(instance * 12, instance * 12 + 12);
    const color = set.instanceColor.subarray(instance * 4, instance * 4 + 4);
    rows.set(matrix, row + INSTANCE_ROW.worldFromModel / 4);
    rows.set(color, row + INSTANCE_ROW.color / 4);
    for (let axis = 0; axis < 3; axis++) {
      const at = instance * 6 + axis;
      const middle = (set.instanceBox[at] + set.instanceBox[at + 3]) / 2;
      rows[row + INSTANCE_ROW.middle / 4 + axis] = middle;
    }
    rows[row + INSTANCE_ROW.fadeMinDist / 4] = set.fadeMinDist[instance];
    rows[row + INSTANCE_ROW.fadeMaxDist / 4] = set.fadeMaxDist[instance];
    const end = fadeEndMetric(set, instance);
    if (end > 0) {
      rows[row + INSTANCE_ROW.fadeWholeMetric / 4] = set.fadeMetric![instance * 2];
      rows[row + INSTANCE_ROW.fadeEndMetric / 4] = end;
      // Shaders only fade instances that have a distance.
      rows[row + INSTANCE_ROW.fadeMaxDist / 4] ||= NO_DISTANCE;
    }
    words[row + INSTANCE_ROW.firstBone / 4] = set.variantFirstBone[set.instanceVariant[instance]];
  }
  const { motion } = set;
  for (let i = 0; i < (motion?.posedCount ?? 0); i++) {
    const { posedInstance, posedFirstBone } = motion!;
    words[posedInstance[i] * ROW_FLOATS + INSTANCE_ROW.firstBone / 4] = posedFirstBone[i];
  }
  writeInstanceLight(rows, set.light);
  return rows;
}

/** Writes the light of each instance. */
export function writeInstanceLight(rows: Float32Array<ArrayBuffer>, light: PropLight): void {
  const { ambient, bakedBase, fineBase = [], lights, flags } = light;
  const words = new Uint32Array(rows.buffer);
  const instanceCount = rows.length / ROW_FLOATS;
  for (let instance = 0; instance < instanceCount; instance++) {
    const row = instance * ROW_FLOATS;
    words[row + INSTANCE_ROW.bakedBase / 4] = bakedBase[instance];
    words[row + INSTANCE_ROW.lightFlags / 4] = flags[instance];
    for (let k = 0; k < FINE_WORDS; k++) {
      words[row + INSTANCE_ROW.directedBase / 4 + k] =
        fineBase[instance * FINE_WORDS + k] ?? NO_BAKED_LIGHT;
    }
    const first = instance * LIGHTS_PER_PROP;
    words.set(lights.subarray(first, first + LIGHTS_PER_PROP), row + INSTANCE_ROW.lights / 4);
    for (let side = 0; side < 6; side++) {
      const from = instance * 18 + side * 3;
      const to = row + INSTANCE_ROW.ambient / 4 + side * 4;
      rows[to] = ambient[from];
      rows[to + 1] = ambient[from + 1];
      rows[to + 2] = ambient[from + 2];
    }
  }
}
