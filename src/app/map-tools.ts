/** What those who make maps open over one. Each is fetched when it is first asked for. */

import type { Camera, MapSource, Viewer } from "../viewer/index.ts";
import { createCheckDesk } from "./check/check-desk.ts";
import { createCompareDesk } from "./compare/compare-desk.ts";
import type { Shortcuts } from "./controls/shortcuts.ts";
import { createCostDesk } from "./cost/cost-desk.ts";
import { createFileDesk } from "./file/file-desk.ts";
import { createMarksDesk, type MarksDesk } from "./marks/marks-desk.ts";
import { createMaterialDesk } from "./material/material-desk.ts";
import { createMeasureDesk, type MeasureDesk } from "./measure/measure-desk.ts";
import type { Messages } from "./messages.ts";
import type { PageQuery } from "./query.ts";
import { createWalkDesk, type WalkDesk } from "./walk/walk-desk.ts";

export interface MapTools {
  readonly marks: MarksDesk;
  readonly measure: MeasureDesk;
  readonly walk: WalkDesk;
  readonly shortcuts: Shortcuts;
  /** Another map is shown. */
  onMap(): void;
}

export interface MapToolsOptions {
  readonly present: PageQuery["present"];
  readonly messages: Messages;
  /** Of the map that is shown; null: none is. */
  readonly sourceOf: () => MapSource | null;
  readonly go: (camera: Partial<Camera>) => void;
  readonly stopFlights: () => void;
  readonly onFault: (error: unknown) => void;
}

export function createMapTools(viewer: Viewer, options: MapToolsOptions): MapTools {
  const { sourceOf, onFault } = options;
  const panels: { close(): void }[] = [];
  /** They lie in one place: who opens closes the others. */
  const join = <T extends { close(): void }>(create: (onOpen: () => void) => T): T => {
    const panel: T = create(() => {
      for (const other of panels) if (other !== panel) other.close();
    });
    panels.push(panel);
    return panel;
  };

  const check = join((onOpen) => createCheckDesk(viewer, { ...options, onOpen }));
  const cost = join((onOpen) => createCostDesk(viewer, { ...options, onOpen }));
  const marks = join((onOpen) => createMarksDesk(viewer, { ...options, onOpen }));
  const measure = join((onOpen) => createMeasureDesk(viewer, { ...options, onOpen }));
  const walk = createWalkDesk(viewer, options);
  return {
    marks,
    measure,
    walk,
    shortcuts: {
      i: createFileDesk(sourceOf, () => viewer.content, onFault),
      j: createCompareDesk(viewer, options),
      x: check.toggle,
      y: cost.toggle,
      z: createMaterialDesk(viewer, sourceOf, onFault),
      ".": marks.toggle,
      ",": marks.toggleEntities,
      "-": measure.toggle,
      digit0: () => void walk.toggle().catch(onFault),
    },
    onMap() {
      check.close();
      cost.close();
      marks.onMap();
      measure.onMap();
    },
  };
}
