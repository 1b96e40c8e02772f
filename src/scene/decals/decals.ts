/** What is painted on the map's surfaces: its overlays, the decals of its entities, and their materials. */

import type { BspDetails } from "../../formats/bsp/types.ts";
import type { DecalSet } from "../../map/decals.ts";
import {
  MATERIAL_ALPHA_MASK,
  MATERIAL_MISSING,
  type MaterialSet,
  PASS_NONE,
  PASS_OPAQUE,
  PASS_TRANSLUCENT,
} from "../../map/material.ts";
import { ROLE_BASE, ROLE_COUNT } from "../../map/texture-roles.ts";
import { contentName } from "../materials/content-name.ts";
import { type ResolvedMaterials, resolveMaterials } from "../materials/materials.ts";
import { type ContentAccess, leaveOutTooLarge } from "../open/read-content.ts";
import type { TextureOptions } from "../textures/read-vtf.ts";
import type { TextureFiles } from "../textures/textures.ts";
import { type DecalWorld, listDecalSurfaces } from "./decal-surfaces.ts";
import { DecalWriter } from "./decal-writer.ts";
import { type InfoDecal, listInfoDecals, writeInfoDecals } from "./infodecals.ts";
import { writeOverlays } from "./overlays.ts";

const OVERLAYS = "LUMP_OVERLAYS";
const INFODECALS = "infodecal";
const DECALS = "decals";

export interface BuiltDecals {
  readonly decals: DecalSet;
  /** The textures that `decals.materials.textures` lists, still to be streamed. */
  readonly textures: TextureFiles;
}

/**
 * The map's overlays and decals; null where there is nothing to show, or, with a warning, where they would cost
 * more than they may. One warning a kind tells how many are left out, and why.
 */
export async function buildDecals(
  world: DecalWorld & { readonly bsp: Pick<BspDetails, "overlays"> },
  access: ContentAccess,
  options: TextureOptions,
): Promise<BuiltDecals | null> {
  const { bsp, tree } = world;
  const { overlays } = bsp;
  const decals = listInfoDecals(bsp.entities);
  if (overlays.count + decals.length === 0) return null;
  return leaveOutTooLarge(access, DECALS, async () => {
    const names = new Map<string, number>();
    const addName = (name: string): number => {
      const known = names.get(name) ?? names.size;
      names.set(name, known);
      return known;
    };
    const materialOfOverlay = Uint32Array.from(overlays.texinfo, (texinfo) => {
      const texData = bsp.texInfos.texdata[texinfo];
      return addName(texData < 0 ? "" : contentName(bsp.texDatas.name[texData], ".vmt"));
    });
    const materialOfDecal = decals.map(({ name }) => addName(name));
    access.ledger.take("materials", names.size, DECALS);
    const resolved = await resolveMaterials([...names.keys()], null, access, options);
    const { materials, textures } = resolved;
    const state = prepareMaterials(materials);
    const writer = new DecalWriter(tree, access.ledger, DECALS);
    const surfaces = listDecalSurfaces(world, access.ledger, DECALS);
    const shownOverlay = (row: number) => shown(state, materialOfOverlay[row]);
    const rowOf = new Map(decals.map((decal, i) => [decal, materialOfDecal[i]]));
    const shownDecal = (decal: InfoDecal) => shown(state, rowOf.get(decal) ?? 0);
    const bareOverlays = writeOverlays(overlays, shownOverlay, surfaces, writer);
    const bareDecals = writeInfoDecals(
      ...([decals, shownDecal, sizesOf(resolved), world, surfaces, writer] as const),
    );
    warnOfLeftOut(
      access,
      OVERLAYS,
      "overlays",
      countStates(state, materialOfOverlay),
      bareOverlays,
    );
    warnOfLeftOut(access, INFODECALS, "decals", countStates(state, materialOfDecal), bareDecals);
    if (writer.decalCount === 0) return null;
    return { decals: { ...writer.finish(), materials }, textures };
  });
}

const SHOWN = 0;
const MISSING = 1;
/** Its material says that it is not drawn. */
const UNSEEN = 2;

function shown(state: Uint8Array, material: number): number {
  return state[material] === SHOWN ? material : -1;
}

/**
 * Says of each material whether it is shown, and readies those that are: whatever has no holes blends, so that few
 * pipelines draw all. Without its picture there is no decal: a grey plate on the wall is worse. Changes the set
 * in place.
 */
function prepareMaterials({ count, pass, flags, roleTexture }: MaterialSet): Uint8Array {
  const state = new Uint8Array(count);
  for (let material = 0; material < count; material++) {
    if (pass[material] === PASS_NONE) state[material] = UNSEEN;
    const isMissing = (flags[material] & MATERIAL_MISSING) !== 0;
    if (isMissing) state[material] = MISSING;
    else if (roleTexture[material * ROLE_COUNT + ROLE_BASE] < 0) state[material] = UNSEEN;
    if (state[material] !== SHOWN) pass[material] = PASS_NONE;
    if (pass[material] !== PASS_OPAQUE) continue;
    pass[material] = PASS_TRANSLUCENT;
    flags[material] |= MATERIAL_ALPHA_MASK;
  }
  return state;
}

/** Inches of each material's picture. */
function sizesOf({ materials, textures, decalScale, subRect }: ResolvedMaterials) {
  return (material: number): readonly [number, number] => {
    const texture = materials.roleTexture[material * ROLE_COUNT + ROLE_BASE];
    const vtf = texture < 0 ? null : textures.files[texture].vtf;
    const scale = decalScale[material];
    const part = subRect[material]?.size;
    if (vtf !== null && part !== undefined) return [part[0] * scale, part[1] * scale];
    return [(vtf?.width ?? 0) * scale, (vtf?.height ?? 0) * scale];
  };
}

/** How many of a list of materials are in each state. */
function countStates(state: Uint8Array, materials: ArrayLike<number>): number[] {
  const counts = [0, 0, 0];
  for (let i = 0; i < materials.length; i++) counts[state[materials[i]]]++;
  return counts;
}

function warnOfLeftOut(
  { diagnostics }: ContentAccess,
  subject: string,
  what: string,
  [shownCount, missing, unseen]: readonly number[],
  bare: number,
): void {
  const reasons = [
    ...(missing > 0 ? [`${missing} without a material`] : []),
    ...(unseen > 0 ? [`${unseen} of a material that is not drawn`] : []),
    ...(bare > 0 ? [`${bare} on no surface that is drawn`] : []),
  ];
  if (reasons.length === 0) return;
  const total = shownCount + missing + unseen;
  const message = `${missing + unseen + bare} of ${total} ${what} are not drawn: ${reasons.join(", ")}.`;
  diagnostics.warn("not-drawn", subject, message);
}
