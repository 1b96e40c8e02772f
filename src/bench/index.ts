/** The benchmark: one run over maps, the same from a page, a headless browser and Node. */

export { type Flight, parseFlight } from "../viewer/flight.ts";
export { buildTour } from "../viewer/tour/tour.ts";
export {
  type Comparison,
  type ComparisonRow,
  compareAblations,
  compareReports,
  IncomparableError,
} from "./compare-reports.ts";
export { createHeapProbe } from "./heap-probe.ts";
export { mergeStarts } from "./merge-starts.ts";
export { describeBusyReport } from "./noise/busy.ts";
export { createPageHost } from "./page-host.ts";
export { parseReport } from "./parse-report.ts";
export * from "./report.ts";
export { runBench } from "./run-bench.ts";
export { tabulateComparison, tabulateReport } from "./tables.ts";
export * from "./types.ts";
