/** Draws `--marks` over a map. */

import { buildMarks } from "../../analysis/marks/build-marks.ts";
import { readMarkMap } from "../../analysis/marks/mark-map.ts";
import type { Renderer } from "../../render/renderer-interface.ts";
import { ShownMarks } from "../../viewer/marks/shown-marks.ts";
import { inFile } from "../compile/bad-source.ts";
import type { MapFile } from "../files/map-file.ts";
import { say } from "../terminal.ts";
import type { ShotRequest } from "./shot-request.ts";

/** Shows the marks from the next frame on. Rejects with FormatError if the map cannot be read. */
export async function showMarks(
  renderer: Renderer,
  { path, bytes }: MapFile,
  { marks, limits }: ShotRequest,
): Promise<void> {
  const map = await inFile(path, async () => readMarkMap(bytes, limits));
  const shown = new ShownMarks(async (group) => buildMarks(map, group));
  renderer.setLines(shown.make);
  for (const warning of await shown.show(marks)) say(warning);
}
