/** The panel of what places cost: beside the picture, so that one place after another can be looked at. */

import "./cost.css";
import type { ContentSpec } from "../../content/types.ts";
import {
  type CostReport,
  createFileReader,
  type FileReader,
  placeOf,
} from "../../viewer/file/index.ts";
import type { Camera, MapSource } from "../../viewer/index.ts";
import { byId, formatCount, make } from "../dom.ts";
import { drawHeat } from "./draw-heat.ts";
import { drawPlace } from "./draw-place.ts";

export interface CostPanelOptions {
  readonly go: (pose: Partial<Camera>) => void;
  readonly contentOf: () => readonly ContentSpec[];
  readonly cameraOf: () => Readonly<Camera>;
  readonly onClose: () => void;
  readonly onFault: (error: unknown) => void;
}

export interface CostPanel {
  /** Counts a map's costs and lists them; closes the panel where it is open. */
  toggle(source: MapSource): void;
  close(): void;
}

export function createCostPanel(options: CostPanelOptions): CostPanel {
  const title = make("h2", { id: "cost-title", tabindex: "-1" }, "Cost");
  const close = make(
    "button",
    { type: "button", class: "icon", "aria-label": "Close the costs" },
    "×",
  );
  const status = make("p", { class: "note", role: "status" });
  const bar = make("progress", { max: "1", "aria-label": "How much is counted" });
  const body = make("div", { class: "cost-body" });
  const panel = make(
    "section",
    { id: "cost", "aria-labelledby": "cost-title" },
    make("header", {}, title, close),
    ...[status, bar, body],
  );
  panel.hidden = true;
  byId("panel").before(panel);
  let reader: FileReader | null = null;

  const hide = (): void => {
    reader?.close();
    reader = null;
    if (panel.hidden) return;
    panel.hidden = true;
    options.onClose();
  };
  const say = (text: string): void => {
    status.textContent = text;
    status.hidden = text === "";
  };
  const onProgress = (done: number, total: number): void => {
    bar.value = done / total;
  };
  /** Runs what is asked of a reader, unless that has gone by when its answer comes. */
  const follow = async <T>(asked: FileReader, work: Promise<T>, show: (answer: T) => void) => {
    bar.hidden = false;
    bar.removeAttribute("value");
    try {
      const answer = await work;
      if (reader === asked) show(answer);
    } catch (error) {
      if (reader !== asked) return;
      hide();
      options.onFault(error);
    } finally {
      if (reader === asked) bar.hidden = true;
    }
  };

  const showReport = (asked: FileReader, report: CostReport): void => {
    say(describe(report));
    const why = make("div", { class: "cost-place", "aria-live": "polite" });
    const measure = make(
      "button",
      { type: "button", class: "cost-measure" },
      "Measure the place where I am",
    );
    measure.addEventListener("click", () => {
      const { x, y, z } = options.cameraOf();
      why.replaceChildren(make("p", { class: "note" }, "Looking for what is never seen …"));
      measure.disabled = true;
      void follow(asked, asked.ask("costPlace", { x, y, z }, onProgress), (place) => {
        why.replaceChildren(...drawPlace(place, options.go));
      }).finally(() => {
        measure.disabled = false;
      });
    });
    body.replaceChildren(
      ...drawHeat(report, options.go),
      measure,
      why,
      make("h3", {}, "Places from which most is drawn"),
      drawWorst(report, options.go),
    );
  };
  const run = (source: MapSource): void => {
    const asked = createFileReader();
    reader = asked;
    title.textContent = `Cost: ${source.name}`;
    say("Counting what is drawn …");
    body.replaceChildren();
    const question = { ...placeOf(source), content: options.contentOf() };
    void follow(asked, asked.ask("cost", question, onProgress), (report) =>
      showReport(asked, report),
    );
  };
  close.addEventListener("click", hide);
  panel.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    hide();
  });
  return {
    toggle(source) {
      if (!panel.hidden) {
        hide();
        return;
      }
      panel.hidden = false;
      title.focus({ preventScroll: true });
      run(source);
    },
    close: hide,
  };
}

function describe({ clusters, stoodIn, missingProps }: CostReport): string {
  const sentences = [
    clusters === 0
      ? "The map was never run through vvis: everything is drawn from everywhere."
      : `${formatCount(clusters)} clusters, ${formatCount(stoodIn)} of them with floor to stand on.`,
  ];
  if (missingProps > 0) {
    sentences.push(`${formatCount(missingProps)} props are not counted: their models are missing.`);
  }
  return sentences.join(" ");
}

function drawWorst({ worst }: CostReport, go: CostPanelOptions["go"]): HTMLElement {
  if (worst.length === 0) return make("p", { class: "note" }, "There is none to be in.");
  const rows = worst.map(({ camera, triangles, props, translucentSurfaces, batches }) => {
    const button = make(
      "button",
      { type: "button", title: "Fly there" },
      make("span", {}, `${formatCount(triangles)} triangles`),
      make(
        "span",
        { class: "parts" },
        `${formatCount(props)} of props, ${formatCount(batches)} batches, ${formatCount(translucentSurfaces)} blended`,
      ),
    );
    button.addEventListener("click", () => go({ ...camera }));
    return make("li", {}, button);
  });
  return make("ol", { class: "cost-list" }, ...rows);
}
