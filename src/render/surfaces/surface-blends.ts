/** Kinds of surfaces with their blend states, and the interface of vertex forms. */

import {
  KIND_CUTOUT,
  KIND_FADING,
  KIND_MODULATE,
  KIND_OPAQUE,
  KIND_REFRACTING,
  KIND_TRANSLUCENT,
} from "./pipeline-key.ts";

// Pipeline state of a kind of surface.

export interface SurfaceKind {
  readonly name: string;
  readonly fragment: string;
  readonly cullMode: GPUCullMode;
  /** `null` for surfaces that replace the picture behind them. */
  readonly blend: GPUBlendState | null;
  /** True if depth is not written. */
  readonly leavesDepth?: boolean;
}

/** Keeps the target's alpha. */
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

export interface VertexForm {
  readonly name: string;
  /** Bind group layout of group 1. */
  readonly set: "world" | "props" | "pulledProps" | "details" | "sprites" | "ropes" | "particles";
  readonly entryPoint: string;
  readonly buffers: GPUVertexBufferLayout[];
  /** Whether the form has shaders for roles above the plain level: see `levelOfRoles`. */
  readonly hasLevels: boolean;
  /** Shader name, which forms with the same shader share. */
  readonly shader: string;
  /**
   * Loads the shader of a family.
   * @param family row of the families, or `KEY_ANY_FAMILY`
   */
  readonly code: (family: number, level: number) => Promise<string>;
  /** Returns the surface kind that replaces the default one, if any. */
  readonly kindOf?: (kind: number) => SurfaceKind | undefined;
  readonly depthBias?: Pick<GPUDepthStencilState, "depthBias" | "depthBiasSlopeScale">;
}
