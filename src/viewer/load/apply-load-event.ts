/** Hands what a load yields to the renderer. */

import type { Renderer } from "../../render/renderer-interface.ts";
import type { LoadEvent } from "../../scene/open/events.ts";
import type { PostedEvent } from "./load-protocol.ts";

/**
 * Events are to be applied one after the other: what draws a kind of geometry is fetched with the first
 * of it.
 * @param isWanted asked after a fetch: whether the load goes on
 */
export async function applyLoadEvent(
  renderer: Renderer,
  event: LoadEvent | PostedEvent,
  isWanted: () => boolean = () => true,
): Promise<void> {
  switch (event.type) {
    case "scene":
      renderer.setScene(event.scene);
      break;
    case "materials":
      renderer.setMaterials(event.materials, event.waters);
      break;
    case "props":
    case "detailprops":
    case "decals":
    case "shadows":
    case "ropes":
    case "sprites":
    case "beams": {
      const { geometrySource } = await import("./geometry-sources.ts");
      if (isWanted()) renderer.setSource(geometrySource(event));
      break;
    }
    case "areas": {
      const { createAreaWalk } = await import("./geometry-sources.ts");
      if (isWanted()) renderer.setAreas(createAreaWalk(event.areas));
      break;
    }
    case "sky":
      renderer.setSky(event.sky);
      break;
    case "colorcorrection":
      renderer.setColorCorrections(event.corrections);
      break;
    case "lightpatterns":
      renderer.setLightPatterns(event.patterns);
      break;
    case "texture":
      renderer.setTexture(event.owner, event.texture, event.image);
      break;
    case "progress":
    case "details":
    case "collision":
    case "done":
      break;
  }
}
