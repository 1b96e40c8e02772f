/** The values of material parameters: everything in a VMT is text. */

import type { Vmt } from "../../formats/vmt/types.ts";
import { contentName } from "./content-name.ts";

/** Leading number of a value, as the engine's `atof` reads it; undefined where there is none. */
export function numberParam(vmt: Vmt, name: string): number | undefined {
  const text = vmt.params.get(name);
  if (text === undefined) return undefined;
  const value = Number.parseFloat(text.replace(/^[\s[{]+/, ""));
  return Number.isFinite(value) ? value : undefined;
}

/** A flag: any value that does not read as zero sets it. */
export function flagParam(vmt: Vmt, name: string): boolean {
  const value = numberParam(vmt, name);
  return value !== undefined && value !== 0;
}

/** A number, which counts twice, or a vector of two. */
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
 * A colour in gamma space, 1 full: `{255 128 0}` counts to 255, `[1 .5 0]` and bare numbers to 1;
 * one number stands for all three. Undefined where the parameter is not there or is no colour.
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

/** Linear light of a gamma-space value: the engine's 2.2, and what is over 1 stays as it is. */
export function gammaToLinear(value: number): number {
  return value > 1 ? value : Math.max(value, 0) ** 2.2;
}

export function linearColor(color: readonly [number, number, number]): [number, number, number] {
  return [gammaToLinear(color[0]), gammaToLinear(color[1]), gammaToLinear(color[2])];
}

/**
 * Content path of a texture parameter, without `materials/` and `.vtf`, lower case, forward
 * slashes. Undefined where it is not given or names what the engine makes at run time: a render
 * target (`_rt_Camera`), the cubemap of the place (`env_cubemap`), or a built-in.
 */
export function textureParam(vmt: Vmt, name: string): string | undefined {
  const text = vmt.params.get(name);
  if (text === undefined) return undefined;
  const path = contentName(text, ".vtf");
  if (path === "" || path === "env_cubemap" || path === "error") return undefined;
  if (path.startsWith("_rt_") || path.startsWith("rt_") || path.startsWith("[")) return undefined;
  return path;
}

/** Whether a shader takes a material's colour as it is written, where the others take it for gamma-encoded. */
export function isGammaTinted({ shader }: Vmt): boolean {
  return shader.includes("monitorscreen");
}
