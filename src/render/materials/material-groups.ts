/**
 * Which materials share a bind group of textures. A draw reaches those of one group, so a map takes as
 * many draws as it has pipelines and groups.
 *
 * What is drawn in any order is grouped by signature: materials of one family whose textures lie, role
 * by role, in the same array textures. A fragment reads a role where it is, with nothing to choose.
 * What blends is drawn in order, by one draw if it can be, so as many array textures as a stage may
 * read lie in slots of one group, and a fragment chooses.
 */

import { type MaterialSet, PASS_NONE } from "../../map/material.ts";
import { FAMILY_FLAT, MATERIAL_FAMILIES } from "../../map/material-families.ts";
import { ROLE_COUNT } from "../../map/texture-roles.ts";
import { TEXTURE_SLOTS } from "../context/bind-layouts.ts";
import { isTranslucent } from "./surface-kinds.ts";
import { packTextureSlots } from "./texture-slots.ts";

/** Content of a role without a texture. */
export const NO_CONTENT = -1;

export interface MaterialGroup {
  /** Row of `MATERIAL_FAMILIES`; -1: slots. */
  readonly family: number;
  /** A content for each role of the family, or for each slot. */
  readonly contents: readonly number[];
}

export interface MaterialGroups {
  /** Group of each material. */
  readonly groupOf: Uint16Array;
  /** At least one. */
  readonly groups: readonly MaterialGroup[];
}

export const SLOT_GROUP = -1;

/** Textures of a material that its family shows, by its roles; -1: none. */
export function shownTextures(set: MaterialSet, material: number): number[] {
  if (set.pass[material] === PASS_NONE) return [];
  const { roles } = MATERIAL_FAMILIES[set.family[material]];
  return roles.map((role) => set.roleTexture[material * ROLE_COUNT + role]);
}

/** What a material is drawn as: of a family that reads textures, what has none is flat. */
export function drawnFamily(set: MaterialSet, material: number): number {
  const textures = shownTextures(set, material);
  const isBare = textures.length > 0 && textures.every((texture) => texture < 0);
  return isBare ? FAMILY_FLAT : set.family[material];
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
    if (isTranslucent(set.pass[material])) {
      translucent.push(material);
      continue;
    }
    const family = drawnFamily(set, material);
    const textures = family === FAMILY_FLAT ? [] : shownTextures(set, material);
    const contents = textures.map((texture) => (texture < 0 ? NO_CONTENT : contentOf(texture)));
    const signature = areShared ? `${family} ${contents.join(" ")}` : `${material}`;
    let group = groupOfSignature.get(signature);
    if (group === undefined) {
      group = groups.push({ family, contents }) - 1;
      groupOfSignature.set(signature, group);
    }
    groupOf[material] = group;
  }
  const demands = translucent.map((material) => {
    const textures = shownTextures(set, material).filter((texture) => texture >= 0);
    return [...new Set(textures.map(contentOf))];
  });
  const packed = areShared
    ? packTextureSlots(demands, TEXTURE_SLOTS)
    : { groupOf: demands.keys(), groups: demands };
  for (const [i, group] of [...packed.groupOf].entries()) {
    groupOf[translucent[i]] = groups.length + group;
  }
  groups.push(...packed.groups.map((contents) => ({ family: SLOT_GROUP, contents })));
  return { groupOf, groups };
}
