/** The poster before the first picture: the map's name on a picture or a plain background. */

import type { MapSource, Viewer } from "../../viewer/index.ts";
import { byId, setText } from "../dom.ts";
import { DEMO } from "./demo.ts";

/**
 * Number of `frame` events until the first picture is on screen; the event fires before a frame is
 * drawn.
 */
const FRAMES_UNTIL_SEEN = 2;

/** Shows the poster. Needs no viewer yet. */
export function showPoster({ name }: Pick<MapSource, "name">): void {
  byId("poster").dataset.map = name === DEMO.name ? "demo" : "other";
  setText(byId("poster-name"), name);
  document.body.dataset.state = "loading";
}

/** Removes the poster when there is a picture. */
export function createPoster(viewer: Viewer): void {
  const { body } = document;
  let framesLeft = 0;
  viewer.on("loadstart", (source) => {
    if (body.dataset.picture === undefined) showPoster(source);
  });
  viewer.on("scene", () => {
    if (body.dataset.picture === undefined) framesLeft = FRAMES_UNTIL_SEEN;
  });
  viewer.on("frame", () => {
    if (framesLeft > 0 && --framesLeft === 0) body.dataset.picture = "drawn";
  });
}
