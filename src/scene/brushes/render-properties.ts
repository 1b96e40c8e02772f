/**
 * How an entity's render keys change the look of its brush model: `rendermode`, `renderamt`,
 * `rendercolor` and `renderfx`, as the client of Valve's `source-sdk-2013` reads them.
 *
 * For a brush model the modes differ in one thing only, whether `renderamt` counts: the client hands
 * the renderer an opacity and a colour (`DrawTranslucentRenderable` of viewrender.cpp) and nothing of
 * the mode. What is blended how is the material's affair; sprites alone are added or glow by mode.
 */

import type { Entity } from "../../formats/bsp/types.ts";
import { gammaToLinear } from "../materials/vmt-values.ts";

/** `RenderMode_t` of const.h: the ones that are told apart. */
const RENDER_NORMAL = 0;
/** Not put among what is drawn: `C_BaseEntity::GetRenderGroup`. */
const RENDER_ENVIRONMENTAL = 6;
/** `C_BaseEntity::ShouldDraw`. */
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

/** Opacity that the client gives to what is distorted. */
const DISTORT_ALPHA = 180;
/** Mean of 255 * |sin|. */
const PULSE_WIDER_ALPHA = Math.round((255 * 2) / Math.PI);

/** What a material is multiplied by where an entity's model is drawn. */
export interface Modulation {
  /** Linear. */
  readonly tint: readonly [red: number, green: number, blue: number];
  /** 0, unseen, to 1. */
  readonly alpha: number;
  /** By the camera's distance from a box (`WINDOW_FADE` of window-fade.ts), with `alpha` where it is least. */
  readonly fade?: readonly number[];
}

/** Leading integer of a value, as `atoi` reads it. */
export function parseInteger(value: string | undefined, absent = 0): number {
  return value === undefined ? absent : Number.parseInt(value, 10) || 0;
}

/** The engine keeps colours and opacities in bytes. */
const parseByte = (value: string | undefined, absent: number) => parseInteger(value, absent) & 255;

/**
 * Opacity, 0 to 255, by `C_BaseEntity::ComputeFxBlend`: what pulses, in the middle of its swing, what
 * strobes or flickers while it is seen, and what fades or grows solid when it has done so, seconds
 * after the map's start.
 */
function blendOf(mode: number, amount: number, fx: number): number {
  if (fx === FX_FADE_SLOW || fx === FX_FADE_FAST) return 0;
  if (fx === FX_SOLID_SLOW || fx === FX_SOLID_FAST) return 255;
  if (fx === FX_DISTORT || fx === FX_HOLOGRAM) return DISTORT_ALPHA;
  if (fx === FX_PULSE_FAST_WIDER) return PULSE_WIDER_ALPHA;
  // The mode is asked for only where there is no effect over time.
  if (fx >= FX_PULSE_SLOW && fx <= FX_FLICKER_FAST) return amount;
  return mode === RENDER_NORMAL ? 255 : amount;
}

/** null: the entity is not drawn. */
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
