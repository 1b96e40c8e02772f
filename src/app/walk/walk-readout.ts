/** The walker's state over the picture. */

import "./walk.css";
import type { HullCounts } from "../../map/hulls.ts";
import type { Viewer } from "../../viewer/index.ts";
import type { Walk } from "../../viewer/walk/index.ts";
import { make, setText } from "../dom.ts";

/** Milliseconds between updates; figures that change each frame cannot be read. */
const INTERVAL_MS = 100;

export interface WalkReadout {
  remove(): void;
}

export function createWalkReadout(viewer: Viewer, walk: Walk, counts: HullCounts): WalkReadout {
  const now = make("span");
  const lacking = make("small");
  const element = make("div", { id: "walk-readout" }, make("strong", {}, "Walking"), now, lacking);
  document.body.append(element);
  let lastMs = 0;
  const unbind = viewer.on("frame", (nowMs) => {
    if (nowMs - lastMs < INTERVAL_MS) return;
    lastMs = nowMs;
    const { body } = walk;
    const speed = Math.round(body.speed);
    const feet = Math.round(body.z);
    // A simulation opens and closes the doors.
    setText(lacking, describeLacking(counts, viewer.simulation === null));
    setText(now, `${describe(walk)} · ${speed} in/s · feet at z ${feet}`);
  });
  return {
    remove() {
      unbind();
      element.remove();
    },
  };
}

function describe({ body }: Walk): string {
  if (body.onLadder || body.ride.rail >= 0) return "on a ladder";
  if (body.waterLevel >= 2) return "swimming";
  const posture = body.isDucked ? "ducked" : "";
  if (!body.onGround) return posture === "" ? "in the air" : "in the air, ducked";
  return posture === "" ? "standing" : posture;
}

/** Describes solids of the game that the walker passes through. */
function describeLacking(
  { propsWithout, passable, leftOut }: HullCounts,
  isStill: boolean,
): string {
  const parts: string[] = [];
  if (passable > 0 && isStill)
    parts.push(passable === 1 ? "a door stands open" : `${passable} doors stand open`);
  if (propsWithout > 0)
    parts.push(`${propsWithout} props are not solid, because their models are missing`);
  if (leftOut > 0) parts.push(`${leftOut} solids over the limit were left out`);
  return parts.join(" · ");
}
