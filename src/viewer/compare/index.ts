/** What differs between two versions of a map, over the picture of a viewer. */

export { addLines, type LinesViewer } from "../frame/lines-board.ts";
export { createChangeLines } from "./change-lines.ts";
