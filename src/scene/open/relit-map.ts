/** Builds an opened map under its other light. */

import type { BspWorld } from "../../formats/bsp/types.ts";
import type { LightSideName } from "../../map/types.ts";
import { buildPropLight } from "../light/build-prop-light.ts";
import { isFaceDrawn, type WorldMaterials } from "../materials/material-names.ts";
import { buildMapScene, listLightSides } from "../world/map-scene.ts";
import type { RelitMap } from "./events.ts";
import type { MapState } from "./map-state.ts";
import { readSideRanges } from "./read-map-details.ts";

/** Builds a map under another light. Its lumps are read if they were not read before. */
export async function buildRelitMap(state: MapState, side: LightSideName): Promise<RelitMap> {
  const { file, diagnostics, options } = state;
  const { signal } = options;
  if (state.parts.bsp[side] === null && state.parts.sides?.includes(side)) {
    const addSide = await readSideRanges(file, side, signal);
    const { parts } = state;
    const lit = addSide(parts.bsp, diagnostics);
    const bsp = unlightUnlisted(lit, side, parts.materials);
    state.parts = { ...parts, bsp, sides: listLightSides(bsp) };
  }
  state.wantedSide = side;
  const ledger = file.ledger.renew();
  const scene = buildMapScene(state.parts, side, diagnostics, ledger);
  const { parts, lighting } = state;
  const access = { diagnostics, ledger, signal };
  const light =
    lighting && (await buildPropLight(parts.bsp, parts.tree, scene.side, lighting, access));
  const { sky } = state;
  if (sky === null || scene.side === null || scene.side === sky.side) {
    return { scene, light, sky: null };
  }
  const relitSky = await sky.read(scene.side, ledger);
  if (relitSky !== null) state.sky = { ...sky, side: scene.side };
  return { scene, light, sky: relitSky };
}

/**
 * Fixes faces of a side that was read after the materials were listed. In a damaged or edited map
 * they may use other materials. Such faces get the texinfo that they have under the first light,
 * and no light, because theirs was laid out for another texinfo.
 */
function unlightUnlisted(bsp: BspWorld, side: LightSideName, listed: WorldMaterials): BspWorld {
  const light = bsp[side];
  const first = bsp[side === "hdr" ? "ldr" : "hdr"]?.faces;
  if (light === null || first === undefined) return bsp;
  const { faces } = light;
  for (let face = 0; face < faces.count; face++) {
    if (!isFaceDrawn(bsp, faces, face)) continue;
    if (listed.materialOfTexData[bsp.texInfos.texdata[faces.texinfo[face]]] >= 0) continue;
    faces.texinfo[face] = first.texinfo[face];
    faces.lightOffset[face] = -1;
  }
  return bsp;
}
