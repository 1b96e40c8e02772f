/** Vertex forms of all geometry except the world. */

import { FAMILY } from "../../map/material-families.ts";
import {
  DECAL_VERTEX_BUFFERS,
  DETAIL_VERTEX_BUFFERS,
  PROP_VERTEX_BUFFERS,
} from "./geometry-layouts.ts";
import {
  FORM_BEAMS,
  FORM_DECALS,
  FORM_DETAILS,
  FORM_EMITTERS,
  FORM_PARTICLES,
  FORM_PROPS,
  FORM_PULLED_PROPS,
  FORM_ROPES,
  FORM_SPRITES,
  familyName,
  KIND_MODULATE,
} from "./pipeline-key.ts";
import { PREMULTIPLIED, type SurfaceKind, type VertexForm } from "./surface-blends.ts";
import { surfaceCode } from "./surface-code.ts";

/**
 * Offset of decals towards the eye, because they have other vertices than the surface below,
 * rounded differently. `depthBias` counts units of the last of a float's 24 bits,
 * `depthBiasSlopeScale` multiplies the change of depth from pixel to pixel.
 */
const DECAL_BIAS = { depthBias: 512, depthBiasSlopeScale: 0.5 };

/** Decals fade with distance, so opaque ones are blended as well. */
const DECAL_KIND: SurfaceKind = {
  name: "decal",
  fragment: "fragmentDecal",
  cullMode: "back",
  blend: PREMULTIPLIED,
  leavesDepth: true,
};

async function propCode(family: number, level: number): Promise<string> {
  if (family !== FAMILY.flat) return surfaceCode("props", family, level);
  return (await import("../../../shaders/families/flat.wgsl?surface=props")).default;
}

/** Particles fade near surfaces, or do not, or have no texture; they know no other family. */
const shadingOf = (family: number) =>
  family === FAMILY.soft ? "soft" : family === FAMILY.flat ? "flat" : "unlit";

export const GEOMETRY_FORMS: Readonly<Record<number, VertexForm>> = {
  [FORM_PROPS]: {
    name: "props",
    set: "props",
    entryPoint: "vertexMain",
    buffers: PROP_VERTEX_BUFFERS,
    hasLevels: true,
    shader: "props",
    code: propCode,
  },
  [FORM_PULLED_PROPS]: {
    name: "pulled-props",
    set: "pulledProps",
    entryPoint: "vertexPulled",
    buffers: [],
    hasLevels: true,
    shader: "props",
    code: propCode,
  },
  [FORM_DETAILS]: {
    name: "details",
    set: "details",
    entryPoint: "vertexMain",
    buffers: DETAIL_VERTEX_BUFFERS,
    hasLevels: false,
    shader: "details",
    code: async (family) => (await import("./detail-shaders.ts")).detailShader(familyName(family)),
  },
  // Sprites and ropes have vertex light or none, so they need no levels.
  [FORM_SPRITES]: {
    name: "sprites",
    set: "sprites",
    entryPoint: "vertexMain",
    buffers: [],
    hasLevels: false,
    shader: "sprites",
    code: async () =>
      (await import("../../../shaders/families/unlit.wgsl?surface=sprites")).default,
  },
  [FORM_BEAMS]: {
    name: "beams",
    // Beams use the ropes' layout: material rows, and rows to build vertices from.
    set: "ropes",
    entryPoint: "vertexMain",
    buffers: [],
    hasLevels: false,
    shader: "beams",
    code: async () => (await import("../../../shaders/families/unlit.wgsl?surface=beams")).default,
  },
  [FORM_EMITTERS]: {
    name: "emitters",
    set: "particles",
    entryPoint: "vertexMain",
    buffers: [],
    hasLevels: false,
    shader: "emitters",
    code: async (family) =>
      (await import("./particle-shaders.ts")).emitterShaders[shadingOf(family)](),
  },
  [FORM_PARTICLES]: {
    name: "particles",
    set: "particles",
    entryPoint: "vertexMain",
    buffers: [],
    hasLevels: false,
    shader: "particles",
    code: async (family) =>
      (await import("./particle-shaders.ts")).particleShaders[shadingOf(family)](),
  },
  [FORM_ROPES]: {
    name: "ropes",
    set: "ropes",
    entryPoint: "vertexMain",
    buffers: [],
    hasLevels: false,
    shader: "ropes",
    code: async (family) =>
      (await import("./rope-shaders.ts"))[family === FAMILY.flat ? "flat" : "unlit"],
  },
  [FORM_DECALS]: {
    name: "decals",
    set: "world",
    entryPoint: "vertexMain",
    buffers: DECAL_VERTEX_BUFFERS,
    hasLevels: true,
    shader: "decals",
    code: async (family, level) =>
      (await import("./decal-shaders.ts")).decalShader(familyName(family), level),
    kindOf: (kind) => (kind === KIND_MODULATE ? undefined : DECAL_KIND),
    depthBias: DECAL_BIAS,
  },
};
