/** The camera's position over the picture, like the engine's `cl_showpos`. */

import type { Viewer } from "../../viewer/index.ts";
import { make, setText } from "../dom.ts";

/** Milliseconds between updates; figures that change each frame cannot be read. */
const INTERVAL_MS = 100;

export interface PositionReadout {
  readonly isShown: boolean;
  show(on: boolean): void;
}

export function createPositionReadout(viewer: Viewer): PositionReadout {
  const element = make("pre", { id: "position-readout", "aria-label": "Position" });
  let unbind: (() => void) | null = null;
  let lastMs = 0;
  const last = { x: 0, y: 0, z: 0 };
  const update = (nowMs: number): void => {
    const seconds = (nowMs - lastMs) / 1000;
    if (seconds * 1000 < INTERVAL_MS) return;
    const { x, y, z, pitch, yaw } = viewer.camera;
    const way = Math.hypot(x - last.x, y - last.y, z - last.z);
    const speed = lastMs === 0 ? 0 : way / seconds;
    lastMs = nowMs;
    Object.assign(last, { x, y, z });
    const place = [x, y, z].map((value) => value.toFixed(2)).join(" ");
    const angles = `${pitch.toFixed(2)} ${yaw.toFixed(2)} 0.00`;
    setText(element, `pos:  ${place}\nang:  ${angles}\nvel:  ${speed.toFixed(2)}`);
  };
  return {
    get isShown() {
      return unbind !== null;
    },
    show(on) {
      if (on === (unbind !== null)) return;
      unbind?.();
      unbind = null;
      element.remove();
      if (!on) return;
      lastMs = 0;
      document.body.append(element);
      unbind = viewer.on("frame", update);
    },
  };
}
