/** Builds what marks show of a map, a group at a time. */

import type { MarkAnswer, MarkGroup } from "../../map/marks/mark-set.ts";
import { addBrushMarks } from "./brush-marks.ts";
import { addEntityLines } from "./entity-lines.ts";
import { buildMarkers } from "./entity-markers.ts";
import { addGroundMarks } from "./ground-marks.ts";
import { addLeafMarks, addPortalMarks } from "./leaf-marks.ts";
import { addLightMarks } from "./light-marks.ts";
import { MarkBuilder } from "./mark-builder.ts";
import { type MarkMap, markLedger } from "./mark-map.ts";
import { addWindowMarks } from "./window-marks.ts";

/** Lumps that brushes and displacements are read from. */
const BRUSH_LUMPS = /BRUSH|DISP/;

/** What a map has too much of is left out, and said. */
export function buildMarks(map: MarkMap, group: MarkGroup): MarkAnswer {
  const ledger = markLedger(map);
  const out = new MarkBuilder(ledger);
  const warnings: string[] = [];
  if (group === "brushes") {
    warnings.push(...addBrushMarks(map, out, ledger));
    warnings.push(...addGroundMarks(map, out, ledger));
    warnings.push(...addWindowMarks(map, out));
  } else if (group === "leafs") {
    warnings.push(...addLeafMarks(map, out, ledger));
    warnings.push(...addPortalMarks(map, out));
  } else {
    addLightMarks(map, out);
    addEntityLines(map, out);
  }
  if (group === "brushes") {
    for (const { subject, message } of map.diagnostics.warnings) {
      if (BRUSH_LUMPS.test(subject)) warnings.push(message);
    }
  }
  if (out.leftOut > 0) {
    warnings.push(`${out.leftOut} shapes are left out: they are more than a map may have.`);
  }
  return {
    shapes: out.build(),
    markers: group === "entities" ? buildMarkers(map) : null,
    leafArea: group === "leafs" ? Int32Array.from(map.world.leafs.area) : new Int32Array(0),
    warnings,
  };
}
