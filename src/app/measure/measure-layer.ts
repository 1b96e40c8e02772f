/** Labels of legs and angles, and a marker of the next point: elements that follow the picture. */

import type { Viewer } from "../../viewer/index.ts";
import { CameraAxes, type MeasuredPoint } from "../../viewer/measure/index.ts";
import { byId, make, setText } from "../dom.ts";

/** Most labels; the panel has the numbers of longer paths. */
const MOST_LABELS = 64;

export interface MeasureLabel {
  readonly at: readonly [x: number, y: number, z: number];
  readonly text: string;
  readonly kind: "leg" | "angle" | "point";
}

export interface MeasureLayer {
  /** Replaces the labels. */
  setLabels(labels: readonly MeasureLabel[]): void;
  /** Moves the marker of the next point; `null` hides it. */
  setSign(point: MeasuredPoint | null): void;
  show(isShown: boolean): void;
}

export function createMeasureLayer(viewer: Viewer): MeasureLayer {
  const axes = new CameraAxes();
  const at = new Float64Array(3);
  const sign = make("i", { class: "measure-sign" });
  const layer = make("div", { id: "measure-layer", "aria-hidden": "true" }, sign);
  layer.hidden = true;
  byId("panel").before(layer);
  const elements: HTMLElement[] = [];
  let labels: readonly MeasureLabel[] = [];
  let point: MeasuredPoint | null = null;
  let stop: (() => void) | null = null;

  const place = (
    element: HTMLElement,
    [x, y, z]: readonly [number, number, number],
    width: number,
    height: number,
  ): void => {
    const isSeen = axes.project(x, y, z, at) && Math.abs(at[0]) < 1 && Math.abs(at[1]) < 1;
    if (element.hidden === isSeen) element.hidden = !isSeen;
    if (!isSeen) return;
    const left = Math.round((at[0] + 1) * 0.5 * width);
    const top = Math.round((1 - at[1]) * 0.5 * height);
    element.style.transform = `translate(${left}px, ${top}px) translate(-50%, -50%)`;
  };
  const update = (): void => {
    const { clientWidth: width, clientHeight: height } = viewer.canvas;
    if (width === 0 || height === 0) return;
    axes.follow(viewer.camera, width / height);
    for (let i = 0; i < labels.length; i++) place(elements[i], labels[i].at, width, height);
    if (point === null) sign.hidden = true;
    else place(sign, point.point, width, height);
  };
  return {
    setLabels(next) {
      labels = next.slice(-MOST_LABELS);
      while (elements.length < labels.length) {
        const label = make("span");
        label.hidden = true;
        elements.push(label);
        layer.append(label);
      }
      for (let i = 0; i < elements.length; i++) {
        elements[i].hidden = true;
        if (i >= labels.length) continue;
        elements[i].dataset.kind = labels[i].kind;
        setText(elements[i], labels[i].text);
      }
      update();
    },
    setSign(next) {
      point = next;
      if (next !== null) sign.dataset.kind = next.kind;
      update();
    },
    show(isShown) {
      if (isShown === (stop !== null)) return;
      stop?.();
      stop = isShown ? viewer.on("frame", update) : null;
      layer.hidden = !isShown;
    },
  };
}
