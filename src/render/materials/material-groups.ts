/** Which materials share a bind group of texture slots. */

import { type MaterialSet, PASS_NONE } from "../../map/material.ts";
import { ROLE_COUNT } from "../../map/texture-roles.ts";
import { TEXTURE_SLOTS } from "../context/bind-layouts.ts";
import { isOrdered, surfaceKind } from "./surface-kinds.ts";
import {
  packTextureSlots,
  packWithFewDraws,
  type SlotDemand,
  type SlotGroups,
  separateTextureSlots,
} from "./texture-slots.ts";

/**
 * Texture slots that pipelines choose from. More slots make fewer draws of a map, but on a software
 * adapter each costs as much as a texture read in every fragment.
 */
export const SLOT_COUNTS = [1, 2, 4, TEXTURE_SLOTS] as const;

/** Draws of unordered surfaces for which bind groups keep to fewer slots. */
const FEW_DRAWS = 8;

function texturesOf(seenTextures: Int32Array, material: number): Int32Array {
  return seenTextures.subarray(material * ROLE_COUNT, (material + 1) * ROLE_COUNT);
}

/**
 * What blends has a group of its own, so that all of it can be one draw; what does not has as few
 * slots as keep its draws few. What has no texture does not join the others: its pipelines read none.
 * @param seenTextures textures that are seen, `ROLE_COUNT` a material; -1: none
 * @param contentOf names what a slot with a texture holds
 * @param areShared false: a group for each material
 */
export function groupMaterials(
  set: MaterialSet,
  seenTextures: Int32Array,
  contentOf: (texture: number) => number,
  areShared: boolean,
): SlotGroups {
  const demandOf = (material: number): SlotDemand => {
    const textures = texturesOf(seenTextures, material).filter((texture) => texture >= 0);
    return {
      // Cut-out surfaces before opaque ones: there are fewer of them, so they lie in fewer groups.
      kind: -surfaceKind(set.pass[material], set.flags[material]),
      contents: [...new Set(Array.from(textures, contentOf))],
    };
  };
  const materials = Array.from(set.pass, (_, material) => material);
  if (!areShared) return separateTextureSlots(materials.map(demandOf));

  const groupOf = new Uint16Array(set.count);
  const groups: (readonly number[])[] = [];
  const add = (members: readonly number[], pack: (demands: SlotDemand[]) => SlotGroups) => {
    if (members.length === 0) return;
    const packed = pack(members.map(demandOf));
    members.forEach((material, i) => {
      groupOf[material] = groups.length + packed.groupOf[i];
    });
    groups.push(...packed.groups);
  };
  const drawn = materials.filter((material) => set.pass[material] !== PASS_NONE);
  const isBlended = (material: number) => isOrdered(set.pass[material]);
  const solid = drawn.filter((material) => !isBlended(material));
  const isBare = (material: number) => texturesOf(seenTextures, material).every((t) => t < 0);
  add(
    solid.filter((material) => !isBare(material)),
    (demands) => packWithFewDraws(demands, SLOT_COUNTS, FEW_DRAWS),
  );
  add(solid.filter(isBare), (demands) => packTextureSlots(demands, SLOT_COUNTS[0]));
  add(drawn.filter(isBlended), (demands) => packTextureSlots(demands, TEXTURE_SLOTS));
  return { groupOf, groups };
}
