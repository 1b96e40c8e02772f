/** What a load shows: a poster before the first picture, and the progress by stage. */

import type { MapSource, Viewer, ViewerStage } from "../../viewer/index.ts";
import { byId, formatCount, formatMegabytes, setText } from "../dom.ts";
import { DEMO } from "./demo.ts";

/**
 * Number of `frame` events until the first picture is on screen; the event fires before a frame is
 * drawn.
 */
const FRAMES_UNTIL_SEEN = 2;

/** Shows the poster: the map's name on a picture or a plain background. Needs no viewer yet. */
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

const STAGE_TEXT: Readonly<Record<ViewerStage, string>> = {
  read: "Reading the file",
  parse: "Reading the map",
  world: "Building the world",
  materials: "Reading materials",
  props: "Reading models",
  textures: "Reading textures",
};

/** Creates the progress bar, which is visible while a map loads. */
export function createProgressBar(viewer: Viewer): void {
  const root = byId("progress");
  const bar = byId<HTMLProgressElement>("progress-bar");
  const hide = (): void => {
    root.hidden = true;
  };
  byId("cancel-load").addEventListener("click", () => viewer.cancel());
  viewer.on("progress", ({ stage, done, total }) => {
    root.hidden = false;
    root.dataset.stage = stage;
    setText(byId("progress-stage"), STAGE_TEXT[stage]);
    if (total > 0) {
      bar.max = total;
      bar.value = done;
    } else {
      bar.removeAttribute("value");
    }
    const format = stage === "read" ? formatMegabytes : formatCount;
    setText(byId("progress-count"), total > 1 ? `${format(done)} of ${format(total)}` : "");
  });
  viewer.on("load", hide);
  viewer.on("error", hide);
  viewer.on("abort", hide);
  viewer.on("lost", hide);
}
