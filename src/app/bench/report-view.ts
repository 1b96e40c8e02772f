/** Reports on the page: drawn to the width that there is, and anew when that changes. */

import { buildReportBody, PLOT_STYLE } from "../../bench/plots/index.ts";
import type { BenchReport } from "../../bench/report/report.ts";
import { byId } from "../dom.ts";
import { bindFrameCursor } from "./frame-cursor.ts";
import { toDom } from "./to-dom.ts";

export interface ReportView {
  readonly shown: readonly BenchReport[];
  show(reports: readonly BenchReport[]): void;
}

/** Widths are rounded down to this, so that a scroll bar that comes or goes changes nothing. */
const WIDTH_STEP = 20;

export function createReportView(): ReportView {
  const container = byId("bench-results");
  let shown: readonly BenchReport[] = [];
  let drawnWidth = 0;

  const sheet = new CSSStyleSheet();
  sheet.replaceSync(PLOT_STYLE);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  bindFrameCursor(container, byId("bench-live"));

  const draw = (): void => {
    drawnWidth = Math.floor(container.clientWidth / WIDTH_STEP) * WIDTH_STEP;
    const nodes = shown.length === 0 ? [] : buildReportBody(shown, drawnWidth);
    container.replaceChildren(...nodes.map((one) => toDom(one)));
  };
  new ResizeObserver(() => {
    const width = Math.floor(container.clientWidth / WIDTH_STEP) * WIDTH_STEP;
    if (shown.length > 0 && width !== drawnWidth) draw();
  }).observe(container);

  return {
    get shown() {
      return shown;
    },
    show(reports) {
      shown = reports;
      draw();
    },
  };
}
