/** The benchmark over maps, the same in a page, a headless browser and Node. */

export { type Flight, parseFlight } from "../viewer/camera/flight.ts";
export { buildTour } from "../viewer/tour/tour.ts";
export { createHeapProbe } from "./measure/heap-probe.ts";
export { createPageHost } from "./page/page-host.ts";
export { describeBusyReport } from "./report/busy.ts";
export {
  type Comparison,
  type ComparisonRow,
  compareAblations,
  compareReports,
  IncomparableError,
} from "./report/compare-reports.ts";
export { mergeStarts } from "./report/merge-starts.ts";
export { parseReport } from "./report/parse-report.ts";
export * from "./report/report.ts";
export { tabulateComparison, tabulateReport } from "./report/tables.ts";
export { runBench } from "./run-bench.ts";
export * from "./types.ts";
