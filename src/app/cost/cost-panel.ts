/** The panel of what places cost. */

import "./cost.css";
import type { CostReport } from "../../viewer/file/index.ts";
import type { Camera, Viewer } from "../../viewer/index.ts";
import { type FloorPaint, paintFloors } from "../../viewer/marks/index.ts";
import { formatCount, make } from "../dom.ts";
import {
  createReportPanel,
  type OpenReport,
  type ReportPanel,
  type ReportPanelOptions,
} from "../reports/report-panel.ts";
import { drawHeat } from "./draw-heat.ts";
import { drawPlace } from "./draw-place.ts";
import { sayCosts } from "./say-costs.ts";

export interface CostPanelOptions extends ReportPanelOptions {
  readonly viewer: Viewer;
  readonly cameraOf: () => Readonly<Camera>;
}

export function createCostPanel(options: CostPanelOptions): ReportPanel {
  return createReportPanel(
    {
      id: "cost",
      title: "Cost",
      closeLabel: "Close the costs",
      progressLabel: "How much is counted",
      run(question, open) {
        const { reader, onProgress } = open;
        open.say("Counting what is drawn …");
        void open.follow(reader.ask("cost", question, onProgress), (report) =>
          showReport(report, open, options),
        );
      },
    },
    options,
  );
}

function showReport(
  report: CostReport,
  open: OpenReport,
  { go, viewer, cameraOf }: CostPanelOptions,
): void {
  open.say(sayCosts(report));
  const paint = paintFloors(viewer, report.floors);
  paint.isShown = true;
  open.closed.addEventListener("abort", () => paint.remove());
  const why = make("div", { class: "cost-place", "aria-live": "polite" });
  const measure = make(
    "button",
    { type: "button", class: "cost-measure" },
    "Measure the place where I am",
  );
  measure.addEventListener("click", () => {
    const { x, y, z } = cameraOf();
    why.replaceChildren(make("p", { class: "note" }, "Looking for what is never seen …"));
    measure.disabled = true;
    const asked = open.reader.ask("costPlace", { x, y, z }, open.onProgress);
    void open
      .follow(asked, (place) => why.replaceChildren(...drawPlace(place, go)))
      .finally(() => {
        measure.disabled = false;
      });
  });
  open.body.replaceChildren(
    ...drawHeat(report, go),
    ...(report.floors.count === 0 ? [] : [makePaintSwitch(paint)]),
    measure,
    why,
    make("h3", {}, "Places from which most is drawn"),
    drawWorst(report, go),
  );
}

/** What is painted hides what it lies on: it can be put aside. */
function makePaintSwitch(paint: FloorPaint): HTMLElement {
  const input = make("input", { type: "checkbox", role: "switch" });
  input.checked = paint.isShown;
  input.addEventListener("change", () => {
    paint.isShown = input.checked;
  });
  return make("label", { class: "cost-paint" }, input, "Paint it on the floors");
}

function drawWorst({ worst }: CostReport, go: ReportPanelOptions["go"]): HTMLElement {
  if (worst.length === 0) return make("p", { class: "note" }, "There is none to be in.");
  const rows = worst.map(({ camera, triangles, props, translucentSurfaces, batches }) => {
    const place = [camera.x, camera.y, camera.z].map(Math.round).join(" ");
    const button = make(
      "button",
      { type: "button", title: "Fly there" },
      make("span", {}, `${formatCount(triangles)} triangles at ${place}`),
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
