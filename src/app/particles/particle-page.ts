/** Shows a particle system over the page. Loaded with the first particle file. */

import { describeFailure } from "../../component/failures.ts";
import {
  type ContentInput,
  createParticleViewer,
  type ParticleInput,
  type ParticleViewer,
} from "../../viewer/particles/index.ts";
import { make } from "../dom.ts";
import { saveFile, timeStamp } from "../files/save-file.ts";
import type { Messages } from "../messages.ts";
import { type ParticleView, writeParticleView } from "./particle-link.ts";
import { createParticlePanel } from "./particle-panel.ts";

export interface ParticlePageOptions {
  readonly messages: Messages;
  readonly present: "canvas" | "readback";
  /** Opens the list of all particle files. */
  onList(): void;
  onClose(): void;
}

export interface ParticlePage {
  /**
   * Opens a file and returns whether a system is shown. Errors are shown on the page.
   * @param address address of the file on the web, for links; `null` if it has none
   */
  open(
    input: ParticleInput,
    name: string,
    content: readonly ContentInput[],
    view: ParticleView | null,
    address: string | null,
  ): Promise<boolean>;
}

declare global {
  interface Window {
    /** The particle viewer, for scripts and the browser's console, while a file is open. */
    visleafParticles?: ParticleViewer;
  }
}

/** Creates the page. Rejects with a GpuError if there is no usable GPU. */
export async function createParticlePage(options: ParticlePageOptions): Promise<ParticlePage> {
  const { messages } = options;
  const button = (text: string, label: string, onClick: () => void) => {
    const element = make("button", { type: "button", title: label }, text);
    element.addEventListener("click", onClick);
    return element;
  };
  const title = make("h1", {});
  const canvas = make("canvas", { tabindex: "0", "aria-label": "The particles. Drag to turn." });
  const panel = make("aside", { class: "model-panel", "aria-label": "Particles" });
  const status = make("p", { class: "model-status", role: "status" });
  let address: string | null = null;
  const link = button("Link", "Copy a link to this system at this moment", () =>
    tell(copyLink(viewer, address as string)),
  );
  const header = make(
    "header",
    {},
    title,
    button("Files", "All particle files of your games and folders", options.onList),
    link,
    button("Frame", "See all of the particles", () => viewer.frame(0.4)),
    button("Close", "Back to the map", () => dialog.close()),
  );
  const notes = make("div", { class: "model-notes" }, status);
  const dialog = make("dialog", { class: "model-page" }, header, canvas, notes, panel);
  document.body.append(dialog);
  dialog.showModal();
  let viewer: ParticleViewer;
  try {
    viewer = await createParticleViewer(canvas, { present: options.present });
  } catch (error) {
    dialog.remove();
    throw error;
  }
  window.visleafParticles = viewer;
  const showFailure = async (error: unknown): Promise<void> => {
    if ((error as Error).name === "CancelledError") return;
    const failure = await describeFailure(error, title.textContent ?? "");
    status.textContent = `${failure.title}: ${failure.detail}`;
  };
  const tell = (work: Promise<string>): void => void work.then(messages.success, showFailure);
  const picture = button("Picture", "Save this view as a picture", () => tell(savePicture(viewer)));
  const shown = createParticlePanel(panel, viewer, picture, (error) => void showFailure(error));
  listenForKeys(dialog, viewer);
  viewer.on("system", (info) => {
    status.textContent = "";
    shown.setInfo(info);
  });
  viewer.on("change", shown.update);
  viewer.on("frame", shown.update);
  dialog.addEventListener("close", () => {
    viewer.destroy();
    dialog.remove();
    delete window.visleafParticles;
    options.onClose();
  });
  return {
    async open(input, name, content, view, onWeb) {
      title.textContent = name;
      status.textContent = "Loading …";
      address = onWeb;
      link.hidden = onWeb === null;
      try {
        const { seconds = 0, ...chosen } = view ?? {};
        await viewer.load(input, { content, ...chosen });
        if (seconds > 0) {
          viewer.isPlaying = false;
          viewer.seconds = seconds;
        }
        canvas.focus({ preventScroll: true });
        return true;
      } catch (error) {
        await showFailure(error);
        return false;
      }
    },
  };
}

/** Space plays and pauses, outside of fields and buttons. */
function listenForKeys(page: HTMLElement, viewer: ParticleViewer): void {
  page.addEventListener("keydown", (event) => {
    const { target } = event;
    if (event.key !== " " || !(target instanceof HTMLCanvasElement) || viewer.info === null) return;
    event.preventDefault();
    viewer.isPlaying = !viewer.isPlaying;
  });
}

async function savePicture(viewer: ParticleViewer): Promise<string> {
  const stem = (viewer.info?.system ?? "particles").replace(/[^\w.-]+/g, "_");
  const name = `${stem}_${timeStamp(new Date())}.png`;
  saveFile(name, await viewer.screenshot());
  return `Saved ${name}`;
}

async function copyLink(viewer: ParticleViewer, address: string): Promise<string> {
  const url = new URL(location.href);
  url.hash = "";
  url.searchParams.set("particles", address);
  const seconds = viewer.isPlaying ? 0 : viewer.seconds;
  writeParticleView(url, { ...viewer.choice, seconds });
  await navigator.clipboard.writeText(url.href);
  return "Link copied.";
}
