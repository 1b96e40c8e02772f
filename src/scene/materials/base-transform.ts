/** Where textures of a material lie on its surfaces, and how they move. */

import type { Vmt } from "../../formats/vmt/types.ts";
import { MATERIAL_TRANSFORMED } from "../../map/material.ts";
import { PARAM_BASE_S, PARAM_BASE_T, type ParamRow } from "../../map/material-params.ts";
import { MOTION_PARAM } from "../../map/motion/material-motion.ts";
import type { MaterialState } from "./families/family-reader.ts";
import type { DrivenMaterial } from "./proxies/run-proxies.ts";
import { parseTransform } from "./transform-text.ts";

/**
 * Reads the transform of what the material's family shows, and what moves it.
 * @param name without a base texture it is another's: that of the base texture counts no more then
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
  if (readTransform(vmt, name, rows, state, driven)) state.flags |= MATERIAL_TRANSFORMED;
}

/**
 * Reads a transform into two rows of the parameter block, and how it moves.
 * @param scale of what it moves, along s and t: `SetVertexShaderTextureScaledTransform` of `BaseVSShader.cpp`
 * @returns whether it says anything
 */
export function readTransform(
  vmt: Vmt,
  name: string,
  rows: readonly [s: number, t: number],
  state: MaterialState,
  driven: DrivenMaterial | null,
  scale: readonly [s: number, t: number] = [1, 1],
): boolean {
  // Of a row: what s, t and 1 are multiplied with.
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
      // What moves evenly is found where it is read.
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
