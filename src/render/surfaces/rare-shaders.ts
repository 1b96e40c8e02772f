/** The surface shaders of rare families, each fetched with the first material of it. Shadows lie on surfaces: decals. */

import { assert } from "../../core/errors.ts";
import type { SurfaceShaders } from "./family-shaders.ts";

const SHADERS = import.meta.glob<SurfaceShaders>(
  ["../../../shaders/families/rare/*.wgsl", "!../../../shaders/families/rare/shadow.wgsl"],
  { query: "?surface" },
);

export async function rareShaders(family: string): Promise<SurfaceShaders> {
  const fetchShaders = SHADERS[`../../../shaders/families/rare/${family}.wgsl`];
  assert(fetchShaders !== undefined, `surfaces of family ${family}`);
  return fetchShaders();
}
