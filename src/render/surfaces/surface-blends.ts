/** What a way of vertices to a shader is: see `surface-forms.ts`. */

import {
  KIND_CUTOUT,
  KIND_FADING,
  KIND_MODULATE,
  KIND_OPAQUE,
  KIND_REFRACTING,
  KIND_TRANSLUCENT,
} from "./pipeline-key.ts";

// How each kind of surface is put into the picture.

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

export interface VertexForm {
  readonly name: string;
  /** Layout of the group that is the set's. */
  readonly set: "world" | "props" | "pulledProps" | "details" | "sprites" | "ropes";
  readonly entryPoint: string;
  readonly buffers: GPUVertexBufferLayout[];
  /** Whether roles of a higher level than plain are shown: see `levelOfRoles`. */
  readonly hasLevels: boolean;
  /** What its shaders are called, where another form has the same. */
  readonly shader: string;
  /**
   * The shader that draws a family by it.
   * @param family row of the families, or `KEY_ANY_FAMILY`
   */
  readonly code: (family: number, level: number) => Promise<string>;
  /** In place of the kind's own. */
  readonly kindOf?: (kind: number) => SurfaceKind | undefined;
  readonly depthBias?: Pick<GPUDepthStencilState, "depthBias" | "depthBiasSlopeScale">;
}
