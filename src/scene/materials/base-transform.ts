/** Where the base textures of a material lie on its surfaces, and how they move. */

import type { Vmt, VmtProxy } from "../../formats/vmt/types.ts";
import { MATERIAL_TRANSFORMED } from "../../map/material.ts";
import { PARAM_BASE_S, PARAM_BASE_T, type ParamRow } from "../../map/material-params.ts";
import type { MaterialState } from "./families/family-reader.ts";

const TRANSFORM = "$basetexturetransform";

/** Two rows: what (s, t, 1) is multiplied with. */
type Transform = readonly [ParamRow, ParamRow];

/** Reads `$basetexturetransform`, and the proxy that moves it. */
export function readBaseTransform(vmt: Vmt, state: MaterialState): void {
  const scroll = vmt.proxies.find(isBaseScroll);
  const text = vmt.params.get(TRANSFORM);
  const rows = scroll ? scaledTransform(scroll) : text === undefined ? null : parseTransform(text);
  if (rows === null) return;
  state.flags |= MATERIAL_TRANSFORMED;
  [state.params[PARAM_BASE_S], state.params[PARAM_BASE_T]] = rows;
  if (scroll === undefined) return;
  const rate = numberOf(scroll, "texturescrollrate", 1);
  const angle = (numberOf(scroll, "texturescrollangle", 0) * Math.PI) / 180;
  state.paramRates[PARAM_BASE_S] = [0, 0, rate * Math.cos(angle), 0];
  state.paramRates[PARAM_BASE_T] = [0, 0, rate * Math.sin(angle), 0];
}

function isBaseScroll({ name, params }: VmtProxy): boolean {
  if (name !== "texturescroll") return false;
  return params.get("texturescrollvar")?.trim().toLowerCase() === TRANSFORM;
}

/** The proxy writes all of the transform anew: what the material itself says of it counts no more. */
function scaledTransform(scroll: VmtProxy): Transform {
  const scale = numberOf(scroll, "texturescale", 1);
  return [
    [scale, 0, 0, 0],
    [0, scale, 0, 0],
  ];
}

/**
 * `center .5 .5 scale 2 2 rotate 45 translate 0 0`, any of them left out: about the centre scaled, then
 * turned, then moved, as the engine's `CTextureTransformProxy` puts it together. null: it says nothing.
 */
function parseTransform(text: string): Transform | null {
  const numbersOf = (word: string, count: number, rest: number): number[] => {
    const match = new RegExp(`\\b${word}((?:\\s+[-+.\\deE]+){${count}})`, "i").exec(text);
    const values = match?.[1].trim().split(/\s+/).map(Number.parseFloat) ?? [];
    return Array.from({ length: count }, (_, i) => finite(values[i], rest));
  };
  const [centerS, centerT] = numbersOf("center", 2, 0.5);
  const [scaleS, scaleT] = numbersOf("scale", 2, 1);
  const [degrees] = numbersOf("rotate", 1, 0);
  const [moveS, moveT] = numbersOf("translate", 2, 0);
  const turn = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  const [ss, st] = [scaleS * cos, -scaleT * sin];
  const [ts, tt] = [scaleS * sin, scaleT * cos];
  const [s, t] = [
    centerS + moveS - ss * centerS - st * centerT,
    centerT + moveT - ts * centerS - tt * centerT,
  ];
  const isIdentity = ss === 1 && st === 0 && ts === 0 && tt === 1 && s === 0 && t === 0;
  if (isIdentity) return null;
  return [
    [ss, st, s, 0],
    [ts, tt, t, 0],
  ];
}

function numberOf({ params }: VmtProxy, key: string, rest: number): number {
  return finite(Number.parseFloat(params.get(key) ?? ""), rest);
}

function finite(value: number | undefined, rest: number): number {
  return value !== undefined && Number.isFinite(value) ? value : rest;
}
