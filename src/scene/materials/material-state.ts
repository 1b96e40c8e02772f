/** Derives draw state from a VMT: family, opacity, flags, colours, textures. Reads no files. */

import type { Vmt } from "../../formats/vmt/types.ts";
import { MATERIAL_NO_CULL, MATERIAL_NO_FOG } from "../../map/material.ts";
import { FAMILY, familyOf, hasTrait, MATERIAL_FAMILIES } from "../../map/material-families.ts";
import { PARAM_DETAIL_TINT, PARAM_ENV_TINT } from "../../map/material-params.ts";
import { MOTION_ALPHA, MOTION_FRAME, MOTION_PARAM } from "../../map/motion/material-motion.ts";
import {
  LEVEL_PLAIN,
  ROLE_BASE,
  ROLE_BASE2,
  ROLE_BUMP,
  ROLE_COUNT,
  ROLE_DETAIL,
  ROLE_ENV,
} from "../../map/texture-roles.ts";
import { readBaseTransform } from "./base-transform.ts";
import type { MaterialState } from "./families/family-reader.ts";
import { findFamily, unknownFamily } from "./families/index.ts";
import { isLightmapped } from "./families/reflection.ts";
import { readOpacity } from "./opacity.ts";
import { type DrivenMaterial, runProxies } from "./proxies/run-proxies.ts";
import { type Value, ValueGraph } from "./proxies/value-graph.ts";
import { isInvisibleKey } from "./tool-materials.ts";
import {
  colorParam,
  flagParam,
  isGammaTinted,
  linearColor,
  numberParam,
  textureParam,
} from "./vmt-values.ts";

// Changes by proxies, added as the stores at the end of the material's program.

/** Role of the texture whose frame each variable holds. */
const FRAME_VARIABLES: readonly (readonly [name: string, role: number])[] = [
  ["$frame", ROLE_BASE],
  ["$frame2", ROLE_BASE2],
  ["$bumpframe", ROLE_BUMP],
  ["$detailframe", ROLE_DETAIL],
];

/** Adds a material's changes over time to its state at time 0. */
function driveMaterial(vmt: Vmt, state: MaterialState, driven: DrivenMaterial | null): void {
  driveFrames(vmt, state, driven);
  if (driven === null) return;
  driveTint(vmt, state, driven);
  driveAlpha(state, driven);
  if (state.textures[ROLE_ENV] !== undefined) driveMirror(vmt, state, driven);
  if (state.textures[ROLE_DETAIL] !== undefined) driveDetail(state, driven);
}

/** Returns all parts of a variable if any of them changes, else `null`. */
function movingParts({ graph, changed }: DrivenMaterial, name: string): readonly Value[] | null {
  const variable = changed.get(name);
  if (variable === undefined) return null;
  const moves = variable.parts.some((value) => graph.constantOf(value) === null);
  return moves ? variable.parts : null;
}

/** Adds frames that change, and fixed frames other than the first: both need a program. */
function driveFrames(vmt: Vmt, state: MaterialState, driven: DrivenMaterial | null): void {
  for (const [name, role] of FRAME_VARIABLES) {
    if (state.textures[role] === undefined) continue;
    const parts = driven === null ? null : movingParts(driven, name);
    if (parts !== null) state.stores.push([MOTION_FRAME + role, parts[0]]);
    else {
      const frame = Math.trunc(numberParam(vmt, name) ?? 0);
      if (frame <= 0) continue;
      state.graph ??= new ValueGraph();
      state.stores.push([MOTION_FRAME + role, state.graph.constant(frame)]);
    }
  }
}

function driveTint(vmt: Vmt, state: MaterialState, driven: DrivenMaterial): void {
  if (hasTrait(state.family, "ownTint")) return;
  const { graph } = driven;
  const names = ["$color", "$color2"] as const;
  const moving = names.map((name) => movingParts(driven, name));
  if (moving.every((parts) => parts === null)) return;
  for (let channel = 0; channel < 3; channel++) {
    const factors = names.map((name, i) => {
      const parts = moving[i];
      if (parts !== null) return parts[Math.min(channel, parts.length - 1)];
      return graph.constant((colorParam(vmt, name) ?? [1, 1, 1])[channel]);
    });
    const written = graph.apply("MULTIPLY", factors[0], factors[1]);
    const product = isGammaTinted(vmt) ? written : graph.apply("LINEAR", written);
    if (graph.constantOf(product) === null) state.stores.push([channel, product]);
  }
}

