/** Surface shaders of the bumped level, loaded with its first material. */

import * as any from "../../../shaders/families/any.wgsl?surface&bumped";
import * as blend from "../../../shaders/families/blend.wgsl?surface&bumped";
import * as lit from "../../../shaders/families/lit.wgsl?surface&bumped";
import * as unlit from "../../../shaders/families/unlit.wgsl?surface&bumped";
import type { SurfaceShaders } from "./family-shaders.ts";

/** Shaders by the name of a family; `any` combines all families. */
export const BUMPED_SHADERS: Readonly<Record<string, SurfaceShaders>> = { any, blend, lit, unlit };
