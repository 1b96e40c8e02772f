/** Shows reports at the container's width, and redraws them when the width changes. */

import { cleanText, type MarkupChild } from "../../bench/plots/markup.ts";
import { PLOT_STYLE } from "../../bench/plots/plot-style.ts";
import { buildReportBody } from "../../bench/plots/report-body.ts";
import type { BenchReport } from "../../bench/report/report.ts";
import { byId, setText } from "../dom.ts";

// Moves along a chart's frames with the arrow keys and announces each frame's time.

const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  PageUp: -10,
  PageDown: 10,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

/** Handles all charts inside `container`, including later ones. `live` is the live region. */
function bindFrameCursor(container: HTMLElement, live: HTMLElement): void {
  container.addEventListener("keydown", (event) => {
    const picture = (event.target as Element).closest?.(".plot-picture");
    const step = STEPS[event.key];
    if (!picture || step === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    const hits = [...picture.querySelectorAll(".plot-hit")];
    if (hits.length === 0) return;
    event.preventDefault();
    const current = hits.findIndex((hit) => hit.classList.contains("is-current"));
    const from = current < 0 ? (step < 0 ? hits.length : -1) : current;
    const next = Math.min(hits.length - 1, Math.max(0, from + step));
    hits[current]?.classList.remove("is-current");
    hits[next].classList.add("is-current");
    setText(live, hits[next].querySelector("text")?.textContent ?? "");
  });
  container.addEventListener("focusout", (event) => {
    const picture = (event.target as Element).closest(".plot-picture");
    for (const hit of picture?.querySelectorAll(".is-current") ?? []) {
      hit.classList.remove("is-current");
    }
  });
}

// Turns markup into page elements. Names from files become text and attribute values, never markup.

const HTML = "http://www.w3.org/1999/xhtml";
const SVG = "http://www.w3.org/2000/svg";

function toDom(child: MarkupChild, parentNamespace = HTML): Node {
  if (typeof child === "string") return document.createTextNode(cleanText(child));
  const namespace = child.tag === "svg" ? SVG : parentNamespace;
  const element = document.createElementNS(namespace, child.tag);
  for (const [name, value] of Object.entries(child.attributes)) {
    element.setAttribute(name, cleanText(value));
  }
  element.append(...child.children.map((one) => toDom(one, namespace)));
  return element;
}

export interface ReportView {
  readonly shown: readonly BenchReport[];
  show(reports: readonly BenchReport[]): void;
}

/** Step in pixels that widths are rounded down to, so that a scroll bar does not cause a redraw. */
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
