/** Parses texture transforms. */

import type { ParamRow } from "../../map/material-params.ts";

/** Two rows of factors for (s, t, 1). */
export type Transform = readonly [ParamRow, ParamRow];

/**
 * Parses `center .5 .5 scale 2 2 rotate 45 translate 0 0`; any part may be missing. Scales about
 * the centre, then rotates, then translates, as the engine's `CTextureTransformProxy` does. Returns
 * `null` if the text contains none of these.
 */
export function parseTransform(text: string): Transform | null {
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

function finite(value: number | undefined, rest: number): number {
  return value !== undefined && Number.isFinite(value) ? value : rest;
}
