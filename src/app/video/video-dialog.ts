/** The dialog that makes a video of a flight. */

import { CancelledError, type Flight, type Viewer } from "../../viewer/index.ts";
import { byId, formatCount, formatMegabytes, make, setText } from "../dom.ts";
import { saveFile } from "../files/save-file.ts";
import { planVideo, type VideoContainer, type VideoPlan } from "./video-plan.ts";

/** A flight that can be recorded as a video. */
export interface FilmedPath {
  readonly label: string;
  /** Base name of the file. */
  readonly name: string;
  read(): Promise<Flight>;
}

export interface VideoDialog {
  open(paths: readonly FilmedPath[]): void;
}

export function createVideoDialog(viewer: Viewer): VideoDialog {
  const dialog = byId<HTMLDialogElement>("video");
  const form = byId<HTMLFormElement>("video-form");
  const pathChoice = byId<HTMLSelectElement>("video-path");
  const size = byId<HTMLSelectElement>("video-size");
  const fps = byId<HTMLSelectElement>("video-fps");
  const container = byId<HTMLSelectElement>("video-container");
  const told = byId("video-told");
  const bar = byId<HTMLProgressElement>("video-bar");
  const player = byId<HTMLVideoElement>("video-player");
  let paths: readonly FilmedPath[] = [];
  let flight: Flight | null = null;
  let running: AbortController | null = null;
  let made: { name: string; blob: Blob; url: string } | null = null;

  const show = (state: "ask" | "run" | "done"): void => {
    dialog.dataset.state = state;
    byId("video-run").hidden = state !== "run";
    byId("video-done").hidden = state !== "done";
    form.inert = state === "run";
  };
  const tell = (text: string, isBad = false): void => {
    setText(told, text);
    told.classList.toggle("bad", isBad);
  };
  const drop = (): void => {
    if (made) URL.revokeObjectURL(made.url);
    made = null;
    player.removeAttribute("src");
  };

  const readPlan = (): VideoPlan | null => {
    if (flight === null) return null;
    const [width, height] = size.value.split("x").map(Number);
    try {
      const kind = container.value as VideoContainer;
      return planVideo(width, height, Number(fps.value), flight.duration, kind);
    } catch (error) {
      tell((error as Error).message, true);
      return null;
    }
  };
  const update = (): void => {
    const plan = readPlan();
    byId<HTMLButtonElement>("video-start").disabled = plan === null;
    if (plan === null || flight === null) return;
    tell(
      `${flight.duration.toFixed(1)} s, ${formatCount(plan.frames)} frames. Every frame is drawn, however long it takes.`,
    );
  };
  const choosePath = async (): Promise<void> => {
    flight = null;
    update();
    const chosen = paths[Number(pathChoice.value)];
    try {
      const read = await chosen.read();
      if (chosen !== paths[Number(pathChoice.value)]) return;
      flight = read;
      update();
    } catch (error) {
      tell(error instanceof Error ? error.message : String(error), true);
    }
  };

  const run = async (): Promise<void> => {
    const plan = readPlan();
    if (plan === null || flight === null || running !== null) return;
    const { name } = paths[Number(pathChoice.value)];
    running = new AbortController();
    drop();
    show("run");
    bar.max = plan.frames;
    const startMs = performance.now();
    const onProgress = (frames: number): void => {
      bar.value = frames;
      const leftMs = ((performance.now() - startMs) / frames) * (plan.frames - frames);
      const left = `${Math.ceil(leftMs / 1000)} s left`;
      setText(
        byId("video-count"),
        `${formatCount(frames)} of ${formatCount(plan.frames)}, ${left}`,
      );
    };
    bar.value = 0;
    setText(byId("video-count"), "");
    try {
      const { recordVideo } = await import("./record-video.ts");
      const { signal } = running;
      const { blob, codec } = await recordVideo(viewer, flight, plan, { signal, onProgress });
      const seconds = plan.frames / plan.fps;
      made = { name: `${name}.${plan.container}`, blob, url: URL.createObjectURL(blob) };
      player.src = made.url;
      const facts = `${plan.width}×${plan.height}, ${plan.fps} fps, ${codec.toUpperCase()}`;
      tell(`Made: ${seconds.toFixed(1)} s, ${facts}, ${formatMegabytes(blob.size)}.`);
      show("done");
    } catch (error) {
      show("ask");
      if (error instanceof CancelledError) tell("Stopped. Nothing was kept.");
      else tell(error instanceof Error ? error.message : String(error), true);
    } finally {
      running = null;
    }
  };

  for (const choice of [size, fps, container]) choice.addEventListener("change", update);
  pathChoice.addEventListener("change", () => void choosePath());
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void run();
  });
  byId("video-cancel").addEventListener("click", () => running?.abort());
  byId("video-save").addEventListener("click", () => {
    if (made) saveFile(made.name, made.blob);
  });
  byId("video-close").addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => {
    running?.abort();
    drop();
  });

  return {
    open(next) {
      if (next.length === 0 || dialog.open) return;
      paths = next;
      const options = next.map(({ label }, i) => make("option", { value: String(i) }, label));
      pathChoice.replaceChildren(...options);
      show("ask");
      tell("");
      dialog.showModal();
      void choosePath();
    },
  };
}
