/** The dialog that makes a video of a flight. */

import { planVideo, type VideoContainer, type VideoPlan } from "../../video/video-plan.ts";
import { CancelledError, type Flight, type Viewer } from "../../viewer/index.ts";
import { byId, formatCount, formatMegabytes, make, setText } from "../dom.ts";
import { saveFile } from "../files/save-file.ts";

/** A flight that can be recorded as a video. */
export interface FilmedPath {
  readonly label: string;
  /** Base name of the file. */
  readonly name: string;
  read(): Promise<Flight>;
}

export interface VideoDialog {
  /**
   * @param paths at least one
   * @param label path that is chosen first; the first one if it is left out
   */
  open(paths: readonly FilmedPath[], label?: string): void;
}

export function createVideoDialog(
  viewer: Viewer,
  { onClose }: { readonly onClose: () => void },
): VideoDialog {
  const dialog = byId<HTMLDialogElement>("video");
  const form = byId<HTMLFormElement>("video-form");
  const pathChoice = byId<HTMLSelectElement>("video-path");
  const size = byId<HTMLSelectElement>("video-size");
  const fps = byId<HTMLSelectElement>("video-fps");
  const container = byId<HTMLSelectElement>("video-container");
  const length = byId<HTMLInputElement>("video-seconds");
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
      const whole = Number(flight.duration.toFixed(1));
      const wanted = length.valueAsNumber;
      // The field shows tenths; as it stands after opening, it means the whole flight.
      const seconds = wanted === whole ? flight.duration : wanted;
      return planVideo({ width, height, fps: Number(fps.value), seconds, container: kind });
    } catch (error) {
      tell((error as Error).message, true);
      return null;
    }
  };
  const update = (): void => {
    const plan = readPlan();
    byId<HTMLButtonElement>("video-start").disabled = plan === null;
    if (plan === null || flight === null) return;
    const seconds = (plan.frames / plan.fps).toFixed(1);
    const part = length.valueAsNumber < flight.duration - 0.05 ? ", the first part" : "";
    tell(
      `${seconds} s${part}, ${formatCount(plan.frames)} frames. Every frame is drawn, however long it takes.`,
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
      length.value = read.duration.toFixed(1);
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
      const { recordVideo } = await import("../../video/record-video.ts");
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
  length.addEventListener("input", update);
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
    onClose();
  });

  return {
    open(next, label) {
      if (dialog.open) return;
      paths = next;
      const options = next.map((each, i) => make("option", { value: String(i) }, each.label));
      pathChoice.replaceChildren(...options);
      pathChoice.value = String(
        Math.max(
          next.findIndex((each) => each.label === label),
          0,
        ),
      );
      show("ask");
      tell("");
      dialog.showModal();
      void choosePath();
    },
  };
}
