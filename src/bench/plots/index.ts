/** Reports as pictures, without a DOM. */

export { type MarkupChild, type MarkupNode, node, toMarkup } from "./markup.ts";
export { PLOT_STYLE } from "./plot-style.ts";
export { buildReportBody } from "./report-body.ts";
export { buildReportPage } from "./report-page.ts";
export { buildRunTable, formatTableText } from "./run-table.ts";
