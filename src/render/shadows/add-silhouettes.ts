/** Redraws the silhouettes of a set's moving shadows. */

import type { ResourceGroup } from "../../gpu/resource-group.ts";
import type { DecalSet } from "../../map/decals.ts";
import { pipelineQueueOf } from "../context/pipeline-queue.ts";
import type { RenderContext } from "../context/render-context.ts";
import type { MaterialTable } from "../materials/material-table.ts";
import type { Casting } from "./casting.ts";

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
