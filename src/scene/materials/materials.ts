/** Resolves material names: reads VMTs, then the textures that they name. */

import type { Vmt } from "../../formats/vmt/types.ts";
import {
  MATERIAL_BUMP_MASK,
  MATERIAL_ENV_MASK,
  MATERIAL_MISSING,
  MATERIAL_SELF_ILLUM,
  MATERIAL_TEXTURE_MASK,
  MATERIAL_TRANSFORMED,
  type MaterialSet,
  PASS_NONE,
  PASS_OPAQUE,
} from "../../map/material.ts";
import { FAMILY, restOwnParams, roleInSlot } from "../../map/material-families.ts";
import {
  PARAM_BASE_S,
  PARAM_BASE_T,
  PARAM_DETAIL_S,
  PARAM_NUMBERS,
  paramsAtRest,
} from "../../map/material-params.ts";
import type { MaterialMotion } from "../../map/motion/material-motion.ts";
import {
  ROLE_BASE,
  ROLE_BUMP,
  ROLE_COUNT,
  ROLE_DETAIL,
  ROLE_ENV,
  ROLE_MASK,
  TEXTURE_ROLES,
  type TextureRole,
} from "../../map/texture-roles.ts";
import { mapConcurrent } from "../open/concurrent.ts";
import type { ContentAccess } from "../open/read-content.ts";
import { isStandInMaterial, STAND_IN_STATES } from "../stand-in/stand-in-model.ts";
import type { TextureOptions } from "../textures/read-vtf.ts";
import {
  areWithinBudget,
  openTextures,
  type ReadRequest,
  type TextureFiles,
  type TextureReading,
  type TextureRequest,
  textureKey,
} from "../textures/textures.ts";
import { buildMotion, hasFrames, type MovingState } from "./build-motion.ts";
import { contentName } from "./content-name.ts";
import { isDetailCovering, settleDetail } from "./families/detail.ts";
import type { MaterialState, SubRect } from "./families/family-reader.ts";
import { NEAREST_CUBEMAP } from "./families/reflection.ts";
import { buildMaterialState, DEFAULT_ALPHA_TEST_REFERENCE, makePlain } from "./material-state.ts";
import { NAMELESS } from "./nameless-faces.ts";
import { passOf } from "./opacity.ts";
import { createVmtReader, type ReadVmt } from "./read-vmt.ts";
import { isInvisibleTool } from "./tool-materials.ts";
import { listUnpatchedNames } from "./unpatched-names.ts";
import { numberParam, pairParam } from "./vmt-values.ts";

export interface ResolvedMaterials {
  readonly materials: MaterialSet;
  /** Textures of `materials.textures`, not yet streamed. */
  readonly textures: TextureFiles;
  /** Inches per texel of each material, used for decals. */
  readonly decalScale: Float32Array;
  /** Part of the base texture that is drawn, by material; undefined for all of it. */
  readonly subRect: readonly (SubRect | undefined)[];
  /** `$surfaceprop` by material, if it has one. */
  readonly surfaceProp: readonly (string | undefined)[];
}

/** Most paths named in a warning: a model may have a thousand directories. */
const MAX_NAMED = 8;

/** Linear mean colour of unknown materials: a middle grey. */
export const UNKNOWN_COLOR: readonly [number, number, number] = [0.214, 0.214, 0.214];

/**
 * Resolves materials, a row for each name. Missing or broken materials are drawn in their fallback
 * colour, with one warning each.
 * @param fallbackColor linear, 3 numbers a name; `null` if unknown, and then the textures' mean
 *   colours are used
 * @param distance by name; over the budget, the textures of the farthest materials are reduced
 *   first
 */
export async function resolveMaterials(
  names: readonly string[],
  fallbackColor: Float32Array | null,
  access: ContentAccess,
  options: TextureOptions,
  distance: ArrayLike<number> = [],
): Promise<ResolvedMaterials> {
  const wanted = names.map((name) => contentName(name, ".vmt"));
  const candidates = wanted.map(listUnpatchedNames);
  const resolved = await resolveCandidates(candidates, fallbackColor, access, options, distance);
  return { ...resolved, materials: { ...resolved.materials, name: wanted } };
}

/** Resolves materials with several candidate names: the first that exists is used. */
export async function resolveCandidates(
  candidates: readonly (readonly string[])[],
  fallbackColor: Float32Array | null,
  access: ContentAccess,
  options: TextureOptions,
  distance: ArrayLike<number> = [],
): Promise<ResolvedMaterials> {
  const found = await findMaterials(candidates, access, options);
  return openMaterials(found, fallbackColor, access, options, distance);
}

