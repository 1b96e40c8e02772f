/**
 * Reads how light styles change in time: the engine's numbered patterns and those of switchable
 * lights. Source: `game/server/world.cpp` and `lights.cpp` of Valve's `source-sdk-2013`.
 */

import type { BspDetails, BspWorld, DetailLighting } from "../../formats/bsp/types.ts";
import type { LightPatterns } from "../../map/types.ts";
import { STYLE_COUNT } from "../../map/world.ts";
import { buildLightStyles, FIRST_SWITCHABLE_STYLE } from "./light-styles.ts";

/**
 * Patterns of styles 0 to 12: a letter for each tenth of a second, `a` dark, `m` as bright as
 * baked.
 */
const NUMBERED_PATTERNS: LightPatterns = [
  "",
  "mmnmmommommnonmmonqnmmo",
  "abcdefghijklmnopqrstuvwxyzyxwvutsrqponmlkjihgfedcba",
  "mmmmmaaaaammmmmaaaaaabcdefgabcdefg",
  "mamamamamama",
  "jklmnopqrstuvwxyzyxwvutsrqponmlkj",
  "nmonqnmomnmomomno",
  "mmmaaaabcdefgmmmmaaaammmaamm",
  "mmmaaammmaaammmabcdefaaaammmmabcdefmmmaaaa",
  "aaaaaaaazzzzzzzz",
  "mmamammmmammamamaaamammma",
  "abcdefghijklmnopqrrqponmlkjihgfedcba",
  "mmnnmmnnnmmnn",
];
/** Style for testing a map's light: always dark. */
const TEST_STYLE = 63;

/** Returns the patterns by style, empty if constant; `null` if no light of the map changes. */
export function buildLightPatterns(bsp: BspWorld & BspDetails): LightPatterns | null {
  const patterns = Array.from(
    { length: STYLE_COUNT },
    (_, style) => NUMBERED_PATTERNS[style] ?? "",
  );
  patterns[TEST_STYLE] = "a";
  const rest = buildLightStyles(bsp);
  for (const entity of bsp.entities) {
    if (!(entity.get("classname") ?? "").toLowerCase().startsWith("light")) continue;
    const style = Number.parseInt(entity.get("style") ?? "", 10);
    if (!(style >= FIRST_SWITCHABLE_STYLE && style < STYLE_COUNT - 1)) continue;
    const numbered = NUMBERED_PATTERNS[Number.parseInt(entity.get("defaultstyle") ?? "", 10)];
    const own = entity.get("pattern") || numbered;
    patterns[style] = rest[style] === 0 ? "" : (own ?? "");
  }
  return listUsedStyles(bsp).some((style) => patterns[style] !== "") ? patterns : null;
}

/** Lists the styles that faces, lamps and detail props use, in the lights that were read. */
function listUsedStyles(bsp: BspWorld & BspDetails): number[] {
  const used = new Uint8Array(STYLE_COUNT);
  const mark = (styles: ArrayLike<number> | undefined): void => {
    for (let i = 0; i < (styles?.length ?? 0); i++) used[styles![i] & (STYLE_COUNT - 1)] = 1;
  };
  const markLighting = (lighting: DetailLighting | null): void => mark(lighting?.style);
  for (const side of [bsp.ldr, bsp.hdr]) {
    mark(side?.faces.styles);
    mark(side?.worldLights?.style);
  }
  markLighting(bsp.detailLights.ldr);
  markLighting(bsp.detailLights.hdr);
  return [...used.keys()].filter((style) => used[style] === 1);
}
