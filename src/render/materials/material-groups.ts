/** Which materials share a bind group of texture slots. */

import { type MaterialSet, PASS_NONE } from "../../map/material.ts";
import { TEXTURE_SLOTS } from "../context/bind-layouts.ts";
import { isOrdered, SLOT_COUNTS, surfaceKind } from "./surface-pipelines.ts";
import {
  packTextureSlots,
  packWithFewDraws,
  type SlotDemand,
  type SlotGroups,
  separateTextureSlots,
} from "./texture-slots.ts";

/** Draws of unordered surfaces for which bind groups keep to fewer slots. */
const FEW_DRAWS = 8;

/**
 * What blends has a group of its own, so that all of it can be one draw; what does not has as few
 * slots as keep its draws few. What has no texture does not join the others: its pipelines read none.
 * @param base2 second texture of each material where there is one to be seen, or -1
 * @param contentOf names what a slot with a texture holds
 * @param areShared false: a group for each material
 */
export function groupMaterials(
  set: MaterialSet,
  base2: Int32Array,
  contentOf: (texture: number) => number,
  areShared: boolean,
): SlotGroups {
  const demandOf = (material: number): SlotDemand => {
    const textures = [set.baseTexture[material], base2[material]].filter((t) => t >= 0);
    return {
      // Cut-out surfaces before opaque ones: there are fewer of them, so they lie in fewer groups.
      kind: -surfaceKind(set.pass[material], set.flags[material]),
      contents: [...new Set(textures.map(contentOf))],
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
  const isBare = (material: number) => set.baseTexture[material] < 0;
  add(
    solid.filter((material) => !isBare(material)),
    (demands) => packWithFewDraws(demands, SLOT_COUNTS, FEW_DRAWS),
  );
  add(solid.filter(isBare), (demands) => packTextureSlots(demands, SLOT_COUNTS[0]));
  add(drawn.filter(isBlended), (demands) => packTextureSlots(demands, TEXTURE_SLOTS));
  return { groupOf, groups };
}
