/** Reads transforms of texture coordinates, and their motion by proxies. */

import type { Vmt } from "../../formats/vmt/types.ts";
import { MATERIAL_TRANSFORMED } from "../../map/material.ts";
import { PARAM_BASE_S, PARAM_BASE_T, type ParamRow } from "../../map/material-params.ts";
import { MOTION_PARAM } from "../../map/motion/material-motion.ts";
import type { MaterialState } from "./families/family-reader.ts";
import type { DrivenMaterial } from "./proxies/run-proxies.ts";
import { parseTransform } from "./transform-text.ts";

/**
 * Reads the transform of the base coordinates and its motion; replaces a transform that was read
 * before.
 * @param name variable of the transform, for families whose first texture is not the base texture
 */
export function readBaseTransform(
  vmt: Vmt,
  state: MaterialState,
  driven: DrivenMaterial | null,
  name = "$basetexturetransform",
): void {
  const rows = [PARAM_BASE_S, PARAM_BASE_T] as const;
  for (const row of rows) {
    delete state.params[row];
    delete state.paramRates[row];
    const first = MOTION_PARAM + row * 4;
    for (let i = state.stores.length - 1; i >= 0; i--) {
      const [target] = state.stores[i];
      if (target >= first && target < first + 4) state.stores.splice(i, 1);
    }
  }
  state.flags &= ~MATERIAL_TRANSFORMED;
  if (readTransform({ vmt, name, rows, state, driven })) state.flags |= MATERIAL_TRANSFORMED;
}

export interface TransformReading {
  readonly vmt: Vmt;
  /** Variable that holds the transform. */
  readonly name: string;
  /** Slots of the two parameter rows that receive the transform. */
  readonly rows: readonly [s: number, t: number];
  readonly state: MaterialState;
  readonly driven: DrivenMaterial | null;
  /**
   * Scale of the coordinates: `SetVertexShaderTextureScaledTransform` of `BaseVSShader.cpp`. 1 if
   * omitted.
   */
  readonly scale?: readonly [s: number, t: number];
}

/**
 * Reads a transform and its motion. Returns `false`, and leaves the parameters unchanged, if the
 * material has none.
 */
export function readTransform({
  vmt,
  name,
  rows,
  state,
  driven,
  scale = [1, 1],
}: TransformReading): boolean {
  // Scale of a row's factors for s, t and 1.
  const factorOf = (side: number, part: number) => scale[part < 2 ? part : side];
  const changed = driven?.changed.get(name);
  if (driven === null || changed?.kind !== "matrix") {
    const text = vmt.params.get(name);
    const transform = text === undefined ? null : parseTransform(text);
    for (const [side, row] of rows.entries()) {
      if (transform === null) break;
      const [s, t, one] = transform[side];
      const [byS, byT, byOne] = [0, 1, 2].map((part) => factorOf(side, part));
      state.params[row] = [s * byS, t * byT, one * byOne, 0];
    }
    return transform !== null;
  }
  const { graph } = driven;
  for (const [side, row] of rows.entries()) {
    const rest = [0, 0, 0, 0];
    const rate = [0, 0, 0, 0];
    for (let part = 0; part < 3; part++) {
      const factor = graph.constant(factorOf(side, part));
      const value = graph.apply("MULTIPLY", changed.parts[side * 3 + part], factor);
      rest[part] = graph.atRest(value);
      const even = graph.rateOf(value);
      // Linear motion is stored as a rate, which shaders apply; other motion needs a program.
      if (even !== null) [rest[part], rate[part]] = [0, even];
      else if (graph.constantOf(value) === null) {
        state.stores.push([MOTION_PARAM + row * 4 + part, value]);
      }
    }
    state.params[row] = rest as unknown as ParamRow;
    if (rate.some((value) => value !== 0)) state.paramRates[row] = rate as unknown as ParamRow;
  }
  return true;
}
