/** What lies under the pointer: said while it moves, and chosen by a click that turns nothing. */

import { MARK_KINDS, MARKS } from "../../map/marks/mark-kinds.ts";
import type { Viewer } from "../../viewer/index.ts";
import type { MapMarks, MarkHit } from "../../viewer/marks/index.ts";
import type { SurfaceHit } from "../../viewer/ray/index.ts";
import { make } from "../dom.ts";
import { describeModel } from "../material/describe-model.ts";
import { keyValue } from "./entity-search.ts";

const INTERVAL_MS = 100;
/** CSS pixels that a click may move. */
const STILL = 4;

export interface MarkPointerOptions {
  readonly isOn: () => boolean;
  /** One was clicked. */
  readonly onEntity: (entity: number) => void;
  /** Models cannot be read: they are not met. */
  readonly onFault: (error: unknown) => void;
}

/** @param under gets what is said */
export function bindMarkPointer(
  viewer: Viewer,
  marks: MapMarks,
  under: HTMLElement,
  { isOn, onEntity, onFault }: MarkPointerOptions,
): void {
  const { canvas } = viewer;
  let lastMs = 0;
  let downX = Number.NaN;
  let downY = Number.NaN;
  /** Where the mouse is caught, it points at the middle. */
  const placeOf = (event: PointerEvent): [number, number] =>
    document.pointerLockElement === canvas
      ? [canvas.clientWidth / 2, canvas.clientHeight / 2]
      : [event.offsetX, event.offsetY];
  const say = (event: PointerEvent): MarkHit | null => {
    // Read once a map: until they are there, rays pass them.
    marks.readModels().catch(onFault);
    const place = placeOf(event);
    const hit = marks.pickAt(...place);
    if (hit !== null) under.replaceChildren(...describe(viewer, hit));
    else under.replaceChildren(...describeSurface(marks.surfaceAt(...place)));
    return hit;
  };
  canvas.addEventListener("pointermove", (event) => {
    if (event.timeStamp - lastMs < INTERVAL_MS || !isOn()) return;
    lastMs = event.timeStamp;
    say(event);
  });
  canvas.addEventListener("pointerdown", (event) => {
    downX = event.clientX;
    downY = event.clientY;
  });
  canvas.addEventListener("pointerup", (event) => {
    const moved = Math.hypot(event.clientX - downX, event.clientY - downY);
    if (event.button !== 0 || !(moved <= STILL) || !isOn()) return;
    const hit = say(event);
    if (hit !== null && hit.entity !== null) onEntity(hit.entity);
  });
}

/** Titles of kinds: of the mark that shows them. */
function titleOf(kind: string): string {
  if (!MARK_KINDS.some(({ name }) => name === kind)) return "Entity";
  return MARKS.find(({ kinds }) => kinds.includes(kind))?.title ?? kind;
}

/** Of surfaces, models alone are told of: what a brush is, is in the marks. */
function describeSurface(found: SurfaceHit | null): Node[] {
  if (found === null || found.prop === null) return [];
  const lines = [...describeModel(found.prop), found.material];
  return [make("b", {}, "Model"), ...lines.map((line) => make("span", {}, line))];
}

function describe(viewer: Viewer, { kind, name, contents, entity, distance }: MarkHit): Node[] {
  const keys = entity === null ? undefined : viewer.entities[entity];
  const lines = [
    name,
    contents.join(" "),
    keys === undefined
      ? ""
      : [keyValue(keys, "classname"), keyValue(keys, "targetname")].filter(Boolean).join(" “") +
        (keyValue(keys, "targetname") === "" ? "" : "”"),
    `${Math.round(distance)} units away`,
  ].filter((line) => line !== "");
  return [make("b", {}, titleOf(kind)), ...lines.map((line) => make("span", {}, line))];
}
