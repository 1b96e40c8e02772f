/** Surface shaders of the framed level, loaded with its first material. */

import * as any from "../../../shaders/families/any.wgsl?surface&framed";
import * as blend from "../../../shaders/families/blend.wgsl?surface&framed";
import * as lit from "../../../shaders/families/lit.wgsl?surface&framed";
import * as unlit from "../../../shaders/families/unlit.wgsl?surface&framed";
import type { SurfaceShaders } from "./family-shaders.ts";

/** Shaders by the name of a family; `any` combines all families. */
export const FRAMED_SHADERS: Readonly<Record<string, SurfaceShaders>> = { any, blend, lit, unlit };
