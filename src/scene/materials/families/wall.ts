import type { Vmt } from "../../../formats/vmt/types.ts";
import { MATERIAL_BUMP_MASK, MATERIAL_SELF_ILLUM } from "../../../map/material.ts";
import { FAMILY, FAMILY_CONSTANT, OWN_PARAM, OWN_ROLE } from "../../../map/material-families.ts";
import { PARAM_ENV_LIGHT, type ParamRow } from "../../../map/material-params.ts";
import {
  ROLE_BLENDMASK,
  ROLE_BUMP,
  ROLE_BUMP2,
  ROLE_DETAIL,
  ROLE_ENV,
  ROLE_LIGHT_WARP,
} from "../../../map/texture-roles.ts";
import { readTransform } from "../base-transform.ts";
import type { DrivenMaterial } from "../proxies/run-proxies.ts";
import { colorParam, flagParam, linearColor, numberParam, textureParam } from "../vmt-values.ts";
import type { MaterialState } from "./family-reader.ts";

/** The engine's shaders with these parameters. */
const WALLED = /^(\w+_)?(lightmappedgeneric|worldvertextransition)/;

/**
 * Moves a lightmapped material to the wall family if it has one of its parameters. All other
 * parameters must have been read before. In the engine, materials with world-aligned coordinates
 * have none of these.
 */
export function readWall(vmt: Vmt, state: MaterialState, driven: DrivenMaterial | null): void {
  const isPlain = state.family === FAMILY.lit || state.family === FAMILY.blend;
  if (!isPlain || !WALLED.test(vmt.shader)) return;
  const second = numberParam(vmt, "$alpha2") ?? 0;
  if (second > 0) state.alpha = Math.min(state.alpha * second, 1);
  const rows: ParamRow[] = [];
  const found = [
    readLayers(vmt, state, rows),
    readLightWarp(vmt, state),
    readBumpMask(vmt, state, rows, driven),
    readMirror(vmt, state, rows),
    readGlow(vmt, state, rows),
    readPhong(vmt, state, rows),
  ];
  if (!found.includes(true)) return;
  state.family = FAMILY.wall;
  for (const [param, row] of rows.entries()) {
    if (row !== undefined) state.params[param] = row;
  }
}

/**
 * Reads `$lightwarptexture`.
 * @returns whether the material has it, like the other readers of this file
 */
function readLightWarp(vmt: Vmt, { textures }: MaterialState): boolean {
  textures[ROLE_LIGHT_WARP] = textureParam(vmt, "$lightwarptexture");
  return textures[ROLE_LIGHT_WARP] !== undefined;
}

/**
 * Reads `$bumpmask`. The engine's shader has no room for it beside a detail or a second base
 * texture.
 */
function readBumpMask(
  vmt: Vmt,
  state: MaterialState,
  rows: ParamRow[],
  driven: DrivenMaterial | null,
): boolean {
  const { textures, flags, family } = state;
  const mask = textureParam(vmt, "$bumpmask");
  const second = textureParam(vmt, "$bumpmap2");
  if (mask === undefined || second === undefined || textures[ROLE_BUMP] === undefined) return false;
  const hasRoom = textures[ROLE_DETAIL] === undefined && family === FAMILY.lit;
  if (!hasRoom || (flags & MATERIAL_SELF_ILLUM) !== 0 || flagParam(vmt, "$basetexturenoenvmap")) {
    return false;
  }
  textures[ROLE_BUMP2] = second;
  textures[OWN_ROLE.bump_mask] = mask;
  const first = [OWN_PARAM.WALL_BUMP_S, OWN_PARAM.WALL_BUMP_T] as const;
  readTransform({ vmt, name: "$bumptransform", rows: first, state, driven });
  const other = [OWN_PARAM.WALL_BUMP2_S, OWN_PARAM.WALL_BUMP2_T] as const;
  readTransform({ vmt, name: "$bumptransform2", rows: other, state, driven });
  rows[OWN_PARAM.WALL_GLOW] = [1, 1, 1, 1];
  return true;
}

/**
 * Reads which layers reflect nothing (`$basetexturenoenvmap`). Returns `true` if the cubemap needs
 * this family's shader.
 */
function readMirror(
  vmt: Vmt,
  { textures, flags, params }: MaterialState,
  rows: ParamRow[],
): boolean {
  if (textures[ROLE_ENV] === undefined) return false;
  // The engine reads these flags only if a normal map masks the reflection.
  const isByBump = (flags & MATERIAL_BUMP_MASK) !== 0 && textures[ROLE_BUMP] !== undefined;
  const [first, second] = ["$basetexturenoenvmap", "$basetexture2noenvmap"].map((name) =>
    isByBump && flagParam(vmt, name) ? 0 : 1,
  );
  const [r, g, b] = rows[OWN_PARAM.WALL_TINT] ?? [1, 1, 1];
  const [r2, g2, b2] = rows[OWN_PARAM.WALL_TINT2] ?? [1, 1, 1];
  rows[OWN_PARAM.WALL_TINT] = [r, g, b, first];
  rows[OWN_PARAM.WALL_TINT2] = [r2, g2, b2, second];
  return params[PARAM_ENV_LIGHT] !== undefined || first === 0 || second === 0;
}

