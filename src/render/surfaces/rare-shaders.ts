/**
 * Surface shaders of rare families, each loaded with its first material. Model shadows are only
 * drawn as decals.
 */

import { assert } from "../../core/errors.ts";
import type { SurfaceShaders } from "./family-shaders.ts";

const SHADERS = import.meta.glob<SurfaceShaders>(
  [
    "../../../shaders/families/rare/{,models/}*.wgsl",
    "!../../../shaders/families/rare/shadow.wgsl",
  ],
  { query: "?surface" },
);

export async function rareShaders(family: string): Promise<SurfaceShaders> {
  const room = "../../../shaders/families/rare";
  const fetchShaders =
    SHADERS[`${room}/${family}.wgsl`] ?? SHADERS[`${room}/models/${family}.wgsl`];
  assert(fetchShaders !== undefined, `no surface shaders for family ${family}`);
  return fetchShaders();
}
