/**
 * Changes the decals that are shadows of models while a map is shown: redraws the silhouettes of
 * models that moved, or replaces silhouettes by soft blobs.
 */

import type { ResourceGroup } from "../../gpu/resource-group.ts";
import { writeBytes } from "../../gpu/resources.ts";
import { DECAL_VERTEX, type DecalSet } from "../../map/decals.ts";
import { pipelineQueueOf } from "../context/pipeline-queue.ts";
import type { RenderContext } from "../context/render-context.ts";
import type { MaterialTable } from "../materials/material-table.ts";
import type { PropShadows } from "../types.ts";
import type { Casting } from "./casting.ts";
import { shadowMode } from "./shadow-mode.ts";

/**
 * Adds the silhouettes' pass to a set. Until it is compiled and the shadow texture is loaded,
 * shadows keep their models' initial pose.
 * @returns replacement for the table's `setTexture`
 */
export function addSilhouettes(
  { keep }: ResourceGroup,
  context: RenderContext,
  set: DecalSet,
  materials: MaterialTable,
): MaterialTable["setTexture"] {
  const { moving = null } = set;
  if (moving === null) return materials.setTexture;
  const { gpu, casting } = context;
  let made: Casting | null = null;
  let isGone = false;
  let isShown = false;
  let restart: (() => void) | null = null;
  const lazy = pipelineQueueOf(gpu).lazy(async () => {
    const { createMovingSilhouettes } = await import("./moving-silhouettes.ts");
    const target = materials.placeOf(moving.texture);
    made = await createMovingSilhouettes(context, set, moving, target, (again) => {
      restart = again;
    });
    if (isGone) made.destroy();
    return isGone ? null : made;
  });
  // Request it now, so that `ready()` waits for it.
  lazy();
  const pass = () => (isShown ? lazy() : null);
  casting.push(pass);
  keep({
    destroy() {
      isGone = true;
      casting.splice(casting.indexOf(pass), 1);
      made?.destroy();
    },
  });
  return (texture, image) => {
    materials.setTexture(texture, image);
    if (texture !== moving.texture) return;
    isShown = true;
    restart?.();
  };
}

// Shadows as blobs: the same pieces of surfaces with other texture coordinates in the shadow texture.
// The engine does this for shadows without silhouettes: `DrawRenderToTextureShadowLOD` of Valve's
// public `clientshadowmgr.cpp`.

const STRIDE_FLOATS = DECAL_VERTEX.strideBytes / 4;
const TEX_COORD = DECAL_VERTEX.world.texCoord / 4;

/** Returns a set's vertices with all shadows as blobs. */
function asBlobs(
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
