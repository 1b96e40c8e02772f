/** What a way of vertices to a shader is: see `surface-forms.ts`. */

import type { SurfaceKind } from "./surface-blends.ts";

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
