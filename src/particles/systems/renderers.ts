/** Parameters of renderers. */

import type { Params } from "./params.ts";

/** Rate and clock of a sheet's sequence. */
export interface Animation {
  readonly rate: number;
  /** `lifetime`: plays once in a lifetime. `fps`: `rate` is frames a second, else sequences. */
  readonly clock: "lifetime" | "fps" | "sequences";
}

export type RendererPlan =
  | {
      readonly kind: "sprites";
      /** 0 faces the camera, 1 turns about the vertical, 2 lies flat. */
      readonly orientation: 0 | 1 | 2;
      readonly animation: Animation;
    }
  | {
      readonly kind: "trail";
      readonly animation: Animation;
      /** Limits of the length, inches. */
      readonly minLength: number;
      readonly maxLength: number;
      /** Seconds in which a trail grows to its length. */
      readonly growTime: number;
    }
  | {
      readonly kind: "rope";
      /** Inches of the rope for one texel. */
      readonly texelSize: number;
      /** Texels a second by which the texture scrolls along. */
      readonly scrollRate: number;
      readonly subdivisions: number;
    };

const MAX_SUBDIVISIONS = 16;

function readAnimation(params: Params): Animation {
  const rate = params.number("animation rate", 0.1);
  if (params.bool("animation_fit_lifetime", false)) return { rate: 1, clock: "lifetime" };
  return { rate, clock: params.bool("use animation rate as FPS", false) ? "fps" : "sequences" };
}

/** Returns null for renderers that are not drawn. */
export function readRenderer(name: string, params: Params): RendererPlan | null {
  switch (name.toLowerCase()) {
    case "render_animated_sprites": {
      const type = params.number("orientation_type", 0);
      const orientation = type === 1 || type === 2 ? type : 0;
      return { kind: "sprites", orientation, animation: readAnimation(params) };
    }
    case "render_sprite_trail":
      return {
        kind: "trail",
        animation: readAnimation(params),
        minLength: Math.max(0, params.number("min length", 0)),
        maxLength: Math.max(0, params.number("max length", 2000)),
        growTime: Math.max(0, params.number("length fade in time", 0)),
      };
    case "render_rope":
      return {
        kind: "rope",
        texelSize: Math.max(0.01, Math.abs(params.number("texel_size", 4))),
        scrollRate: params.number("texture_scroll_rate", 0),
        subdivisions: params.int("subdivision_count", 3, 1, MAX_SUBDIVISIONS),
      };
    default:
      return null;
  }
}
