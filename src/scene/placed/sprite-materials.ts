/**
 * Reads sprite-specific material parameters: orientation, origin, texture size, and how the
 * entity's colour applies. Source: `sprite_dx9.cpp` of the engine's shaders, `spritemodel.cpp` of
 * its client.
 */

import type { Vmt } from "../../formats/vmt/types.ts";
import {
  MATERIAL_MISSING,
  MATERIAL_NO_CULL,
  type MaterialSet,
  PASS_ADDITIVE,
  PASS_ALPHA_TEST,
  PASS_NONE,
  PASS_OPAQUE,
} from "../../map/material.ts";
import { FAMILY } from "../../map/material-families.ts";
import { MOTION_FRAME } from "../../map/motion/material-motion.ts";
import { ROLE_BASE, ROLE_COUNT } from "../../map/texture-roles.ts";
import { contentName } from "../materials/content-name.ts";
import type { MaterialState } from "../materials/families/family-reader.ts";
import { findMaterials, openMaterials } from "../materials/materials.ts";
import { ValueGraph } from "../materials/proxies/value-graph.ts";
import { createVmtReader } from "../materials/read-vmt.ts";
import { listUnpatchedNames } from "../materials/unpatched-names.ts";
import { flagParam } from "../materials/vmt-values.ts";
import { mapConcurrent } from "../open/concurrent.ts";
import type { ContentAccess } from "../open/read-content.ts";
import type { TextureOptions } from "../textures/read-vtf.ts";
import type { TextureFiles } from "../textures/textures.ts";

// Animation frames as counted by `CSprite::Animate` of `Sprite.cpp`: they run at a fixed rate from
// the first, and restart before the last, which is never shown. So two frames do not animate.

/** Tolerance for rounding errors at the end of a frame, which would delay the next one. */
const ROUNDING = 1 / 1024;

/**
 * Animates a material's frames, unless a proxy already does.
 * @param rate frames per second
 */
function stepFrames(state: MaterialState, rate: number): void {
  const target = MOTION_FRAME + ROLE_BASE;
  if (rate <= 0 || state.textures[ROLE_BASE] === undefined) return;
  if (state.stores.some(([stored]) => stored === target)) return;
  state.graph ??= new ValueGraph();
  const { graph } = state;
  const last = graph.apply("SUBTRACT", graph.frames(ROLE_BASE), graph.constant(1));
  const rounds = graph.apply(
    "DIVIDE",
    graph.apply("MULTIPLY", graph.time(), graph.constant(rate)),
    last,
  );
  const moved = graph.apply("MULTIPLY", graph.apply("FRACTION", rounds), last);
  const frame = graph.apply("TRUNCATE", graph.apply("ADD", moved, graph.constant(ROUNDING)));
  const stands = graph.apply("LESS_OR_EQUAL", last, graph.constant(1));
  // Rounding up at the end counts as the first frame again.
  const isOver = graph.apply("LESS_OR_EQUAL", last, frame);
  const first = graph.apply("MAX", stands, isOver);
  state.stores.push([target, graph.apply("SELECT", first, graph.constant(0), frame)]);
}

/** Orientations, numbered as in the shader. */
export const ORIENT_PARALLEL_UPRIGHT = 0;
export const ORIENT_FACING_UPRIGHT = 1;
export const ORIENT_PARALLEL = 2;
export const ORIENT_ORIENTED = 3;

const ORIENTATIONS: Readonly<Record<string, number>> = {
  parallel_upright: ORIENT_PARALLEL_UPRIGHT,
  facing_upright: ORIENT_FACING_UPRIGHT,
  vp_parallel: ORIENT_PARALLEL,
  oriented: ORIENT_ORIENTED,
  // The roll is part of the orientation's angles.
  vp_parallel_oriented: ORIENT_PARALLEL,
};

export interface SpriteMaterial {
  /** Row of the set. */
  readonly row: number;
  /** True if the material uses the sprite shader, which blends as the entity's render mode says. */
  readonly isSprite: boolean;
  readonly orientation: number;
  /**
   * Position of the sprite's origin, measured from the upper left corner, as a fraction of the
   * texture.
   */
  readonly origin: readonly [number, number];
  /** Size in texels. */
  readonly width: number;
  readonly height: number;
  /** Whether light is added in gamma space, the shader's default. */
  readonly isStored: boolean;
  /** The material's own `PASS_*`. */
  readonly pass: number;
  readonly takesColor: boolean;
  readonly takesAlpha: boolean;
  readonly ignoresDepth: boolean;
}

export interface SpriteMaterials {
  readonly materials: MaterialSet;
  readonly textures: TextureFiles;
  /** Returns a sprite's material; undefined if it is not available. */
  readonly of: (sprite: SpritePicture) => SpriteMaterial | undefined;
}

