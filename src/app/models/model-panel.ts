/** The panel beside a model: what it plays, what it wears, what is shown of it, and its facts. */

import type { LineKind, ModelInfo, ModelViewer } from "../../viewer/model/index.ts";
import { formatCount, make } from "../dom.ts";
import { createEventMarks, type EventMarks } from "./event-marks.ts";
import { makeLightChoice, type OpenMapLight } from "./light-choice.ts";
import { isBare, makeFacts, makeParts, makeShapes } from "./model-facts.ts";
import { makeChoice, makeFold, makeSection, makeSliderRow, makeSwitch } from "./model-rows.ts";
import { createSearchList } from "./search-list.ts";
import { makeUvSheet } from "./uv-sheet.ts";

const LINES: readonly (readonly [LineKind, string])[] = [
  ["bones", "Bones"],
  ["wireframe", "Edges"],
  ["points", "Points"],
  ["weights", "Weights"],
  ["hitBoxes", "Hit boxes"],
  ["normals", "Normals"],
  ["hulls", "Hulls"],
  ["attachments", "Attachments"],
  ["ground", "Ground"],
];

export interface ModelPanel {
  /** Shows what is there of the model. */
  setModel(info: ModelInfo): void;
  /** After each frame: where the sequence is. */
  update(): void;
}

export function createModelPanel(
  container: HTMLElement,
  viewer: ModelViewer,
  actions: HTMLElement,
  mapLight: () => OpenMapLight | null,
): ModelPanel {
  let follow = (): void => undefined;
  let tellEvent: EventMarks["tell"] = () => undefined;
  viewer.on("sequenceevent", (event) => tellEvent(event));
  return {
    setModel(info) {
      const sequences = makeSequences(viewer, info);
      follow = sequences?.follow ?? (() => undefined);
      tellEvent = sequences?.tellEvent ?? (() => undefined);
      const sections = [
        sequences?.element,
        makeLooks(viewer, info),
        makeShown(viewer, info, mapLight()),
        makePoseParameters(viewer, info),
        makeBoneControllers(viewer, info),
        makeFlexes(viewer, info),
        makeShapes(info),
        isBare(info) ? null : makeUvSheet(viewer),
        makeFacts(info),
        ...makeParts(info),
      ];
      container.replaceChildren(actions, ...sections.filter((section) => section != null));
    },
    update: () => follow(),
  };
}

/** null of a model that plays nothing. */
function makeSequences(viewer: ModelViewer, info: ModelInfo) {
  const { sequences } = info;
  if (sequences.length === 0) return null;
  const list = createSearchList("sequence", (row) => {
    viewer.play(row);
    viewer.isPlaying = true;
  });
  list.setItems(
    sequences.map(({ name, activity, frames, fps }) => ({
      name,
      kin: activity,
      note: [activity, `${frames} at ${Math.round(fps)}/s`].filter(Boolean).join(" · "),
    })),
  );
  const play = make("button", { type: "button", class: "model-play" });
  play.addEventListener("click", () => {
    viewer.isPlaying = !viewer.isPlaying;
  });
  const scrub = makeSliderRow({
    ...{ label: "Frame", min: 0, max: 1, step: 0.001, value: 0 },
    format: (cycle) => {
      const { frames } = sequences[Math.max(viewer.sequence, 0)];
      return String(Math.round(cycle * Math.max(frames - 1, 0)));
    },
    onInput: (cycle) => {
      viewer.isPlaying = false;
      viewer.cycle = cycle;
    },
  });
  const speed = makeSliderRow({
    ...{ label: "Speed", min: -2, max: 2, step: 0.05, value: viewer.rate },
    format: (rate) => `×${rate.toFixed(2)}`,
    onInput: (rate) => {
      viewer.rate = rate;
    },
  });
  const repeat = makeSwitch("Repeat", viewer.isRepeating, (isOn) => {
    viewer.isRepeating = isOn;
  });
  const switches = make("div", { class: "switches" }, repeat);
  if (sequences.some(({ walks }) => walks)) {
    const walk = makeSwitch("Walks", viewer.rootMotion, (isOn) => {
      viewer.rootMotion = isOn;
      void viewer.show("ground", isOn);
    });
    switches.append(walk);
  }
  const row = make("div", { class: "model-transport" }, play, switches);
  const marks = createEventMarks(viewer);
  let marked = -1;
  const follow = (): void => {
    if (viewer.sequence !== marked) {
      marked = viewer.sequence;
      const { events, frames } = sequences[marked] ?? { events: [], frames: 0 };
      marks.setEvents(events, frames);
    }
    list.mark(viewer.sequence);
    const label = viewer.isPlaying ? "Pause" : "Play";
    if (play.textContent !== label) play.textContent = label;
    if (viewer.isPlaying) scrub.show(viewer.cycle);
  };
  follow();
  const parts = [list.element, row, scrub.element, marks.element, speed.element];
  return { element: makeSection("Sequences", ...parts), follow, tellEvent: marks.tell };
}

