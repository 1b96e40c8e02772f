/** What is seen until the first picture of the first map: its name, on a picture or a plain ground. */

import type { MapSource, Viewer } from "../../viewer/index.ts";
import { byId, setText } from "../dom.ts";
import { DEMO } from "./demo.ts";

/** The first frame of a map is begun; only with the next has it been handed to the screen. */
const FRAMES_UNTIL_SEEN = 2;

/** Shows the poster at once: the viewer itself takes a moment to be there. */
export function showPoster({ name }: Pick<MapSource, "name">): void {
  byId("poster").dataset.map = name === DEMO.name ? "demo" : "other";
  setText(byId("poster-name"), name);
  document.body.dataset.state = "loading";
}

/** Takes it away when there is a picture. */
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