/** Further properties by which sprites share a material. */
export interface SpritePicture {
  readonly material: string;
  readonly frameRate: number;
}

const keyOf = ({ material, frameRate }: SpritePicture): string => [material, frameRate].join(" ");

/**
 * Reads the materials and charges them to the budget. For each missing material, a warning gives
 * the number of sprites that are not drawn.
 */
export async function readSpriteMaterials(
  sprites: readonly SpritePicture[],
  access: ContentAccess,
  options: TextureOptions,
): Promise<SpriteMaterials> {
  const counts = new Map<string, number>();
  const pictures = new Map<string, SpritePicture>();
  for (const sprite of sprites) {
    counts.set(sprite.material, (counts.get(sprite.material) ?? 0) + 1);
    pictures.set(keyOf(sprite), sprite);
  }
  access.ledger.take("materials", pictures.size, "LUMP_ENTITIES");
  const readVmt = createVmtReader(access);
  const read = async (name: string): Promise<[string, Vmt | null]> => {
    for (const candidate of listUnpatchedNames(name)) {
      const vmt = await readVmt(candidate);
      if (vmt !== null) return [name, vmt ?? null];
    }
    const path = `materials/${name}.vmt`;
    const message = `No material ${path}: ${counts.get(name)} sprites of it are not drawn.`;
    access.diagnostics.warn("missing-material", path, message);
    return [name, null];
  };
  const vmts = new Map(await mapConcurrent([...counts.keys()], read, access.signal));
  const rows = [...pictures.values()].filter(({ material }) => vmts.get(material) !== null);
  const found = await findMaterials(
    rows.map(({ material }) => listUnpatchedNames(contentName(material, ".vmt"))),
    access,
    options,
  );
  for (const [row, { state }] of found.entries()) {
    if (state !== null) stepFrames(state, rows[row].frameRate);
  }
  const { materials, textures } = await openMaterials(found, null, access, options);
  const byKey = new Map<string, SpriteMaterial>();
  for (const [row, picture] of rows.entries()) {
    const texture = materials.roleTexture[row * ROLE_COUNT + ROLE_BASE];
    const size = textures.files[texture]?.vtf;
    const isMissing = (materials.flags[row] & MATERIAL_MISSING) !== 0;
    if (materials.pass[row] === PASS_NONE || isMissing || !size) continue;
    const vmt = vmts.get(picture.material)!;
    byKey.set(keyOf(picture), describe(vmt, row, materials.pass[row], size));
  }
  for (let row = 0; row < materials.count; row++) drawByRow(materials, row);
  return { materials, textures, of: (sprite) => byKey.get(keyOf(sprite)) };
}

function describe(
  vmt: Vmt,
  row: number,
  pass: number,
  { width, height }: { readonly width: number; readonly height: number },
): SpriteMaterial {
  const isSprite = /^sprite(_dx\w+)?$/.test(vmt.shader);
  const orientation = vmt.params.get("$spriteorientation")?.toLowerCase().trim() ?? "";
  return {
    row,
    isSprite,
    // For other shaders the engine parses the word as a number, which gives 0.
    orientation: (isSprite && ORIENTATIONS[orientation]) || ORIENT_PARALLEL_UPRIGHT,
    origin: readOrigin(vmt),
    width,
    height,
    isStored: isSprite && (!vmt.params.has("$nosrgb") || flagParam(vmt, "$nosrgb")),
    pass,
    takesColor: isSprite || flagParam(vmt, "$vertexcolor"),
    takesAlpha: isSprite || flagParam(vmt, "$vertexalpha"),
    ignoresDepth: !isSprite && flagParam(vmt, "$ignorez"),
  };
}

/** Reads the origin. Only a vector counts; the default is the centre. */
function readOrigin(vmt: Vmt): [number, number] {
  const numbers = (vmt.params.get("$spriteorigin") ?? "").match(/^\s*\[\s*(\S+)\s+([^\s\]]+)/);
  const [s, t] = numbers === null ? [Number.NaN] : [Number(numbers[1]), Number(numbers[2])];
  return Number.isFinite(s) && Number.isFinite(t) ? [s, t as number] : [0.5, 0.5];
}

/**
 * Lets each sprite's row decide how it blends, so that all share a pipeline. Changes the set in
 * place.
 */
function drawByRow({ pass, family, flags }: MaterialSet, row: number): void {
  if (pass[row] === PASS_NONE) return;
  pass[row] = PASS_ALPHA_TEST;
  family[row] = FAMILY.unlit;
  flags[row] |= MATERIAL_NO_CULL;
}

/** Whether a material with another shader than the sprite shader is additive. */
export function addsLight({ pass }: SpriteMaterial): boolean {
  return pass === PASS_ADDITIVE;
}

export function coversAll({ pass }: SpriteMaterial): boolean {
  return pass === PASS_OPAQUE;
}