function makeLooks(viewer: ModelViewer, info: ModelInfo): HTMLElement | null {
  const rows: HTMLElement[] = [];
  if (info.skins.length > 1) {
    const names = info.skins.map((materials, row) => `${row}: ${materials[0] ?? ""}`);
    rows.push(
      makeChoice("Skin", names, viewer.skin, (row) => {
        viewer.skin = row;
      }),
    );
  }
  for (const [part, { name, models }] of info.bodyParts.entries()) {
    if (models.length < 2) continue;
    const names = models.map((model, row) => model || `${row}: nothing`);
    const chosen = viewer.bodyGroups[part] ?? 0;
    rows.push(makeChoice(name, names, chosen, (row) => viewer.setBodyGroup(part, row)));
  }
  if (info.lods.length > 1) {
    const slider = makeSliderRow({
      ...{ label: "Detail", min: -1, max: info.lods.length - 1, step: 1, value: viewer.lod ?? -1 },
      format: (lod) =>
        lod < 0 ? "by size" : `${lod}: ${formatCount(info.lods[lod].triangles)} triangles`,
      onInput: (lod) => {
        viewer.lod = lod < 0 ? null : lod;
      },
    });
    rows.push(slider.element);
  }
  return rows.length === 0 ? null : makeSection("Looks", ...rows);
}

function makeShown(viewer: ModelViewer, info: ModelInfo, map: OpenMapLight | null): HTMLElement {
  const lines = LINES.map(([kind, label]) =>
    makeSwitch(label, viewer.isShowing(kind), (isOn) => void viewer.show(kind, isOn)),
  );
  const textures = makeSwitch("Textures", viewer.settings.textures, (isOn) => {
    viewer.settings.textures = isOn;
  });
  const light = makeSwitch("Light", !viewer.settings.fullbright, (isOn) => {
    viewer.settings.fullbright = !isOn;
  });
  const yaw = makeSliderRow({
    ...{ label: "Light from", min: -180, max: 180, step: 1, value: viewer.lightYaw },
    format: (degrees) => `${degrees}°`,
    onInput: (degrees) => {
      viewer.lightYaw = degrees;
    },
  });
  const looks = makeSwitch("Looks at you", viewer.eyeTarget === "camera", (isOn) => {
    viewer.eyeTarget = isOn ? "camera" : null;
  });
  const eyes = info.eyeballs > 0 ? [looks] : [];
  const switches = make("div", { class: "switches" }, ...lines, textures, light, ...eyes);
  return makeSection("Show", switches, ...makeLightChoice(viewer, map), yaw.element);
}

function makePoseParameters(viewer: ModelViewer, info: ModelInfo): HTMLElement | null {
  if (info.poseParameters.length === 0) return null;
  const rows = info.poseParameters.map(({ name, min, max }, row) => {
    const value = min < 0 && max > 0 ? 0 : (min + max) / 2;
    const step = Math.abs(max - min) / 200 || 1;
    const onInput = (next: number) => viewer.setPoseParameter(row, next);
    return makeSliderRow({ label: name, min, max, step, value, onInput }).element;
  });
  return makeFold(`Pose parameters (${rows.length})`, ...rows);
}

function makeBoneControllers(viewer: ModelViewer, info: ModelInfo): HTMLElement | null {
  if (info.boneControllers.length === 0) return null;
  const rows = info.boneControllers.map(({ name, min, max }, row) => {
    const value = Math.min(Math.max(0, Math.min(min, max)), Math.max(min, max));
    const step = Math.abs(max - min) / 200 || 1;
    const onInput = (next: number) => viewer.setBoneController(row, next);
    return makeSliderRow({ label: name, min, max, step, value, onInput }).element;
  });
  return makeFold(`Bone controllers (${rows.length})`, ...rows);
}

function makeFlexes(viewer: ModelViewer, info: ModelInfo): HTMLElement | null {
  if (info.flexControllers.length === 0) return null;
  const rows = info.flexControllers.map(({ name, min, max }, row) => {
    const step = Math.abs(max - min) / 100 || 1;
    const onInput = (value: number) => viewer.setFlex(row, value);
    return makeSliderRow({ label: name, min, max, step, value: viewer.flex(row), onInput }).element;
  });
  // Of vertices alone there is little else to see.
  if (isBare(info)) return makeSection(`Shapes (${rows.length})`, ...rows);
  return makeFold(`Face (${rows.length})`, ...rows);
}