/**
 * Reads the VMT of each material: the first candidate that exists.
 * @param readTexture called for the textures of each material as soon as its VMT is read
 */
export async function findMaterials(
  candidates: readonly (readonly string[])[],
  access: ContentAccess,
  { plainMaterials }: Pick<TextureOptions, "plainMaterials">,
  readTexture?: ReadRequest,
): Promise<FoundMaterial[]> {
  const readVmt = createVmtReader(access);
  const find = async (names: readonly string[]) => {
    const found = await findMaterial(names, readVmt, access);
    const { name, state } = found;
    if (plainMaterials && state !== null && !isStandInMaterial(name)) makePlain(state);
    if (readTexture) for (const request of listRequests([found], [])) void readTexture(request);
    return found;
  };
  return mapConcurrent(candidates, find, access.signal);
}

/**
 * Opens materials and the textures that they name.
 * @param readTexture the reader of `findMaterials`, if it had one
 */
export async function openMaterials(
  found: readonly FoundMaterial[],
  fallbackColor: Float32Array | null,
  access: ContentAccess,
  options: TextureOptions,
  distance: ArrayLike<number> = [],
  readTexture?: ReadRequest,
): Promise<ResolvedMaterials> {
  const requests = listRequests(found, distance);
  const textures = await openTextures(requests, access, options, readTexture);
  const set = buildMaterialSet(found, fallbackColor, textures);
  const decalScale = Float32Array.from(found, ({ state }) => state?.decalScale ?? 1);
  return {
    materials: { ...set, motion: motionOf(set, found, access) },
    textures,
    decalScale,
    subRect: found.map(({ state }) => state?.subRect),
    surfaceProp: found.map(({ state }) => state?.surfaceProp),
  };
}

/** Whether the textures of materials fit the budget at full size: see `areWithinBudget`. */
export function fitBudget(
  found: readonly FoundMaterial[],
  options: TextureOptions,
  readTexture: ReadRequest,
): Promise<boolean> {
  return areWithinBudget(listRequests(found, []), options, readTexture);
}

/**
 * Lists the textures of all drawn materials, each once, with the distance of the nearest material.
 */
function listRequests(
  found: readonly FoundMaterial[],
  distance: ArrayLike<number>,
): TextureRequest[] {
  const nearest = new Map<string, TextureRequest>();
  for (const [i, { state }] of found.entries()) {
    if (state === null || state.isUnseen) continue;
    for (const [role, name] of state.textures.entries()) {
      const reading = readingOf(state, role);
      if (name === undefined || name === NEAREST_CUBEMAP || reading === null) continue;
      const { space, dimension } = reading;
      const key = textureKey(name, { space, dimension });
      const before = nearest.get(key)?.distance ?? Number.POSITIVE_INFINITY;
      const isAnimated = nearest.get(key)?.isAnimated === true || hasFrames(state, role);
      nearest.set(key, {
        ...{ name, space, dimension, isAnimated },
        distance: Math.min(before, distance[i] ?? 0),
      });
    }
  }
  return [...nearest.values()];
}

/**
 * Returns how a material's texture in a slot is read; `null` for a family-specific slot that the
 * family does not declare.
 */
function readingOf({ family, spaces }: MaterialState, slot: number): TextureReading | null {
  const role: TextureRole | undefined = roleInSlot(family, slot) ?? TEXTURE_ROLES[slot];
  return role === undefined
    ? null
    : { space: spaces[slot] ?? role.space, dimension: role.dimension };
}

export interface FoundMaterial {
  readonly name: string;
  /** `null` if missing or unreadable. */
  readonly state: MaterialState | null;
  /** True for tool materials, which are never drawn. */
  readonly invisible: boolean;
}

async function findMaterial(
  names: readonly string[],
  readVmt: ReadVmt,
  access: ContentAccess,
): Promise<FoundMaterial> {
  const [first] = names;
  if (first === "") return failNameless(access);
  const standIn = STAND_IN_STATES.get(first);
  if (standIn !== undefined) return { name: first, state: standIn, invisible: false };
  if (names.some(isInvisibleTool)) return { name: first, state: null, invisible: true };
  for (const name of names) {
    const vmt = await readVmt(name);
    if (vmt === undefined) return { name, state: null, invisible: false };
    if (vmt === null) continue;
    if (vmt.shader === "subrect") return readSubRect(name, vmt, readVmt, access);
    return { name, state: readState(name, vmt, access), invisible: false };
  }
  const paths = names.slice(0, MAX_NAMED).map((name) => `materials/${name}.vmt`);
  if (names.length > MAX_NAMED) paths.push(`at ${names.length - MAX_NAMED} other places`);
  access.diagnostics.warn(
    "missing-material",
    `materials/${listUnpatchedNames(first).at(-1)}.vmt`,
    `No material ${paths.join(", nor ")}: its mean colour is shown.`,
  );
  return { name: first, state: null, invisible: false };
}

