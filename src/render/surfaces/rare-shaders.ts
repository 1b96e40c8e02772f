/** The surface shaders of rare families, each fetched with the first material of it. */

import { assert } from "../../core/errors.ts";
import type { SurfaceShaders } from "./family-shaders.ts";

const SHADERS = import.meta.glob<SurfaceShaders>(
  "../../../shaders/families/{baked,draped,energy,eyes,flow,layers,missing,model,modulate,multiblend,pbr,refract,seamless,seamless-bumped,sway,teeth,two-texture,water}.wgsl",
  { query: "?surface" },
);

export async function rareShaders(family: string): Promise<SurfaceShaders> {
  const fetchShaders = SHADERS[`../../../shaders/families/${family}.wgsl`];
  assert(fetchShaders !== undefined, `surfaces of family ${family}`);
  return fetchShaders();
}
