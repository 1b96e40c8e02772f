/** Saves a top view of the map as a picture, with the game's overview text file. */

import { encodePng } from "../../export/materials/encode-png.ts";
import type { MapSource, Viewer } from "../../viewer/index.ts";
import { make } from "../dom.ts";
import { saveFile } from "../files/save-file.ts";

export type ViewerContent = Viewer["content"];

export interface TopViewSaver {
  readonly element: HTMLElement;
  /** Aborts the drawing. */
  stop(): void;
}

export function createTopViewSaver(source: MapSource, content: ViewerContent): TopViewSaver {
  const ending = new AbortController();
  const button = make("button", { type: "button", class: "save-top-view" }, "Save a top view");
  const status = make(
    "p",
    { class: "note", role: "status" },
    "To scale and without perspective, for a radar, with the game's text file.",
  );
  const save = async (): Promise<void> => {
    const { drawTopView } = await import("../../viewer/overview/draw-top-view.ts");
    const say = (words: string) => status.replaceChildren(words);
    const view = await drawTopView(source, content, say, ending.signal);
    if ("because" in view) {
      say(`It cannot be drawn, because ${view.because}.`);
      return;
    }
    const { plan, pixels } = view;
    const png = encodePng(pixels.width, pixels.height, pixels.rgba, true);
    saveFile(`${plan.name}_radar.png`, new Blob([png as BlobPart], { type: "image/png" }));
    saveFile(`${plan.name}.txt`, new Blob([plan.text], { type: "text/plain" }));
    const { posX, posY, scale } = plan.frame;
    say(
      `Saved ${plan.name}_radar.png and ${plan.name}.txt: pos_x ${posX}, pos_y ${posY}, scale ${scale}.`,
    );
  };
  button.addEventListener("click", () => {
    button.disabled = true;
    save()
      .catch((error: unknown) => {
        if (ending.signal.aborted) return;
        status.replaceChildren(error instanceof Error ? error.message : String(error));
      })
      .finally(() => {
        button.disabled = false;
      });
  });
  return {
    element: make("div", { class: "top-view-saver" }, button, status),
    stop: () => ending.abort(),
  };
}
