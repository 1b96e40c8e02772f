/** Shows the generated scene with all its parts, in the form of a load. */

import { propSource } from "../../src/render/props/prop-source.ts";
import type { Renderer } from "../../src/render/renderer-interface.ts";
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
  renderer.setSource(propSource(makeSceneProps()));
  renderer.setTexture("props", 0, bannerImage);
}