/**
 * Reads a Subrect material: a part of another material's texture, the sheet (Valve's wiki,
 * "Subrect"). It is drawn like the sheet, and a decal of it has the size of the part.
 * `$modelmaterial`, which models use instead, is not read.
 */
async function readSubRect(
  name: string,
  vmt: Vmt,
  readVmt: ReadVmt,
  access: ContentAccess,
): Promise<FoundMaterial> {
  const nothing: FoundMaterial = { name, state: null, invisible: false };
  const path = `materials/${name}.vmt`;
  const sheet = contentName(vmt.params.get("$material") ?? "", ".vmt");
  const position = pairParam(vmt, "$pos") ?? [0, 0];
  const size = pairParam(vmt, "$size");
  if (sheet === "" || size === undefined || size[0] <= 0 || size[1] <= 0) {
    const message = `${path} names no $Material or no $Size above 0: its mean colour is shown.`;
    access.diagnostics.warn("unreadable-material", path, message);
    return nothing;
  }
  const read = await readVmt(sheet);
  if (read === undefined) return nothing;
  if (read === null || read.shader === "subrect") {
    const found = read === null ? "No material" : "No sheet of its own in";
    const message = `${found} materials/${sheet}.vmt, of which ${path} is a part: its mean colour is shown.`;
    access.diagnostics.warn("missing-material", `materials/${sheet}.vmt`, message);
    return nothing;
  }
  const state = readState(sheet, read, access);
  state.subRect = { position, size };
  state.decalScale = numberParam(vmt, "$decalscale") ?? state.decalScale;
  return { ...nothing, state };
}

/** Warns about a material without a name. `warnOfNamelessFaces` warns about the world's faces. */
function failNameless({ diagnostics }: ContentAccess): FoundMaterial {
  const message = "A decal, an overlay or a part of a model has no material's name.";
  diagnostics.warn("damaged-section", NAMELESS, message);
  return { name: "", state: null, invisible: false };
}

function readState(name: string, vmt: Vmt, { diagnostics }: ContentAccess): MaterialState {
  const state = buildMaterialState(vmt);
  // A patch without its include contains only the cubemap of its place.
  if (vmt.missingInclude !== undefined) state.flags |= MATERIAL_MISSING;
  if (state.unsupported) {
    diagnostics.warn(
      "unsupported-shader",
      vmt.shader,
      `Shader ${vmt.shader} of materials/${name}.vmt is not known: its base texture is shown.`,
    );
  }
  for (const proxy of state.ignoredProxies) {
    const message = `Proxy ${proxy} of materials/${name}.vmt is not known: the values that it changes stay constant.`;
    diagnostics.warn("unsupported-proxy", proxy, message);
  }
  return state;
}

function motionOf(
  set: MaterialSet,
  found: readonly FoundMaterial[],
  { diagnostics }: ContentAccess,
): MaterialMotion | null {
  const moving: MovingState[] = [];
  for (const [material, { name, state }] of found.entries()) {
    if (state !== null && set.pass[material] !== PASS_NONE) moving.push({ material, name, state });
  }
  const framesOf = (material: number, role: number) => {
    const texture = set.roleTexture[material * ROLE_COUNT + role];
    return texture < 0 ? 1 : set.textures.frames[texture];
  };
  return buildMotion(moving, framesOf, diagnostics);
}

