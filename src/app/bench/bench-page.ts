/** The benchmark page: wires the form, the map choice, the runs and the reports. */

import { createPageHost } from "../../bench/page/page-host.ts";
import { describeWithout } from "../../bench/plots/plot-runs.ts";
import { buildRunTable, formatTableText } from "../../bench/plots/run-table.ts";
import { compareReports } from "../../bench/report/compare-reports.ts";
import type { BenchReport } from "../../bench/report/report.ts";
import {
  BENCH_STAGES,
  type BenchMap,
  type BenchOptions,
  type BenchProgress,
  type BenchStage,
} from "../../bench/types.ts";
import { openSource } from "../../content/open-source.ts";
import type { ContentSpec } from "../../content/types.ts";
import { CancelledError } from "../../core/errors.ts";
import { type MapSource, mapNameFrom, readMapSource } from "../../viewer/load/map-source.ts";
import { byId, formatCount, setText } from "../dom.ts";
import { createDropZone } from "../files/drop.ts";
import {
  type FilesSpec,
  fromDrop,
  fromPickedFolder,
  listMaps,
  type PickedFiles,
} from "../files/dropped-files.ts";
import { createMessages, describeError, describeFault } from "../messages.ts";
import { DEMO } from "../opening/demo.ts";
import { createBenchForm } from "./bench-form.ts";
import type { BenchQuery } from "./bench-query.ts";
import {
  createReportList,
  createReportView,
  type NamedReport,
  readReport,
  saveReport,
  saveReportPage,
} from "./reports.ts";

// Map to measure: the demo, a map from an address, or a file.

export interface MapChoice {
  /** Opens the map. Its bytes are read once and shared by later calls. */
  open(signal: AbortSignal): BenchMap;
  /** Uses the map and the content of a drop or a file picker. */
  take(picked: PickedFiles): void;
}

function createMapChoice(address: string | null, content: readonly ContentSpec[]): MapChoice {
  let source: MapSource = address ? { name: mapNameFrom(address), url: address } : DEMO;
  let specs = [...content];
  const mapFile = byId<HTMLInputElement>("map-file");
  const folderFiles = byId<HTMLInputElement>("folder-files");

  const show = (): void => {
    setText(byId("bench-map"), source.name);
    const folders = specs.length === 1 ? "1 source" : `${formatCount(specs.length)} sources`;
    setText(byId("bench-content"), specs.length === 0 ? "" : `with ${folders} of game content`);
    byId("bench-use-demo").hidden = source === DEMO && specs.length === 0;
  };
  const take = ({ maps, content: added }: PickedFiles): void => {
    specs = [...added, ...specs];
    const found = maps[0] ?? listMaps(added)[0];
    if (found) source = { name: mapNameFrom(found.name), blob: found };
    show();
  };

  byId("bench-pick-map").addEventListener("click", () => mapFile.click());
  byId("bench-pick-folder").addEventListener("click", () => folderFiles.click());
  byId("bench-use-demo").addEventListener("click", () => {
    source = DEMO;
    specs = [];
    show();
  });
  mapFile.addEventListener("change", () => {
    take({ maps: [...(mapFile.files ?? [])], content: [] });
    mapFile.value = "";
  });
  folderFiles.addEventListener("change", () => {
    const spec = fromPickedFolder([...(folderFiles.files ?? [])]);
    if (spec) take({ maps: [], content: [spec] });
    folderFiles.value = "";
  });
  show();

  return {
    take,
    open(signal) {
      const chosen = source;
      let bytes: Promise<Uint8Array> | null = null;
      return {
        name: chosen.name,
        sources: specs.map(openSource),
        async read() {
          bytes ??= readMapSource(chosen, document.baseURI, { signal });
          return bytes;
        },
      };
    },
  };
}

// Runs the benchmark and shows its progress.

const STAGE_TEXT: Readonly<Record<BenchStage, string>> = {
  load: "loading",
  "first-visit": "first visit",
  measure: "measuring",
  "measure-gpu": "timing the GPU",
  count: "counting triangles",
  allocate: "watching allocation",
};

