/**
 * Surface shaders of rare families, each loaded with its first material. Model shadows are only
 * drawn as decals.
 */

import { assert } from "../../core/errors.ts";
import { familyFile } from "./family-file.ts";
import type { SurfaceShaders } from "./family-shaders.ts";

const SHADERS = import.meta.glob<SurfaceShaders>(
  ["../../../shaders/families/rare/**/*.wgsl", "!../../../shaders/families/rare/shadow.wgsl"],
  { query: "?surface" },
);

export async function rareShaders(family: string): Promise<SurfaceShaders> {
  const fetchShaders = familyFile(SHADERS, family);
  assert(fetchShaders !== undefined, `no surface shaders for family ${family}`);
  return fetchShaders();
}
