/**
 * Model shadows as soft blobs: the same pieces of surfaces with other texture coordinates in the
 * shadow texture. The engine does this for shadows without silhouettes:
 * `DrawRenderToTextureShadowLOD` of Valve's public `clientshadowmgr.cpp`.
 */

import type { ResourceGroup } from "../../gpu/resource-group.ts";
import { writeBytes } from "../../gpu/resources.ts";
import { DECAL_VERTEX, type DecalSet } from "../../map/decals.ts";
import type { RenderContext } from "../context/render-context.ts";
import type { PropShadows } from "../types.ts";
import type { Casting } from "./casting.ts";
import { shadowMode } from "./shadow-mode.ts";

const STRIDE_FLOATS = DECAL_VERTEX.strideBytes / 4;
const TEX_COORD = DECAL_VERTEX.world.texCoord / 4;

/** Returns a set's vertices with all shadows as blobs. */
export function asBlobs(
  { chunks, indices, squares }: Pick<DecalSet, "chunks" | "indices" | "squares">,
  vertices: Uint8Array,
): Uint8Array {
  const out = vertices.slice();
  if (!squares) return out;
  const from = new Float32Array(vertices.buffer, vertices.byteOffset, vertices.byteLength / 4);
  const to = new Float32Array(out.buffer);
  for (let chunk = 0; chunk < chunks.count; chunk++) {
    const first = chunks.firstIndex[chunk];
    for (let i = first; i < first + chunks.indexCount[chunk]; i++) {
      const at = indices[i] * STRIDE_FLOATS + TEX_COORD;
      for (let axis = 0; axis < 2; axis++) {
        const own = chunk * 8 + axis;
        const part = (from[at + axis] - squares[own]) / (squares[own + 2] - squares[own]);
        to[at + axis] = squares[own + 4] + part * (squares[own + 6] - squares[own + 4]);
      }
    }
  }
  return out;
}

/**
 * Switches a set's vertices between silhouettes and blobs when the setting changes.
 * @param lit the buffer's initial contents, with silhouettes
 */
export function addBlobs(
  { gpu, keep }: ResourceGroup,
  { casting }: RenderContext,
  set: DecalSet,
  lit: Uint8Array,
  buffer: GPUBuffer,
): void {
  if (!set.squares) return;
  let shown: PropShadows = "silhouette";
  const blobs: Casting = {
    choose(_, settings) {
      const mode = shadowMode(settings);
      if (mode === shown || mode === "off") return false;
      shown = mode;
      writeBytes(gpu, buffer, mode === "blob" ? asBlobs(set, lit) : lit);
      return false;
    },
    pose() {},
    draw() {},
    destroy() {
      casting.splice(casting.indexOf(ask), 1);
    },
  };
  const ask = () => blobs;
  casting.push(ask);
  keep(blobs);
}
