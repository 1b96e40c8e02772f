/** Shows differences between two versions of a map over a viewer's picture. */

export { addLines, type LinesViewer } from "../frame/lines-board.ts";
export { createChangeLines } from "./change-lines.ts";
