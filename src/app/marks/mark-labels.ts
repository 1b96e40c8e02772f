/** Names at the nearest entities: a few elements that move with the picture. */

import type { Viewer } from "../../viewer/index.ts";
import { CameraAxes, type MapMarks, writeNearest } from "../../viewer/marks/index.ts";
import { byId, make, setText } from "../dom.ts";
import { keyValue } from "./entity-search.ts";

const MAX_LABELS = 24;
/** Inches. */
const REACH = 1024;
/** Who is nearest is looked at so often; where those are, each frame. */
const CHOOSE_MS = 250;

export interface MarkLabels {
  show(isShown: boolean): void;
}

export function createMarkLabels(viewer: Viewer, marks: MapMarks): MarkLabels {
  const axes = new CameraAxes();
  const rows = new Int32Array(MAX_LABELS);
  const depths = new Float64Array(MAX_LABELS);
  const at = new Float64Array(3);
  const place = make("div", { id: "mark-labels", "aria-hidden": "true" });
  const labels = Array.from({ length: MAX_LABELS }, () => {
    const label = make("span");
    label.hidden = true;
    place.append(label);
    return label;
  });
  byId("panel").before(place);
  let count = 0;
  let chosenMs = 0;
  let stop: (() => void) | null = null;

  const choose = (): void => {
    const markers = marks.answers.find((answer) => answer.markers !== null)?.markers ?? null;
    count = markers === null ? 0 : writeNearest(markers, axes, REACH, rows, depths);
    for (let i = 0; i < MAX_LABELS; i++) {
      const entity =
        i < count && markers !== null ? viewer.entities[markers.entity[rows[i]]] : null;
      labels[i].hidden = true;
      if (!entity) continue;
      const name = keyValue(entity, "targetname");
      setText(labels[i], `${keyValue(entity, "classname")}${name === "" ? "" : ` “${name}”`}`);
    }
  };
  const update = (nowMs: number): void => {
    const { clientWidth: width, clientHeight: height } = viewer.canvas;
    if (width === 0 || height === 0) return;
    axes.follow(viewer.camera, width / height);
    if (nowMs - chosenMs > CHOOSE_MS) {
      chosenMs = nowMs;
      choose();
    }
    const markers = marks.answers.find((answer) => answer.markers !== null)?.markers ?? null;
    for (let i = 0; i < MAX_LABELS; i++) {
      const label = labels[i];
      const o = rows[i] * 3;
      const isSeen =
        markers !== null &&
        i < count &&
        axes.project(markers.origin[o], markers.origin[o + 1], markers.origin[o + 2], at) &&
        Math.abs(at[0]) < 1 &&
        Math.abs(at[1]) < 1;
      if (label.hidden === isSeen) label.hidden = !isSeen;
      if (!isSeen) continue;
      const x = Math.round((at[0] + 1) * 0.5 * width);
      const y = Math.round((1 - at[1]) * 0.5 * height);
      label.style.transform = `translate(${x}px, ${y}px) translate(-50%, 8px)`;
    }
  };
  return {
    show(isShown) {
      if (isShown === (stop !== null)) return;
      stop?.();
      stop = isShown ? viewer.on("frame", update) : null;
      count = 0;
      chosenMs = 0;
      for (const label of labels) label.hidden = true;
    },
  };
}