function driveAlpha(state: MaterialState, driven: DrivenMaterial): void {
  const { graph } = driven;
  const parts = movingParts(driven, "$alpha");
  const isAlways = hasTrait(state.family, "opaqueAlways") && state.opacity === "opaque";
  if (parts === null || isAlways) return;
  const low = graph.apply("MAX", parts[0], graph.constant(0));
  state.stores.push([MOTION_ALPHA, graph.apply("MIN", low, graph.constant(1))]);
  if (state.opacity !== "additive" && state.opacity !== "modulating") state.opacity = "blended";
}

function driveMirror(vmt: Vmt, state: MaterialState, driven: DrivenMaterial): void {
  const parts = movingParts(driven, "$envmaptint");
  if (parts === null) return;
  for (let channel = 0; channel < 3; channel++) {
    const written = parts[Math.min(channel, parts.length - 1)];
    const value = isLightmapped(vmt) ? written : driven.graph.apply("LINEAR", written);
    state.stores.push([MOTION_PARAM + PARAM_ENV_TINT * 4 + channel, value]);
  }
}

function driveDetail(state: MaterialState, driven: DrivenMaterial): void {
  const parts = movingParts(driven, "$detailblendfactor");
  if (parts !== null) state.stores.push([MOTION_PARAM + PARAM_DETAIL_TINT * 4 + 3, parts[0]]);
}

/**
 * Reference of materials with `$alphatest` but without `$alphatestreference`: the shader system's
 * default alpha function is "at least 0.7".
 */
export const DEFAULT_ALPHA_TEST_REFERENCE = 0.7;

/** Returns the linear tint of `$color` times `$color2`. */
function tintOf(vmt: Vmt): [number, number, number] {
  const a = colorParam(vmt, "$color") ?? [1, 1, 1];
  const b = colorParam(vmt, "$color2") ?? [1, 1, 1];
  return linearColor([a[0] * b[0], a[1] * b[1], a[2] * b[2]]);
}

/** Builds the draw state: first what all families share, then the family's own part. */
export function buildMaterialState(written: Vmt): MaterialState {
  const driven = runProxies(written);
  const vmt = driven?.vmt ?? written;
  const found = findFamily(vmt.shader);
  const { family, read } = found ?? unknownFamily;
  const alpha = Math.min(Math.max(numberParam(vmt, "$alpha") ?? 1, 0), 1);
  // A reference of 0 leaves the default in place.
  const reference = numberParam(vmt, "$alphatestreference") ?? 0;
  const state: MaterialState = {
    family,
    isUnseen: [...vmt.params.keys()].some((key) => isInvisibleKey(key) && flagParam(vmt, key)),
    opacity: readOpacity(vmt, alpha),
    flags:
      (flagParam(vmt, "$nocull") ? MATERIAL_NO_CULL : 0) |
      (flagParam(vmt, "$nofog") ? MATERIAL_NO_FOG : 0),
    tint: tintOf(vmt),
    alpha,
    alphaTestReference: reference > 0 ? reference : DEFAULT_ALPHA_TEST_REFERENCE,
    params: [],
    paramRates: [],
    stores: [],
    graph: driven?.graph ?? null,
    ignoredProxies: driven?.ignored ?? [],
    textures: [textureParam(vmt, "$basetexture")],
    spaces: [],
    decalScale: numberParam(vmt, "$decalscale") ?? 1,
    sway: null,
    surfaceProp: vmt.params.get("$surfaceprop")?.toLowerCase(),
    untextured: !vmt.params.has("$basetexture"),
    unsupported: found === undefined,
  };
  readBaseTransform(vmt, state, driven);
  read(vmt, state, driven);
  driveMaterial(vmt, state, driven);
  return state;
}

/**
 * Reduces a material, in place, to its family's low-quality substitute, and removes textures above
 * the plain level: cubemaps, normal maps, details. Refracting water and glass stay unchanged,
 * because nothing would be left of them.
 */
export function makePlain(state: MaterialState): void {
  state.sway = null;
  if (hasTrait(state.family, "refracting")) return;
  state.family = familyOf(state.family, "plain") ?? state.family;
  if (state.family === FAMILY.blend && state.textures[ROLE_BASE2] === undefined) {
    state.family = FAMILY.lit;
  }
  const { slots, slotRoles } = MATERIAL_FAMILIES[state.family];
  for (let slot = 0; slot < ROLE_COUNT; slot++) {
    const role = slotRoles[slots.indexOf(slot)];
    if (role === undefined || role.level > LEVEL_PLAIN) state.textures[slot] = undefined;
  }
}