function buildMaterialSet(
  found: readonly FoundMaterial[],
  fallbackColor: Float32Array | null,
  textures: TextureFiles,
): MaterialSet {
  const count = found.length;
  const set = {
    count,
    name: found.map((f) => f.name),
    family: new Uint8Array(count).fill(FAMILY.flat),
    pass: new Uint8Array(count),
    flags: new Uint32Array(count),
    tint: new Float32Array(count * 3).fill(1),
    alpha: new Float32Array(count).fill(1),
    alphaTestReference: new Float32Array(count).fill(DEFAULT_ALPHA_TEST_REFERENCE),
    fallbackColor: new Float32Array(count * 3),
    standIn: new Uint32Array(count),
    params: paramsAtRest(count),
    paramRates: new Float32Array(count * PARAM_NUMBERS),
    motion: null,
    roleTexture: new Int32Array(count * ROLE_COUNT).fill(-1),
    textures: textures.table,
  };
  for (const [i, { state, invisible }] of found.entries()) {
    const color = fallbackColor?.subarray(i * 3, i * 3 + 3) ?? UNKNOWN_COLOR;
    set.fallbackColor.set(color, i * 3);
    if (state === null) {
      set.pass[i] = invisible ? PASS_NONE : PASS_OPAQUE;
      set.flags[i] = invisible ? 0 : MATERIAL_MISSING;
      continue;
    }
    set.family[i] = state.family;
    set.pass[i] = state.isUnseen ? PASS_NONE : passOf(state.opacity, true);
    set.flags[i] = state.flags;
    set.tint.set(state.tint, i * 3);
    set.alpha[i] = state.alpha;
    set.alphaTestReference[i] = state.alphaTestReference;
    restOwnParams(set.params, i, state.family);
    for (const [row, values] of state.params.entries()) {
      if (values !== undefined) set.params.set(values, i * PARAM_NUMBERS + row * 4);
    }
    for (const [row, values] of state.paramRates.entries()) {
      if (values !== undefined) set.paramRates.set(values, i * PARAM_NUMBERS + row * 4);
    }
    if (state.isUnseen) continue;
    const rows = set.roleTexture.subarray(i * ROLE_COUNT, (i + 1) * ROLE_COUNT);
    for (const [role, name] of state.textures.entries()) {
      const reading = readingOf(state, role);
      if (name === undefined || reading === null) continue;
      rows[role] = textures.row.get(textureKey(name, reading)) ?? -1;
    }
    leaveOutMirrors(rows, state.flags);
    const detail = textures.files[rows[ROLE_DETAIL]];
    if (detail !== undefined) {
      const row = settleDetail(state, rows, detail.isSelfShadowed);
      set.params.set(row, i * PARAM_NUMBERS + PARAM_DETAIL_S * 4);
    }
    if (state.textures[ROLE_BASE] === undefined) {
      // White, or black for materials that are nothing but a reflection.
      const bare = rows[ROLE_ENV] < 0 ? 1 : 0;
      const isKnown = (state.flags & MATERIAL_MISSING) !== 0 && fallbackColor !== null;
      if (state.untextured && !isKnown) set.fallbackColor.fill(bare, i * 3, i * 3 + 3);
      continue;
    }
    if (rows[ROLE_BASE] < 0) {
      // Without a base texture the other textures are not drawn.
      rows.fill(-1);
      if (state.opacity === "modulating") set.pass[i] = PASS_NONE;
      set.flags[i] |= MATERIAL_MISSING;
      continue;
    }
    const file = textures.files[rows[ROLE_BASE]];
    if (state.subRect !== undefined && file.vtf !== null) {
      showSubRect(set, i, state.subRect, file.vtf);
    }
    if (fallbackColor === null) set.fallbackColor.set(file.reflectivity, i * 3);
    const isCovered = rows[ROLE_DETAIL] >= 0 && detail.hasAlpha && isDetailCovering(state);
    set.pass[i] = passOf(state.opacity, file.hasAlpha || isCovered);
    // The alpha of the base texture cannot mask glow or reflection if it has none.
    if (!file.hasAlpha) set.flags[i] &= ~(MATERIAL_SELF_ILLUM | MATERIAL_ENV_MASK);
  }
  return set;
}

/** Maps the coordinates to a part of the base texture. */
function showSubRect(
  { params, flags }: Pick<MaterialSet, "params" | "flags">,
  material: number,
  { position, size }: SubRect,
  texture: { readonly width: number; readonly height: number },
): void {
  const edges = [texture.width, texture.height];
  for (const row of [PARAM_BASE_S, PARAM_BASE_T]) {
    const at = material * PARAM_NUMBERS + row * 4;
    const [s, t] = [params[at], params[at + 1]];
    params[at] = (s * size[0]) / edges[0];
    params[at + 1] = (t * size[1]) / edges[1];
    params[at + 2] += (s * position[0]) / edges[0] + (t * position[1]) / edges[1];
  }
  flags[material] |= MATERIAL_TRANSFORMED;
}

/** Removes the cubemap if its mask is missing, and a mask without a cubemap. */
function leaveOutMirrors(rows: Int32Array, flags: number): void {
  const isUnknown =
    ((flags & MATERIAL_BUMP_MASK) !== 0 && rows[ROLE_BUMP] < 0) ||
    ((flags & MATERIAL_TEXTURE_MASK) !== 0 && rows[ROLE_MASK] < 0);
  if (isUnknown) rows[ROLE_ENV] = -1;
  if (rows[ROLE_ENV] < 0 && (flags & MATERIAL_TEXTURE_MASK) !== 0) rows[ROLE_MASK] = -1;
}
