/** Fades props by their size on screen, and blends those whose opacity is below 1. */

import {
  STATIC_PROP_FLAG_FADES,
  STATIC_PROP_SCREEN_SPACE_FADE,
} from "../../formats/bsp/layouts/static-prop-flags.ts";
import type { Entity, StaticProps } from "../../formats/bsp/types.ts";
import type { FoundMaterial } from "../materials/materials.ts";
import type { ContentAccess } from "../open/read-content.ts";
import type { Draws, ListedVariants } from "./prop-variants.ts";

const STUDIOHDR_FLAGS_NO_FORCED_FADE = 0x800;

/**
 * Size range in pixels. The engine counts two pixels for each pixel of the width of a prop's
 * sphere.
 */
export interface PixelRange {
  /** Size at which the prop is invisible; no fade by size if 0 or less. */
  readonly gone: number;
  /** Size from which the prop is fully visible. */
  readonly whole: number;
}

/** Reads the map's fade for all props. A static prop's own fade overrides it. */
export function readLevelFade(entities: readonly Entity[]): PixelRange {
  const world = entities.find((entity) => entity.get("classname")?.toLowerCase() === "worldspawn");
  const pixels = (key: string) => Number.parseFloat(world?.get(key) ?? "") || 0;
  return { gone: pixels("minpropscreenwidth"), whole: pixels("maxpropscreenwidth") };
}

/**
 * Returns `PropSet.fadeMetric`; undefined if no prop fades by size. Ranges work as in
 * `ComputeScreenFade` of the Alien Swarm SDK's `clientleafsystem.cpp`, on the sphere around a
 * prop's box. That static props with the flag store their range in pixels of the same kind follows
 * the wiki's `prop_static`.
 * @param props rows of the table, an instance each
 * @param models models of these rows
 * @param boxes 6 numbers an instance, world space
 */
export function listScreenFades(
  table: StaticProps,
  props: Uint32Array,
  models: readonly { readonly mdl: { readonly flags: number } }[],
  boxes: Float32Array,
  level: PixelRange,
): Float32Array | undefined {
  const metrics = new Float32Array(props.length * 2);
  props.forEach((prop, i) => {
    const own = readOwnFade(table, prop);
    const isForced = own === null;
    if (isForced && (models[i].mdl.flags & STUDIOHDR_FLAGS_NO_FORCED_FADE) !== 0) return;
    const { gone, whole } = own ?? level;
    const scale = table.forcedFadeScale[prop];
    if (!(gone > 0 && scale > 0)) return;
    const b = i * 6;
    const radius =
      Math.hypot(
        boxes[b + 3] - boxes[b],
        boxes[b + 4] - boxes[b + 1],
        boxes[b + 5] - boxes[b + 2],
      ) / 2;
    // A sphere of radius 1 is 100 / metric pixels wide.
    const onePixel = (2 * 100 * radius) / scale;
    metrics[i * 2] = onePixel / Math.max(whole, gone);
    metrics[i * 2 + 1] = onePixel / gone;
  });
  return metrics.some((metric) => metric > 0) ? metrics : undefined;
}

function readOwnFade(
  { flags, fadeMinDist, fadeMaxDist }: StaticProps,
  prop: number,
): PixelRange | null {
  const asked = STATIC_PROP_FLAG_FADES | STATIC_PROP_SCREEN_SPACE_FADE;
  if ((flags[prop] & asked) !== asked || !(fadeMaxDist[prop] > 0)) return null;
  return { gone: fadeMaxDist[prop], whole: fadeMinDist[prop] };
}

/**
 * Makes props translucent whose opacity is below 1 (`renderamt`, or an alpha by the compiler): the
 * engine then blends their opaque materials too. Their materials are copied, because other props
 * use the originals. Changes `draws.material` in place.
 * @param found by material of the draws
 * @returns the materials, including the added ones
 */
export function blendFaint(
  { isFaint }: Pick<ListedVariants, "isFaint">,
  draws: Draws,
  found: readonly FoundMaterial[],
  { ledger, diagnostics }: Pick<ContentAccess, "ledger" | "diagnostics">,
): readonly FoundMaterial[] {
  if (!isFaint.includes(true)) return found;
  const blended = [...found];
  const rows = new Map<number, number>();
  let isFull = false;
  for (const [draw, material] of draws.material.entries()) {
    const { state, ...rest } = found[material];
    if (!isFaint[draws.variant[draw]] || state === null) continue;
    const { opacity } = state;
    if (opacity !== "opaque" && opacity !== "cut-out" && opacity !== "blended by its texture")
      continue;
    let row = rows.get(material);
    if (row === undefined) {
      isFull ||= !ledger.tryTake("materials", 1);
      row = isFull
        ? material
        : blended.push({ ...rest, state: { ...state, opacity: "blended" } }) - 1;
      rows.set(material, row);
    }
    draws.material[draw] = row;
  }
  if (isFull) {
    const message = "Translucent props are drawn opaque: they need too many materials.";
    diagnostics.warn("over-budget", "renderamt", message);
  }
  return blended;
}
