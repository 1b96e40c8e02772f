/** The made map with all its parts, as a load hands them over. */

import type { Renderer } from "../../src/render/types.ts";
import {
  bannerImage,
  makeScene,
  makeSceneProps,
  resolvedMaterials,
  sceneImages,
} from "./make-scene.ts";

export function showScene(renderer: Renderer): void {
  renderer.setScene(makeScene());
  renderer.setMaterials(resolvedMaterials());
  for (const [i, image] of sceneImages.entries()) renderer.setTexture("world", i, image);
  renderer.setProps(makeSceneProps());
  renderer.setTexture("props", 0, bannerImage);
}
