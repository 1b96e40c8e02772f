/** Passes the events of a load to the renderer. */

import type { Renderer } from "../../render/renderer-interface.ts";
import type { LoadEvent } from "../../scene/open/events.ts";
import type { PostedEvent } from "./load-protocol.ts";

/**
 * Events must be applied one after the other: the code that draws a kind of geometry is fetched
 * with its first event.
 * @param isWanted whether the load goes on; called after a fetch
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
      for (const { texture, image } of event.textures) {
        renderer.setTexture("world", texture, image);
      }
      break;
    case "props":
    case "detailprops":
    case "decals":
    case "shadows":
    case "ropes":
    case "sprites":
    case "beams":
    case "emitters":
    case "particles": {
      const { geometrySource } = await import("./geometry-sources.ts");
      const source = await geometrySource(event);
      if (isWanted()) renderer.setSource(source);
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
    case "lamps":
      renderer.setLamps(event.lamps);
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
    default:
      event satisfies never;
  }
}
