import type { LightSideName } from "../../map/types.ts";
import { buildPropLight } from "../light/build-prop-light.ts";
import { unlightUnlisted } from "../lightmaps/unlight-unlisted.ts";
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
