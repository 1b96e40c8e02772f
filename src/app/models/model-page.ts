/** Shows a model over the page: its viewer and the panel beside it. Loaded with the first model. */

import { describeFailure } from "../../component/failures.ts";
import {
  type ContentInput,
  createModelViewer,
  type ModelHighlight,
  type ModelInput,
  type ModelViewer,
} from "../../viewer/model/index.ts";
import { make } from "../dom.ts";
import { saveFile, timeStamp } from "../files/save-file.ts";
import type { Messages } from "../messages.ts";
import type { OpenMapLight } from "./model-rows.ts";
import { createModelLabels } from "./panel/model-labels.ts";
import { createModelPanel } from "./panel/model-panel.ts";
import { listenForSteps } from "./panel/sequence-panel.ts";

export interface ModelPageOptions {
  readonly messages: Messages;
  readonly present: "canvas" | "readback";
  /** Opens the list of all models. */
  onList(): void;
  onClose(): void;
  /** Returns the light of the open map, or `null` if none is open. */
  mapLight(): OpenMapLight | null;
}

export interface ModelPage {
  /** Opens a model and returns whether it is shown. Errors are shown on the page. */
  open(model: ModelInput, name: string, content: readonly ContentInput[]): Promise<boolean>;
  readonly viewer: ModelViewer;
}

declare global {
  interface Window {
    /** The model viewer, for scripts and the browser's console, while a model is open. */
    visleafModel?: ModelViewer;
  }
}

/** Creates the page. Rejects with a GpuError if there is no usable GPU. */
export async function createModelPage(options: ModelPageOptions): Promise<ModelPage> {
  const { messages } = options;
  const title = make("h1", {});
  const button = (text: string, label: string, onClick: () => void) => {
    const element = make("button", { type: "button", title: label }, text);
    element.addEventListener("click", onClick);
    return element;
  };
  const canvas = make("canvas", { tabindex: "0", "aria-label": "The model. Drag to turn it." });
  const panel = make("aside", { class: "model-panel", "aria-label": "Model" });
  const status = make("p", { class: "model-status", role: "status" });
  // Touch screens have no tooltips, so a click scrolls to the full list.
  const missing = make("button", { type: "button", class: "model-missing-line" });
  missing.hidden = true;
  missing.addEventListener("click", () => {
    const list = panel.querySelector(".model-missing");
    list?.querySelector("details")?.setAttribute("open", "");
    list?.scrollIntoView({ block: "start" });
  });
  const header = make(
    "header",
    {},
    title,
    button("Models", "All models of your games and folders", options.onList),
    button("Frame", "See all of the model", () => viewer.frame({ seconds: 0.4 })),
    button("Close", "Back to the map", () => dialog.close()),
  );
  const notes = make("div", { class: "model-notes" }, status, missing);
  const dialog = make("dialog", { class: "model-page" }, header, canvas, notes, panel);
  document.body.append(dialog);
  dialog.showModal();
  let viewer: ModelViewer;
  try {
    viewer = await createModelViewer(canvas, { present: options.present });
  } catch (error) {
    dialog.remove();
    throw error;
  }
  window.visleafModel = viewer;
  viewer.eyeTarget = "camera";
  const tell = (work: Promise<string>): void => {
    work.then(messages.success, (error: unknown) => {
      status.textContent = error instanceof Error ? error.message : String(error);
    });
  };
  const actions = make(
    "section",
    { class: "actions model-actions" },
    button("Picture", "Save this view as a picture", () => tell(savePicture(viewer))),
    button("glTF", "Save the model, with the sequence that plays, as .glb", () =>
      tell(saveGltf(viewer)),
    ),
    button("Sources", "Save what the model is compiled from, QC, SMD and VTA, as .zip", () =>
      tell(saveSources(viewer)),
    ),
  );
  const labels = createModelLabels(viewer);
  canvas.after(labels.element);
  const onFault = (error: unknown): void => {
    status.textContent = error instanceof Error ? error.message : String(error);
  };
  const onPick = (part: ModelHighlight | null): void => {
    labels.mark(part);
    viewer.setHighlight(part).catch(onFault);
  };
  const { mapLight } = options;
  const shown = createModelPanel(panel, { viewer, actions, mapLight, onPick, onFault });
  listenForSteps(dialog, viewer);
  viewer.on("model", (info) => {
    labels.setModel(info);
    shown.setModel(info);
    status.textContent = "";
    missing.hidden = true;
    canvas.focus({ preventScroll: true });
  });
  viewer.on("change", shown.update);
  viewer.on("frame", (nowMs) => {
    shown.update();
    labels.update(nowMs);
  });
  viewer.on("load", ({ warnings }) => {
    status.textContent = "";
    missing.textContent = shown.setMissing(warnings);
    missing.hidden = missing.textContent === "";
  });
  dialog.addEventListener("close", () => {
    viewer.destroy();
    dialog.remove();
    delete window.visleafModel;
    options.onClose();
  });
  return {
    viewer,
    async open(model, name, content) {
      title.textContent = name;
      status.textContent = "Loading …";
      try {
        await viewer.load(model, { content });
        return true;
      } catch (error) {
        if ((error as Error).name === "CancelledError") return false;
        const failure = await describeFailure(error, name);
        status.textContent = `${failure.title}: ${failure.detail}`;
        return false;
      }
    },
  };
}

async function savePicture(viewer: ModelViewer): Promise<string> {
  const name = `${stemOf(viewer)}_${timeStamp(new Date())}.png`;
  saveFile(name, await viewer.screenshot());
  return `Saved ${name}`;
}

async function saveGltf(viewer: ModelViewer): Promise<string> {
  const { exportShown } = await import("./export-model.ts");
  const name = `${stemOf(viewer)}.glb`;
  saveFile(name, await exportShown(viewer));
  return `Saved ${name}`;
}

async function saveSources(viewer: ModelViewer): Promise<string> {
  const { name, zip, warnings } = await viewer.exportSources();
  saveFile(name, zip);
  if (warnings.length === 0) return `Saved ${name}`;
  return `Saved ${name}, but for: ${warnings.map(({ message }) => message).join("; ")}`;
}

function stemOf({ info }: ModelViewer): string {
  const file = info?.name.split("/").at(-1) ?? "model";
  return file.replace(/\.mdl$/i, "");
}