/** Returns the finished share of all runs, 0 to 1. All stages of a run have the same weight. */
export function progressShare({ run, runs, stage, done, total }: BenchProgress): number {
  const stages = BENCH_STAGES.length;
  const inStage = total > 0 ? Math.min(1, done / total) : 0;
  return (run + (BENCH_STAGES.indexOf(stage) + inStage) / stages) / Math.max(1, runs);
}

export function describeProgress({ run, runs, map, without, stage }: BenchProgress): string {
  const what = [map, describeWithout(without)].filter(Boolean).join(" ");
  const count = runs > 1 ? `Run ${run + 1} of ${runs}: ` : "";
  return `${count}${what}, ${STAGE_TEXT[stage]}`;
}

/** Runs the benchmark. Rejects like `runBench`. An aborted run resolves with a partial report. */
async function runInPage(options: BenchOptions, signal: AbortSignal): Promise<BenchReport> {
  const pane = byId("bench-progress");
  const bar = byId<HTMLProgressElement>("bench-bar");
  setText(byId("bench-stage"), "Starting");
  bar.removeAttribute("value");
  pane.hidden = false;
  signal.addEventListener("abort", () => setText(byId("bench-stage"), "Stopping"), { once: true });
  try {
    // Loaded here, because viewing reports needs no renderer.
    const { runBench } = await import("../../bench/run-bench.ts");
    return await runBench(options, createPageHost(), {
      signal,
      onProgress(progress) {
        // Keeps the text "Stopping": the current step still finishes after an abort.
        if (signal.aborted) return;
        bar.value = progressShare(progress);
        setText(byId("bench-stage"), describeProgress(progress));
      },
    });
  } finally {
    pane.hidden = true;
  }
}

// Sorts files dropped on the benchmark page into reports, camera paths, and the map with its
// content.

export interface SortedDrop {
  readonly reports: readonly File[];
  readonly paths: readonly File[];
  /** Maps and content. */
  readonly rest: PickedFiles;
}

/** Bytes read to detect the kind. A path file has its `poses` key there, a report does not. */
const HEAD_BYTES = 4096;

type FileKind = "report" | "path" | "other";

async function kindOf(file: Blob, name: string): Promise<FileKind> {
  if (/\.(txt|path|cam)$/i.test(name)) return "path";
  if (!/\.json$/i.test(name)) return "other";
  return /"poses"\s*:/.test(await file.slice(0, HEAD_BYTES).text()) ? "path" : "report";
}

/** Sorts dropped files. Files inside a dropped folder are always content. */
export async function sortDrop({ maps, content }: PickedFiles): Promise<SortedDrop> {
  const reports: File[] = [];
  const paths: File[] = [];
  /** True if the file is neither a report nor a path; otherwise adds the file to its list. */
  const isOther = async (file: Blob, name: string): Promise<boolean> => {
    const kind = file instanceof File ? await kindOf(file, name) : "other";
    if (kind === "report") reports.push(file as File);
    if (kind === "path") paths.push(file as File);
    return kind === "other";
  };
  const restMaps: File[] = [];
  for (const file of maps) if (await isOther(file, file.name)) restMaps.push(file);
  const restContent: FilesSpec[] = [];
  for (const spec of content) {
    const files = [];
    for (const one of spec.files) {
      if (one.path.includes("/") || (await isOther(one.blob, one.path))) files.push(one);
    }
    if (files.length > 0) restContent.push({ ...spec, files });
  }
  return { reports, paths, rest: { maps: restMaps, content: restContent } };
}

declare global {
  interface Window {
    /** Reports on the page, for scripts and the browser's console. */
    visleafReports?: () => readonly BenchReport[];
  }
}

