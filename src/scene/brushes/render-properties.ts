/**
 * Reads render keys of brush entities: `rendermode`, `renderamt`, `rendercolor` and `renderfx`, as
 * the client of Valve's `source-sdk-2013` does.
 *
 * For a brush model the mode decides only whether `renderamt` counts: the client passes an opacity
 * and a colour to the renderer (`DrawTranslucentRenderable` of viewrender.cpp), but not the mode.
 * The material decides how it blends. Only sprites are additive or glow by mode.
 */

import type { Entity } from "../../formats/bsp/types.ts";
import { gammaToLinear } from "../materials/vmt-values.ts";

/** The values of `RenderMode_t` (const.h) that make a difference. */
export const RENDER_NORMAL = 0;
/** Not added to a render group: `C_BaseEntity::GetRenderGroup`. */
const RENDER_ENVIRONMENTAL = 6;
/** Not drawn: `C_BaseEntity::ShouldDraw`. */
const RENDER_NONE = 10;

/** `RenderFx_t` of const.h. */
const FX_PULSE_SLOW = 1;
const FX_FADE_SLOW = 5;
const FX_FADE_FAST = 6;
const FX_SOLID_SLOW = 7;
const FX_SOLID_FAST = 8;
const FX_FLICKER_FAST = 13;
const FX_DISTORT = 15;
const FX_HOLOGRAM = 16;
const FX_PULSE_FAST_WIDER = 24;

/** Opacity of the distort and hologram effects, 0 to 255. */
const DISTORT_ALPHA = 180;
/** Mean of 255 * |sin|. */
const PULSE_WIDER_ALPHA = Math.round((255 * 2) / Math.PI);

/** Factors for the materials of an entity's model. */
export interface Modulation {
  /** Linear RGB. */
  readonly tint: readonly [red: number, green: number, blue: number];
  /** Opacity, 0 to 1. */
  readonly alpha: number;
  /**
   * Fade by the camera's distance from a box, laid out as `WINDOW_FADE`. `alpha` then is the least
   * opacity.
   */
  readonly fade?: readonly number[];
}

/** Reads the leading integer of a value, as `atoi` does. */
export function parseInteger(value: string | undefined, absent = 0): number {
  return value === undefined ? absent : Number.parseInt(value, 10) || 0;
}

/** Reads a byte: the engine stores colours and opacities in bytes. */
const parseByte = (value: string | undefined, absent: number) => parseInteger(value, absent) & 255;

/**
 * Returns the opacity, 0 to 255, by `C_BaseEntity::ComputeFxBlend`. Pulses count in the middle of
 * their swing, strobes and flickers in their visible phase, and fades in their final state.
 */
function blendOf(mode: number, amount: number, fx: number): number {
  if (fx === FX_FADE_SLOW || fx === FX_FADE_FAST) return 0;
  if (fx === FX_SOLID_SLOW || fx === FX_SOLID_FAST) return 255;
  if (fx === FX_DISTORT || fx === FX_HOLOGRAM) return DISTORT_ALPHA;
  if (fx === FX_PULSE_FAST_WIDER) return PULSE_WIDER_ALPHA;
  // The mode counts only without an effect over time.
  if (fx >= FX_PULSE_SLOW && fx <= FX_FLICKER_FAST) return amount;
  return mode === RENDER_NORMAL ? 255 : amount;
}

/** Returns `null` if the entity is not drawn. */
export function readModulation(entity: Entity): Modulation | null {
  const mode = parseByte(entity.get("rendermode"), RENDER_NORMAL);
  if (mode === RENDER_NONE || mode === RENDER_ENVIRONMENTAL) return null;
  const amount = parseByte(entity.get("renderamt"), 255);
  const blend = blendOf(mode, amount, parseByte(entity.get("renderfx"), 0));
  if (blend === 0) return null;
  const stored = entity.get("rendercolor")?.trim().split(/\s+/);
  const channel = (i: number) => gammaToLinear(stored ? parseByte(stored[i], 0) / 255 : 1);
  return { tint: [channel(0), channel(1), channel(2)], alpha: blend / 255 };
}

export function isPlain({ tint, alpha }: Modulation): boolean {
  return alpha === 1 && tint.every((channel) => channel === 1);
}
