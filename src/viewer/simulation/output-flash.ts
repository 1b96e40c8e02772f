/** Flashes a line in the map from an entity to the targets of an output that fires. */

import { createLineLayers } from "../../render/lines/line-layers.ts";
import { LineRows, lineColor } from "../../render/lines/line-rows.ts";
import { addLines } from "../frame/lines-board.ts";
import type { Viewer } from "../viewer-types.ts";
import type { Simulation, SimulationEvent } from "./simulation-types.ts";

/** Milliseconds that a line is seen. */
const FLASH_MS = 900;
/** Steps in which a line fades, so that few frames write lines. */
const STEPS = 6;
const MOST_LINES = 256;
/** Half length of the cross at an entity that is its own target, inches. */
const CROSS = 12;

const COLORS = Array.from({ length: STEPS }, (_, i) => lineColor(1, 0.76, 0.2, 1 - i / STEPS));

interface FlashedLine {
  readonly from: readonly number[];
  readonly to: readonly number[];
  readonly startMs: number;
  /** Step that was drawn last; −1 before. */
  step: number;
}

export interface OutputFlash {
  clear(): void;
  remove(): void;
}

export function createOutputFlash(viewer: Viewer, simulation: Simulation): OutputFlash {
  const rows = new LineRows();
  const layers = createLineLayers();
  const layer = layers.addLayer(true);
  let lines: FlashedLine[] = [];
  let nowMs = performance.now();

  const add = ({ kind, caller, entity }: SimulationEvent): void => {
    // Inputs name the entities that an output has reached.
    if (kind !== "input" || entity === null || lines.length >= MOST_LINES) return;
    const to = simulation.entityAt(entity.row)?.center;
    const from = caller === null ? undefined : simulation.entityAt(caller.row)?.center;
    if (to !== undefined) lines.push({ from: from ?? to, to, startMs: nowMs, step: -1 });
  };
  const draw = (): void => {
    let isChanged = false;
    for (const line of lines) {
      const step = Math.floor(((nowMs - line.startMs) / FLASH_MS) * STEPS);
      isChanged ||= step !== line.step;
      line.step = step;
    }
    if (!isChanged) return;
    write();
  };
  const write = (): void => {
    rows.clear();
    lines = lines.filter(({ step }) => step < STEPS);
    for (const { from, to, step } of lines) {
      const color = COLORS[step];
      rows.add(from[0], from[1], from[2], to[0], to[1], to[2], color);
      for (let axis = 0; axis < 3; axis++) {
        const way = [0, 0, 0];
        way[axis] = CROSS;
        rows.add(
          ...([to[0] - way[0], to[1] - way[1], to[2] - way[2]] as const),
          ...([to[0] + way[0], to[1] + way[1], to[2] + way[2]] as const),
          color,
        );
      }
    }
    layer.isShown = lines.length > 0;
    layer.write(rows);
  };
  const clear = (): void => {
    lines = [];
    write();
  };
  layer.isShown = false;
  const removers = [
    addLines(viewer, layers.make),
    simulation.on("event", add),
    viewer.on("frame", (frameMs) => {
      nowMs = frameMs;
      if (lines.length > 0) draw();
    }),
  ];
  return {
    clear,
    remove() {
      for (const remove of removers) remove();
    },
  };
}