export function createBenchPage(query: BenchQuery, content: readonly ContentSpec[]): void {
  document.body.dataset.state = "bench";
  document.title = "Benchmark – visleaf";
  byId("bench").hidden = false;
  const messages = createMessages();
  const tellFault = (error: unknown): void => void describeFault(error).then(messages.alert);
  const tell = (work: Promise<string>): void => void work.then(messages.note, tellFault);

  const form = createBenchForm(query, tellFault);
  const map = createMapChoice(query.map, content);
  const view = createReportView();
  window.visleafReports = () => view.shown;
  let ticked: readonly BenchReport[] = [];

  const show = (reports: readonly BenchReport[]): void => {
    view.show(reports);
    for (const id of ["bench-copy", "bench-save-page"]) {
      byId<HTMLButtonElement>(id).disabled = reports.length === 0;
    }
  };
  const list = createReportList({
    onShow(report) {
      messages.closeAlert();
      show([report]);
      byId("bench-results").scrollIntoView({ block: "start" });
    },
    onSave: (report) => messages.note(saveReport(report)),
    onChange(reports) {
      ticked = reports;
      byId<HTMLButtonElement>("bench-compare").disabled = reports.length < 2;
    },
  });
  const add = (reports: readonly NamedReport[]): void => {
    if (reports.length === 0) return;
    list.add(reports);
    show([reports[reports.length - 1].report]);
  };

  const compare = (): void => {
    const [first, ...others] = ticked;
    try {
      const warnings = others.flatMap((other) => compareReports(first, other).warnings);
      messages.closeAlert();
      show(ticked);
      if (warnings.length > 0)
        messages.note(`Compared, but: ${[...new Set(warnings)].join("; ")}.`);
    } catch (error) {
      messages.alert({
        title: "These cannot be compared",
        detail: error instanceof Error ? error.message : String(error),
        advice: "Untick one of the reports, or run the same map, path and size again.",
      });
    }
  };

  // ---- running

  let running: AbortController | null = null;
  let runCount = 0;
  const run = async (): Promise<void> => {
    const options = form.read();
    if (options === null || running !== null) return;
    messages.closeAlert();
    running = new AbortController();
    form.setRunning(true);
    const opened = map.open(running.signal);
    try {
      const report = await runInPage({ ...options, maps: [opened] }, running.signal);
      runCount++;
      if (report.runs.length > 0) add([{ name: `Run ${runCount}: ${opened.name}`, report }]);
      if (report.partial !== null) {
        messages.alert({
          title: "The run stopped early",
          detail: report.partial,
          advice:
            report.runs.length > 0
              ? "The finished part is shown, and marked as partial."
              : "Nothing was finished before that.",
        });
      }
    } catch (error) {
      const isStopped = error instanceof CancelledError || running.signal.aborted;
      if (isStopped) messages.note("Stopped.");
      else {
        const text = await describeError(error, opened.name);
        messages.alert({ ...text, title: "The run failed" });
      }
    } finally {
      running = null;
      form.setRunning(false);
    }
  };
  byId("bench-form").addEventListener("submit", (event) => {
    event.preventDefault();
    void run();
  });
  byId("bench-cancel").addEventListener("click", () => running?.abort());

  // ---- files

  const openReports = async (files: readonly File[]): Promise<void> => {
    add(await Promise.all(files.map(readReport)));
  };
  const takeDrop = async (picked: PickedFiles): Promise<void> => {
    const { reports, paths, rest } = await sortDrop(picked);
    for (const path of paths) await form.openPath(path);
    await openReports(reports);
    if (running === null && rest.maps.length + rest.content.length > 0) map.take(rest);
  };
  setText(
    document.querySelector("#drop p")!,
    "Drop a map, game content, reports, or a camera path",
  );
  createDropZone(fromDrop, (picked) => void takeDrop(picked).catch(tellFault), tellFault);

  const reportFiles = byId<HTMLInputElement>("bench-report-files");
  byId("bench-open").addEventListener("click", () => reportFiles.click());
  reportFiles.addEventListener("change", () => {
    openReports([...(reportFiles.files ?? [])]).catch(tellFault);
    reportFiles.value = "";
  });

  byId("bench-compare").addEventListener("click", compare);
  byId("bench-copy").addEventListener("click", () => {
    const text = formatTableText(buildRunTable(view.shown));
    tell(navigator.clipboard.writeText(text).then(() => "Table copied."));
  });
  byId("bench-save-page").addEventListener("click", () => tell(saveReportPage(view.shown)));
}
