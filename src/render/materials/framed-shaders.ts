/** The surface shaders of families with roles that are framed: fetched with the first material that has one. */

import * as any from "../../../shaders/families/any.wgsl?surface&framed";
import * as blend from "../../../shaders/families/blend.wgsl?surface&framed";
import * as lit from "../../../shaders/families/lit.wgsl?surface&framed";
import * as unlit from "../../../shaders/families/unlit.wgsl?surface&framed";
import { assert } from "../../core/errors.ts";
import type { SurfaceShaders } from "./family-shaders.ts";

const FRAMED_SHADERS: Readonly<Record<string, SurfaceShaders>> = { any, blend, lit, unlit };

/** Of a family by its name, or of all in one. */
export function framedShaders(family: string): SurfaceShaders {
  const shaders = FRAMED_SHADERS[family];
  assert(shaders !== undefined, `framed surfaces of family ${family}`);
  return shaders;
}
