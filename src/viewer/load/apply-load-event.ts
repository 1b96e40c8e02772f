/** Hands what a load yields to the renderer. */

import type { Renderer } from "../../render/types.ts";
import type { LoadEvent } from "../../scene/open/events.ts";
import type { PostedEvent } from "./load-protocol.ts";

export function applyLoadEvent(renderer: Renderer, event: LoadEvent | PostedEvent): void {
  switch (event.type) {
    case "scene":
      renderer.setScene(event.scene);
      break;
    case "materials":
      renderer.setMaterials(event.materials);
      break;
    case "props":
      renderer.setProps(event.props);
      break;
    case "detailprops":
      renderer.setDetails(event.details);
      break;
    case "sky":
      renderer.setSky(event.sky);
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
