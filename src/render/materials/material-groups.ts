/**
 * Which materials share a bind group of textures. A draw reaches the materials of one group, so a map takes as many draws
 * as it has pipelines and groups.
 *
 * Materials that are drawn in any order are grouped by signature: one family, and textures that lie, role by role, in the
 * same array textures. A fragment reads each role from one binding. Translucent materials are drawn in order, by one draw
 * if possible: as many array textures as a stage may read lie in slots of one group, among which a fragment chooses.
 * Beside them a group has one array of cubes. Rare families are grouped by signature even if they are translucent: the
 * shader of all families leaves them out.
 */

import type { TextureDimension } from "../../core/image.ts";
import { STAND_IN_PATTERN_MASK, STAND_IN_PATTERN_SHIFT } from "../../map/families/missing.ts";
import { type MaterialSet, PASS_NONE } from "../../map/material.ts";
import { FAMILY, hasTrait, isRareFamily, MATERIAL_FAMILIES } from "../../map/material-families.ts";
import { LEVEL_PLAIN, ROLE_COUNT } from "../../map/texture-roles.ts";
import { TEXTURE_SLOTS } from "../context/bind-layouts.ts";
import { isTranslucent } from "./surface-kinds.ts";
import { packTextureSlots } from "./texture-slots.ts";

/** Content of a role without a texture. */
export const NO_CONTENT = -1;

export interface MaterialGroup {
  /** Row of `MATERIAL_FAMILIES`; -1: slots. */
  readonly family: number;
  /** A content for each of `MaterialFamily.slots`, or for each texture slot. */
  readonly contents: readonly number[];
  /** Beside slots: the content of all roles of cubes. */
  readonly cubes: number;
  /** A bit for each role above the plain level that has a texture; of patterned families the pattern. */
  readonly roles: number;
}

export interface MaterialGroups {
  /** Group of each material. */
  readonly groupOf: Uint16Array;
  /** At least one. */
  readonly groups: readonly MaterialGroup[];
}

export const SLOT_GROUP = -1;

/** Returns the textures that a material shows, by `MaterialFamily.slots`; -1 where it has none. */
export function shownTextures(set: MaterialSet, material: number): number[] {
  if (set.pass[material] === PASS_NONE) return [];
  const { slots } = MATERIAL_FAMILIES[set.family[material]];
  return slots.map((slot) => set.roleTexture[material * ROLE_COUNT + slot]);
}

/** Returns the family that draws a material: a family with roles is flat without any texture. */
export function drawnFamily(set: MaterialSet, material: number): number {
  const textures = shownTextures(set, material);
  const isBare = textures.length > 0 && textures.every((texture) => texture < 0);
  return isBare && !hasTrait(set.family[material], "refracting")
    ? FAMILY.flat
    : set.family[material];
}

/**
 * @param contentOf names what a texture lies in
 * @param areShared false: a group for each material
 */
export function groupMaterials(
  set: MaterialSet,
  contentOf: (texture: number) => number,
  areShared: boolean,
): MaterialGroups {
  const groupOf = new Uint16Array(set.count);
  const groups: MaterialGroup[] = [];
  const groupOfSignature = new Map<string, number>();
  const translucent: number[] = [];
  for (let material = 0; material < set.count; material++) {
    if (set.pass[material] === PASS_NONE) continue;
    if (isTranslucent(set.pass[material]) && !isRareFamily(set.family[material])) {
      translucent.push(material);
      continue;
    }
    const family = drawnFamily(set, material);
    const textures = family === FAMILY.flat ? [] : shownTextures(set, material);
    const contents = textures.map((texture) => (texture < 0 ? NO_CONTENT : contentOf(texture)));
    const pattern = hasTrait(family, "patterned")
      ? (set.standIn[material] >>> STAND_IN_PATTERN_SHIFT) & STAND_IN_PATTERN_MASK
      : 0;
    const signature = areShared ? `${family} ${pattern} ${contents.join(" ")}` : `${material}`;
    let group = groupOfSignature.get(signature);
    if (group === undefined) {
      // Rare families have one pipeline, whichever roles a material shows.
      const roles = isRareFamily(family) ? pattern : rolesAbovePlain(family, contents);
      group = groups.push({ family, contents, cubes: NO_CONTENT, roles }) - 1;
      groupOfSignature.set(signature, group);
    }
    groupOf[material] = group;
  }
  for (const { cubes, members } of splitByCubes(set, translucent, contentOf)) {
    const demands = members.map((material) => [
      ...new Set(texturesOf(set, material, "2d").map(contentOf)),
    ]);
    const packed = areShared
      ? packTextureSlots(demands, TEXTURE_SLOTS)
      : { groupOf: [...demands.keys()], groups: demands };
    const first = groups.length;
    const shown = packed.groups.map(() => 0);
    for (const [i, material] of members.entries()) {
      groupOf[material] = first + packed.groupOf[i];
      const roles = rolesAbovePlain(set.family[material], shownTextures(set, material));
      shown[packed.groupOf[i]] |= roles;
    }
    for (const [i, contents] of packed.groups.entries()) {
      groups.push({ family: SLOT_GROUP, contents, cubes, roles: shown[i] });
    }
  }
  return { groupOf, groups };
}

/** Returns a bit for each role above the plain level that has a texture. @param textures as `shownTextures` returns them */
function rolesAbovePlain(family: number, textures: readonly number[]): number {
  const { slots, slotRoles } = MATERIAL_FAMILIES[family];
  return slots.reduce<number>((bits, slot, i) => {
    const isAbove = slotRoles[i].level > LEVEL_PLAIN && textures[i] >= 0;
    return isAbove ? bits | (1 << slot) : bits;
  }, 0);
}

/** Returns the textures of a dimension that a material shows. */
function texturesOf(set: MaterialSet, material: number, dimension: TextureDimension): number[] {
  const { slotRoles } = MATERIAL_FAMILIES[set.family[material]];
  return shownTextures(set, material).filter(
    (texture, i) => texture >= 0 && slotRoles[i].dimension === dimension,
  );
}

interface CubeGroup {
  /** Content of the array that holds the cubes of all members. */
  readonly cubes: number;
  readonly members: number[];
}

/** Splits materials by their array of cubes; those without join the largest group. Returns at least one group. */
function splitByCubes(
  set: MaterialSet,
  materials: readonly number[],
  contentOf: (texture: number) => number,
): CubeGroup[] {
  const byCubes = new Map<number, CubeGroup>();
  const without: number[] = [];
  for (const material of materials) {
    const [cube] = texturesOf(set, material, "cube");
    if (cube === undefined) {
      without.push(material);
      continue;
    }
    const cubes = contentOf(cube);
    const group = byCubes.get(cubes);
    if (group === undefined) byCubes.set(cubes, { cubes, members: [material] });
    else group.members.push(material);
  }
  const groups = [...byCubes.values()].sort((a, b) => b.members.length - a.members.length);
  if (groups.length === 0) return [{ cubes: NO_CONTENT, members: without }];
  groups[0].members.push(...without);
  return groups;
}
