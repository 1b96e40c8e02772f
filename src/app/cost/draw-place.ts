/** What was measured of one place: how much of it is seen, and what would save some, each a click away. */

import type {
  CannotTell,
  Closing,
  Closings,
  Hint,
  PlaceCost,
  PlaceSample,
} from "../../viewer/file/index.ts";
import type { Camera } from "../../viewer/index.ts";
import { formatCount, make } from "../dom.ts";

/** Of each kind, those that save most. */
const MOST = 5;

type Go = (pose: Partial<Camera>) => void;

const isUnknown = (answer: object): answer is CannotTell => "because" in answer;

const percent = (part: number, whole: number): string =>
  `${whole === 0 ? 0 : Math.round((part / whole) * 100)} %`;

export function drawPlace(place: PlaceCost | CannotTell, go: Go): HTMLElement[] {
  if (isUnknown(place)) return [untold("What is drawn from here", place)];
  const { cost, sees, sample, closings, hints } = place;
  const whole = cost.world + cost.brushEntities + cost.displacements + cost.props;
  const head = `${formatCount(whole)} triangles and ${formatCount(cost.batches)} batches in ${formatCount(sees)} clusters.`;
  const parts = [
    make("p", {}, head),
    isUnknown(sample) ? untold("How much of it is never seen", sample) : drawSample(sample),
  ];
  if (isUnknown(closings)) return [...parts, untold("What would save some", closings)];
  if (closings.floodSaves > 0) {
    parts.push(
      make(
        "p",
        {},
        `vvis at its best would leave ${formatCount(closings.floodSaves)} triangles out: the map was compiled with -fast.`,
      ),
    );
  }
  parts.push(...drawClosings(closings, whole, go));
  parts.push(
    ...(isUnknown(hints) ? [untold("What a hint would save", hints)] : drawHints(hints, whole, go)),
  );
  return parts;
}

const untold = (what: string, { because }: CannotTell): HTMLElement =>
  make("p", { class: "note" }, `${what} cannot be told, because ${because}.`);

function drawSample(sample: PlaceSample): HTMLElement {
  const { triangles, neverSeen, neverSeenLow, neverSeenHigh } = sample;
  const range = `${percent(neverSeenLow, triangles)} to ${percent(neverSeenHigh, triangles)}`;
  return make(
    "p",
    {},
    `${percent(neverSeen, triangles)} of it is never seen from here (95 %: ${range}).`,
  );
}

function drawClosings({ closings, openings, doorways }: Closings, whole: number, go: Go) {
  if (closings.length === 0) {
    const text = `No doorway would save anything closed: sight passes ${formatCount(openings)} openings, ${formatCount(doorways)} of which are doorways.`;
    return [make("p", { class: "note" }, text)];
  }
  const rows = closings.slice(0, MOST).map((closing) => {
    const { box, middle, normal } = closing.opening;
    const [x, y, z] = [0, 1, 2].map((axis) => Math.round(box[axis + 3] - box[axis]));
    const size = `${x} by ${y} by ${z} at ${middle.map(Math.round).join(" ")}`;
    const text = `${formatCount(closing.triangles)} (${percent(closing.triangles, whole)}), ${size}: ${howTo(closing)}`;
    return drawRow(text, lookAt(middle, normal), go);
  });
  return [
    make("h3", {}, "Triangles that a closed doorway saves"),
    make("ul", { class: "cost-list" }, ...rows),
  ];
}

function howTo({ isDoor, companion }: Closing): string {
  if (isDoor) return "an area portal may stand there";
  if (companion === null) return "other ways lead around";
  return `with a second area portal, ${formatCount(companion.triangles)} together`;
}

function drawHints(hints: readonly Hint[], whole: number, go: Go): HTMLElement[] {
  const told = hints.filter(
    ({ here }, i) => !hints.slice(0, i).some((better) => better.here === here),
  );
  if (told.length === 0)
    return [make("p", { class: "note" }, "No hint across the leaf would save anything.")];
  const rows = told.slice(0, MOST).map(({ axis, at, box, here, there }) => {
    const text = `${formatCount(here)} (${percent(here, whole)}) here, ${formatCount(there)} beyond: ${axis} = ${Math.round(at)}`;
    const middle = [0, 1, 2].map((i) => (box[i] + box[i + 3]) / 2);
    const normal = ["x", "y", "z"].map((name) => (name === axis ? 1 : 0));
    return drawRow(text, lookAt(middle, normal), go);
  });
  return [
    make("h3", {}, "Triangles that a hint saves"),
    make("ul", { class: "cost-list" }, ...rows),
  ];
}

function drawRow(text: string, place: Partial<Camera>, go: Go): HTMLElement {
  const button = make("button", { type: "button", title: "Fly there" }, text);
  button.addEventListener("click", () => go(place));
  return make("li", {}, button);
}

/** In the middle of a plane, looking through it. */
function lookAt(middle: readonly number[], normal: readonly number[]): Partial<Camera> {
  const [x, y, z] = middle;
  const isLevel = Math.abs(normal[2]) < 0.9;
  const yaw = (Math.atan2(normal[1], normal[0]) * 180) / Math.PI;
  return isLevel ? { x, y, z, pitch: 0, yaw } : { x, y, z };
}
