/** Parses values of material parameters, which are all text. */

import type { Vmt } from "../../formats/vmt/types.ts";
import { contentName } from "./content-name.ts";

/** Returns the leading number of a value, as the engine's `atof` reads it; undefined if none. */
export function numberParam(vmt: Vmt, name: string): number | undefined {
  const text = vmt.params.get(name);
  if (text === undefined) return undefined;
  const value = Number.parseFloat(text.replace(/^[\s[{]+/, ""));
  return Number.isFinite(value) ? value : undefined;
}

/** Returns a flag: any value that does not parse as zero sets it. */
export function flagParam(vmt: Vmt, name: string): boolean {
  const value = numberParam(vmt, name);
  return value !== undefined && value !== 0;
}

/** Returns a vector of two; a single number counts for both. */
export function pairParam(vmt: Vmt, name: string): [s: number, t: number] | undefined {
  const [s = Number.NaN, t = s] = (vmt.params.get(name) ?? "")
    .replace(/[[\]{}]/g, " ")
    .trim()
    .split(/\s+/)
    .map(Number.parseFloat);
  if (!Number.isFinite(s)) return undefined;
  return [s, Number.isFinite(t) ? t : s];
}

/**
 * Returns a colour in gamma space, where 1 is full: `{255 128 0}` is divided by 255, `[1 .5 0]` and
 * bare numbers are not; one number counts for all three channels. Undefined if the parameter is
 * missing or not a colour.
 */
export function colorParam(vmt: Vmt, name: string): [number, number, number] | undefined {
  const text = vmt.params.get(name);
  if (text === undefined) return undefined;
  const scale = text.trimStart().startsWith("{") ? 1 / 255 : 1;
  const values = text
    .replace(/[[\]{}",]/g, " ")
    .trim()
    .split(/\s+/)
    .map(Number.parseFloat);
  if (!values.slice(0, 3).every(Number.isFinite)) return undefined;
  if (values.length === 1) return [values[0] * scale, values[0] * scale, values[0] * scale];
  if (values.length < 3) return undefined;
  return [values[0] * scale, values[1] * scale, values[2] * scale];
}

/** Converts gamma to linear with the engine's exponent 2.2; values over 1 stay unchanged. */
export function gammaToLinear(value: number): number {
  return value > 1 ? value : Math.max(value, 0) ** 2.2;
}

export function linearColor(color: readonly [number, number, number]): [number, number, number] {
  return [gammaToLinear(color[0]), gammaToLinear(color[1]), gammaToLinear(color[2])];
}

/**
 * Returns the content path of a texture parameter, without `materials/` and `.vtf`, lower case,
 * forward slashes. Undefined if it is missing or names something that the engine creates at run
 * time: a render target (`_rt_Camera`), the nearest cubemap (`env_cubemap`), or a built-in.
 */
export function textureParam(vmt: Vmt, name: string): string | undefined {
  const text = vmt.params.get(name);
  if (text === undefined) return undefined;
  const path = contentName(text, ".vtf");
  if (path === "" || path === "env_cubemap" || path === "error") return undefined;
  if (path.startsWith("_rt_") || path.startsWith("rt_") || path.startsWith("[")) return undefined;
  return path;
}

/** Whether a shader uses a material's colour without converting it from gamma space. */
export function isGammaTinted({ shader }: Vmt): boolean {
  return shader.includes("monitorscreen");
}
