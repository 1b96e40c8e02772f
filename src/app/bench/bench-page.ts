/** The benchmark's page: its parts, and what they tell one another. */

import { buildRunTable, formatTableText } from "../../bench/plots/index.ts";
import { compareReports } from "../../bench/report/compare-reports.ts";
import type { BenchReport } from "../../bench/report/report.ts";
import type { ContentSpec } from "../../content/types.ts";
import { CancelledError } from "../../core/errors.ts";
import { byId, setText } from "../dom.ts";
import { createDropZone } from "../files/drop.ts";
import { fromDrop, type PickedFiles } from "../files/dropped-files.ts";
import { createMessages } from "../messages.ts";
import { describeError, describeFault } from "../support/error-advice.ts";
import { createBenchForm } from "./bench-form.ts";
import { createMapChoice } from "./bench-map.ts";
import type { BenchQuery } from "./bench-query.ts";
import { runInPage } from "./bench-run.ts";
import { type NamedReport, readReport, saveReport, saveReportPage } from "./report-files.ts";
import { createReportList } from "./report-list.ts";
import { createReportView } from "./report-view.ts";
import { sortDrop } from "./sort-drop.ts";

declare global {
  interface Window {
    /** For scripts and the console: the reports that are shown. */
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
              ? "What was done is shown, and marked as partial."
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
