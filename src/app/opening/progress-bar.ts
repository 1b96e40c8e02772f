/** The progress of a load, by stage. */

import type { Viewer, ViewerStage } from "../../viewer/index.ts";
import { byId, formatCount, formatMegabytes, setText } from "../dom.ts";

const STAGE_TEXT: Readonly<Record<ViewerStage, string>> = {
  read: "Reading the file",
  parse: "Reading the map",
  world: "Building the world",
  materials: "Reading materials",
  props: "Reading models",
  textures: "Reading textures",
};

/** Creates the bar, which is visible while a map loads. */
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
