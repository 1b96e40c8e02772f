/**
 * Groups materials that share a bind group of textures. A draw can use the materials of one group
 * only, so a map needs as many draws as it has combinations of pipeline and group.
 *
 * Materials that are drawn in any order are grouped by signature: the same family, and textures
 * that lie, role by role, in the same array textures. A fragment reads each role from one binding.
 *
 * Translucent materials are drawn in order, by one draw if possible. Their group holds as many
 * array textures as a stage may read, in slots among which a fragment chooses, and one array of
 * cubes.
 *
 * Rare families are grouped by signature even if they are translucent, because the shader of all
 * families leaves them out.
 */

import type { TextureDimension } from "../../core/image.ts";
import {
  PATTERN_TUFT,
  STAND_IN_PATTERN_MASK,
  STAND_IN_PATTERN_SHIFT,
} from "../../map/families/missing.ts";
import { type MaterialSet, PASS_NONE } from "../../map/material.ts";
import { FAMILY, hasTrait, isRareFamily, MATERIAL_FAMILIES } from "../../map/material-families.ts";
import { LEVEL_PLAIN, ROLE_COUNT } from "../../map/texture-roles.ts";
import { TEXTURE_SLOTS } from "../context/bind-layouts.ts";
import { isTranslucent } from "./surface-kinds.ts";

// Packs array textures into the slots of bind groups, for draws of materials with any textures:
// fewer groups mean fewer draws.

export interface SlotGroups {
  /** Group of each demand. */
  readonly groupOf: Uint16Array;
  /** Contents of each group's slots, in order. There is at least one group, which may be empty. */
  readonly groups: readonly (readonly number[])[];
}

/** All demands with the same contents. */
interface DemandRow {
  readonly contents: readonly number[];
  readonly members: number[];
}

/**
 * Fills one group after the other. The next demand is the first by: most contents, because these
 * are harder to place; fewest slots to add; most used contents; order. A content that is in several
 * groups takes a slot in each.
 * @param demands slot contents that each material needs, without duplicates; a demand without
 * contents fits any group
 * @param capacity slots per group; a demand that needs more gets a separate group
 */
export function packTextureSlots(
  demands: readonly (readonly number[])[],
  capacity: number,
): SlotGroups {
  const groupOf = new Uint16Array(demands.length);
  const groups: number[][] = [];
  let left = sortedRows(demands);
  while (left.length > 0) {
    const group = [...left[0].contents];
    for (let row: DemandRow | null = left[0]; row !== null; row = nextRow(left, group, capacity)) {
      group.push(...missingFrom(group, row.contents));
      for (const demand of row.members) groupOf[demand] = groups.length;
      left = left.filter((other) => other !== row);
    }
    groups.push(group);
  }
  if (groups.length === 0) groups.push([]);
  return { groupOf, groups };
}

/**
 * Merges equal demands and sorts them by the criteria that do not change while packing. Empty
 * demands are left out.
 */
function sortedRows(demands: readonly (readonly number[])[]): DemandRow[] {
  const uses = new Map<number, number>();
  const rows = new Map<string, DemandRow>();
  demands.forEach((contents, demand) => {
    for (const content of contents) uses.set(content, (uses.get(content) ?? 0) + 1);
    if (contents.length === 0) return;
    const key = contents.join(" ");
    const row = rows.get(key);
    if (row === undefined) rows.set(key, { contents, members: [demand] });
    else row.members.push(demand);
  });
  const usesOf = ({ contents }: DemandRow) =>
    contents.reduce((sum, content) => sum + (uses.get(content) ?? 0), 0);
  // The sort is stable.
  return [...rows.values()].sort(
    (a, b) => b.contents.length - a.contents.length || usesOf(b) - usesOf(a),
  );
}

function missingFrom(group: readonly number[], contents: readonly number[]): number[] {
  return contents.filter((content) => !group.includes(content));
}

/** Returns the next row to join a group, or `null` if none fits. */
function nextRow(
  left: readonly DemandRow[],
  group: readonly number[],
  capacity: number,
): DemandRow | null {
  let best: DemandRow | null = null;
  let bestCount = capacity - group.length + 1;
  for (const row of left) {
    const count = missingFrom(group, row.contents).length;
    // A row that needs no further slot is taken at once.
    if (count === 0) return row;
    if (best !== null && row.contents.length !== best.contents.length) continue;
    if (count < bestCount) {
      best = row;
      bestCount = count;
    }
  }
  return best;
}

/** Content of a role without a texture. */
export const NO_CONTENT = -1;

export interface MaterialGroup {
  /** Row of `MATERIAL_FAMILIES`, or -1 for a group of slots. */
  readonly family: number;
  /** Content of each of `MaterialFamily.slots`, or of each texture slot. */
  readonly contents: readonly number[];
  /** Groups of slots: content of all cube roles. */
  readonly cubes: number;
  /**
   * A bit for each role above the plain level that has a texture. For patterned families: 1 for
   * tufts.
   */
  readonly roles: number;
}

export interface MaterialGroups {
  /** Group of each material. */
  readonly groupOf: Uint16Array;
  /** Groups; at least one. */
  readonly groups: readonly MaterialGroup[];
}

export const SLOT_GROUP = -1;

/**
 * Returns the textures that a material shows, by `MaterialFamily.slots`; -1 for a role without a
 * texture.
 */
export function shownTextures(set: MaterialSet, material: number): number[] {
  if (set.pass[material] === PASS_NONE) return [];
  const { slots } = MATERIAL_FAMILIES[set.family[material]];
  return slots.map((slot) => set.roleTexture[material * ROLE_COUNT + slot]);
}

/**
 * Returns the family that draws a material. A family with roles becomes flat if the material has no
 * texture.
 */
export function drawnFamily(set: MaterialSet, material: number): number {
  const textures = shownTextures(set, material);
  const isBare = textures.length > 0 && textures.every((texture) => texture < 0);
  return isBare && !hasTrait(set.family[material], "refracting")
    ? FAMILY.flat
    : set.family[material];
}

/**
 * @param contentOf returns the content that holds a texture
 * @param areShared if false, every material gets a separate group
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
    const isTuft = hasTrait(family, "patterned") && patternOf(set, material) === PATTERN_TUFT;
    const shape = isTuft ? 1 : 0;
    const signature = areShared ? `${family} ${shape} ${contents.join(" ")}` : `${material}`;
    let group = groupOfSignature.get(signature);
    if (group === undefined) {
      // Rare families have one pipeline for any set of roles.
      const roles = isRareFamily(family) ? shape : rolesAbovePlain(family, contents);
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

function patternOf(set: MaterialSet, material: number): number {
  return (set.standIn[material] >>> STAND_IN_PATTERN_SHIFT) & STAND_IN_PATTERN_MASK;
}

/**
 * Returns a bit for each role above the plain level that has a texture.
 * @param textures as `shownTextures` returns them
 */
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

/**
 * Splits materials by their array of cubes; those without join the largest group. Returns at least
 * one group.
 */
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
