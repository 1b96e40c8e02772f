/** Draws reports as charts and tables without a DOM. */

export { type MarkupChild, type MarkupNode, node, toMarkup } from "./markup.ts";
export { buildReportPage, PLOT_STYLE } from "./plot-style.ts";
export { buildReportBody } from "./report-body.ts";
export { buildRunTable, formatTableText } from "./run-table.ts";
