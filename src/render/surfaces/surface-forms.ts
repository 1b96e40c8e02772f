/** Vertex forms: the world's, and those that are fetched with their geometry. */

import flatWorld from "../../../shaders/families/flat.wgsl?surface=world";
import { FAMILY } from "../../map/material-families.ts";
import { FORM_WORLD } from "./pipeline-key.ts";
import type { VertexForm } from "./surface-blends.ts";
import { WORLD_VERTEX_BUFFERS } from "./vertex-layouts.ts";

const WORLD_FORM: VertexForm = {
  name: "world",
  set: "world",
  entryPoint: "vertexMain",
  buffers: WORLD_VERTEX_BUFFERS,
  hasLevels: true,
  shader: "world",
  code: async (family, level) =>
    family === FAMILY.flat
      ? flatWorld
      : (await import("./surface-code.ts")).surfaceCode("world", family, level),
};

/** @param form `FORM_*` */
export async function fetchForm(form: number): Promise<VertexForm> {
  if (form === FORM_WORLD) return WORLD_FORM;
  return (await import("./geometry-forms.ts")).GEOMETRY_FORMS[form];
}