/** Reads `$selfillumtint`, which the engine uses without gamma conversion. */
function readGlow(vmt: Vmt, { flags }: MaterialState, rows: ParamRow[]): boolean {
  const tint = colorParam(vmt, "$selfillumtint") ?? [1, 1, 1];
  if ((flags & MATERIAL_SELF_ILLUM) === 0 || tint.every((c) => c === 1)) return false;
  rows[OWN_PARAM.WALL_GLOW] = [...tint, 0];
  return true;
}

/**
 * Reads `$newlayerblending` and the tints of the layers, with the parameters and defaults of the
 * public VMT-Editor. Without a blend mask, layers blend as they would without this parameter.
 */
function readLayers(vmt: Vmt, { family, textures }: MaterialState, rows: ParamRow[]): boolean {
  if (family !== FAMILY.blend) return false;
  const number = (name: string, rest: number) => numberParam(vmt, name) ?? rest;
  const tintOf = (name: string) => linearColor(colorParam(vmt, name) ?? [1, 1, 1]);
  const isNew = flagParam(vmt, "$newlayerblending") && textures[ROLE_BLENDMASK] !== undefined;
  const tints = [tintOf("$layertint1"), tintOf("$layertint2")];
  rows[OWN_PARAM.WALL_TINT] = [...tints[0], 1];
  rows[OWN_PARAM.WALL_TINT2] = [...tints[1], 1];
  if (!isNew) return tints.flat().some((c) => c !== 1);
  const hasNormals = flagParam(vmt, "$layeredgenormal");
  const inwards = flagParam(vmt, "$layeredgepunchin") ? -1 : 1;
  rows[OWN_PARAM.WALL_BLEND] = [
    Math.max(number("$blendsoftness", 0.5), 0),
    number("$layerborderstrength", 0.5),
    number("$layerborderoffset", 0),
    Math.max(number("$layerbordersoftness", 0.5), 0),
  ];
  rows[OWN_PARAM.WALL_BORDER] = [...tintOf("$layerbordertint"), 0];
  rows[OWN_PARAM.WALL_EDGE] = [
    hasNormals ? inwards * number("$layeredgestrength", 0.5) : 0,
    number("$layeredgeoffset", 0),
    Math.max(number("$layeredgesoftness", 0.5), 0),
    0,
  ];
  return true;
}

/** Returns a row of up to four numbers; missing numbers are taken from `rest`. */
function rowParam(vmt: Vmt, name: string, rest: ParamRow): ParamRow {
  const written = (vmt.params.get(name) ?? "").match(/[-+.\d][-+.\deE]*/g)?.map(Number.parseFloat);
  return rest.map((value, k) => written?.[k] ?? value) as never;
}

/**
 * Reads `$phong` of walls (CS:GO), with the parameters and number order of the public VMT-Editor.
 * Missing parameters of the second layer are taken from the first.
 */
function readPhong(vmt: Vmt, { textures }: MaterialState, rows: ParamRow[]): boolean {
  if (!flagParam(vmt, "$phong")) return false;
  const number = (name: string, rest: number) => numberParam(vmt, name) ?? rest;
  const exponent = number("$phongexponent", 5);
  const tint = number("$phongbasetint", 0);
  rows[OWN_PARAM.WALL_PHONG] = [
    Math.max(exponent, 0),
    Math.max(number("$phongexponent2", exponent), 0),
    tint,
    number("$phongbasetint2", tint),
  ];
  const amount = rowParam(vmt, "$phongamount", [1, 1, 1, 1]);
  rows[OWN_PARAM.WALL_PHONG_AMOUNT] = amount;
  rows[OWN_PARAM.WALL_PHONG_AMOUNT2] = rowParam(vmt, "$phongamount2", amount);
  const [contrast, brightness] = rowParam(vmt, "$phongmaskcontrastbrightness", [1, 1, 0, 0]);
  const [contrast2, brightness2] = rowParam(vmt, "$phongmaskcontrastbrightness2", [
    ...[contrast, brightness],
    ...[0, 0],
  ] as never);
  rows[OWN_PARAM.WALL_PHONG_MASK] = [contrast, brightness, contrast2, brightness2];
  const isByBump = flagParam(vmt, "$normalmapalphaenvmapmask") && textures[ROLE_BUMP] !== undefined;
  const isByBase = flagParam(vmt, "$basealphaenvmapmask");
  const kind = isByBump
    ? FAMILY_CONSTANT.SHINES_BY_BUMP
    : isByBase
      ? FAMILY_CONSTANT.SHINES_BY_BASE
      : FAMILY_CONSTANT.SHINES;
  rows[OWN_PARAM.WALL_SUN] = [0, 0, 0, kind];
  return true;
}
