/** Draws reports as charts and tables without a DOM. */

export { buildReportPage, PLOT_STYLE } from "./plot-style.ts";
export { buildReportBody } from "./report-body.ts";
export {
  buildRunTable,
  formatTableText,
  type MarkupChild,
  type MarkupNode,
  node,
  toMarkup,
} from "./run-table.ts";
