/** Rows with the places of control points. */

import type { ParticleChoice, ParticleInfo, ParticleViewer } from "../../viewer/particles/index.ts";
import { make } from "../dom.ts";
import { makeSection } from "../models/model-rows.ts";

const AXES = ["x", "y", "z"] as const;
/** Milliseconds after the last change until the system is measured and shown again. */
const WAIT_MS = 150;

/** Makes the places of the control points that the shown tree uses. */
export function makePoints(
  viewer: ParticleViewer,
  info: ParticleInfo,
  choose: (changed: ParticleChoice) => void,
): HTMLElement {
  const { points } = viewer.choice;
  const places = new Map(
    info.points.map((point): [number, number[]] => [point, [...(points.get(point) ?? [0, 0, 0])]]),
  );
  let timer: ReturnType<typeof setTimeout> | undefined;
  const change = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      const placed = [...places].map(([point, [x, y, z]]) => [point, [x, y, z] as const] as const);
      choose({ points: new Map([...viewer.choice.points, ...placed]) });
    }, WAIT_MS);
  };
  const rows = [...places].map(([point, place]) => {
    const inputs = AXES.map((name, axis) => {
      const label = `Control point ${point}, ${name}`;
      const input = make("input", { type: "number", step: "8", "aria-label": label });
      input.value = String(place[axis]);
      input.addEventListener("input", () => {
        if (!Number.isFinite(input.valueAsNumber)) return;
        place[axis] = input.valueAsNumber;
        change();
      });
      return input;
    });
    return make("div", { class: "particle-point" }, make("span", {}, String(point)), ...inputs);
  });
  return makeSection("Control points (inches)", ...rows);
}
