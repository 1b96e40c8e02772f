/** How each kind of surface is put into the picture. */

import {
  KIND_CUTOUT,
  KIND_FADING,
  KIND_MODULATE,
  KIND_OPAQUE,
  KIND_REFRACTING,
  KIND_TRANSLUCENT,
} from "./pipeline-key.ts";

export interface SurfaceKind {
  readonly name: string;
  readonly fragment: string;
  readonly cullMode: GPUCullMode;
  /** null: hides what is behind it. */
  readonly blend: GPUBlendState | null;
  /** Left out: it is drawn with depth writes. */
  readonly leavesDepth?: boolean;
}

/** The target's alpha stays. */
const KEEP_ALPHA: GPUBlendComponent = { srcFactor: "zero", dstFactor: "one" };
export const PREMULTIPLIED: GPUBlendState = {
  color: { srcFactor: "one", dstFactor: "one-minus-src-alpha" },
  alpha: KEEP_ALPHA,
};
const MULTIPLIED: GPUBlendState = {
  color: { srcFactor: "dst", dstFactor: "zero" },
  alpha: KEEP_ALPHA,
};

export const KINDS: Readonly<Record<number, SurfaceKind>> = {
  [KIND_OPAQUE]: { name: "opaque", fragment: "fragmentOpaque", cullMode: "back", blend: null },
  [KIND_CUTOUT]: { name: "cutout", fragment: "fragmentCutout", cullMode: "none", blend: null },
  [KIND_TRANSLUCENT]: {
    name: "translucent",
    fragment: "fragmentTranslucent",
    cullMode: "none",
    blend: PREMULTIPLIED,
    leavesDepth: true,
  },
  [KIND_FADING]: { name: "fading", fragment: "fragmentFading", cullMode: "back", blend: null },
  [KIND_MODULATE]: {
    name: "modulate",
    fragment: "fragmentModulate",
    cullMode: "none",
    blend: MULTIPLIED,
    leavesDepth: true,
  },
  [KIND_REFRACTING]: {
    name: "refracting",
    fragment: "fragmentRefracting",
    cullMode: "none",
    blend: PREMULTIPLIED,
  },
};
