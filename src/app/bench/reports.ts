/**
 * The list of reports: measured here or opened from files. One report is shown, several are
 * compared.
 */

import { cleanText, type MarkupChild } from "../../bench/plots/markup.ts";
import { letterOf } from "../../bench/plots/plot-runs.ts";
import { buildReportPage, PLOT_STYLE } from "../../bench/plots/plot-style.ts";
import { buildReportBody } from "../../bench/plots/report-body.ts";
import { parseReport } from "../../bench/report/parse-report.ts";
import type { BenchReport } from "../../bench/report/report.ts";
import { byId, formatCount, make, setText } from "../dom.ts";
import { saveFile, timeStamp } from "../files/save-file.ts";

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

// Reads reports from files and saves them.

/** Largest accepted report in bytes; a hundred runs of ten thousand frames are smaller. */
const MAX_REPORT_BYTES = 2 ** 26;

export interface NamedReport {
  readonly name: string;
  readonly report: BenchReport;
}

/** Reads a report. Rejects with one sentence if the file is not a report. */
export async function readReport(file: File): Promise<NamedReport> {
  if (file.size > MAX_REPORT_BYTES) throw new Error(`${file.name} is too large for a report`);
  return { name: file.name, report: parseReport(await file.text(), file.name) };
}

function fileName(report: BenchReport, extension: string): string {
  const maps = [...new Set(report.runs.map((run) => run.map))];
  const map = maps.length === 1 ? maps[0].replace(/[^\w.-]+/g, "_") : "visleaf";
  return `${map}_bench_${timeStamp(new Date(report.environment.date))}.${extension}`;
}

export function saveReport(report: BenchReport): string {
  const name = fileName(report, "json");
  saveFile(name, new Blob([JSON.stringify(report, null, 1)], { type: "application/json" }));
  return `Saved ${name}`;
}

export async function saveReportPage(reports: readonly BenchReport[]): Promise<string> {
  const name = fileName(reports[0], "html");
  saveFile(name, new Blob([await buildReportPage(reports)], { type: "text/html" }));
  return `Saved ${name}`;
}

export interface ReportListActions {
  onShow(report: BenchReport): void;
  onSave(report: BenchReport): void;
  /** Called with the ticked reports when the list changes. */
  onChange(ticked: readonly BenchReport[]): void;
}

export interface ReportList {
  /** Adds reports and ticks them. */
  add(reports: readonly NamedReport[]): void;
}

interface Entry extends NamedReport {
  isTicked: boolean;
}

export function createReportList(actions: ReportListActions): ReportList {
  const list = byId("bench-list");
  const entries: Entry[] = [];

  const tell = (): void =>
    actions.onChange(entries.filter(({ isTicked }) => isTicked).map(({ report }) => report));
  const update = (): void => {
    list.hidden = entries.length === 0;
    byId("bench-none").hidden = entries.length > 0;
    list.replaceChildren(...entries.map(buildRow));
    tell();
  };
  const buildRow = (entry: Entry, index: number): HTMLElement => {
    const box = make("input", { type: "checkbox" });
    box.checked = entry.isTicked;
    box.addEventListener("change", () => {
      entry.isTicked = box.checked;
      tell();
    });
    const button = (text: string, act: () => void): HTMLElement => {
      const element = make("button", { type: "button" }, text);
      element.setAttribute("aria-label", `${text}: ${entry.name}`);
      element.addEventListener("click", act);
      return element;
    };
    const label = make("label", {}, box, make("strong", {}, entry.name));
    label.title = `Report ${letterOf(index)}`;
    return make(
      "li",
      {},
      label,
      make("span", { class: "facts-line" }, describe(entry.report)),
      button("Show", () => actions.onShow(entry.report)),
      button("Save JSON", () => actions.onSave(entry.report)),
      button("Remove", () => {
        entries.splice(entries.indexOf(entry), 1);
        update();
      }),
    );
  };
  return {
    add(reports) {
      entries.push(...reports.map((report) => ({ ...report, isTicked: true })));
      update();
    },
  };
}

function describe({ runs, partial, adapter, environment }: BenchReport): string {
  const count = runs.length === 1 ? "1 run" : `${formatCount(runs.length)} runs`;
  const time = environment.date.slice(0, 16).replace("T", " ");
  return [count, partial === null ? "" : "partial", adapter, environment.backend, time]
    .filter(Boolean)
    .join(" · ");
}
