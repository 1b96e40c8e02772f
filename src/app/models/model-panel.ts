/** The panel beside a model: what it plays, what it wears, what is shown of it, and its facts. */

import type { LineKind, ModelHighlight, ModelInfo, ModelViewer } from "../../viewer/model/index.ts";
import { formatCount, make } from "../dom.ts";
import { makeMaterialList } from "./facts/material-list.ts";
import { makeMissing } from "./facts/missing-list.ts";
import { isBare, makeFacts, makeParts, makeShapes } from "./facts/model-facts.ts";
import { makeLightChoice, type OpenMapLight } from "./light-choice.ts";
import { makeChoice, makeFold, makeSection, makeSliderRow, makeSwitch } from "./model-rows.ts";
import { makePartLists } from "./parts/part-lists.ts";
import { makeSequences, type SequencePanel } from "./play/sequence-panel.ts";
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
  /** Of the load of what is shown: what was not found. Gives a line of it; empty: nothing is missing. */
  setMissing(warnings: Warnings): string;
}

type Warnings = Parameters<typeof makeMissing>[1];

export interface ModelPanelOptions {
  readonly viewer: ModelViewer;
  readonly actions: HTMLElement;
  readonly mapLight: () => OpenMapLight | null;
  /** One of its parts is pointed at or chosen; null: none is. */
  readonly onPick: (part: ModelHighlight | null) => void;
  readonly onFault: (error: unknown) => void;
}

export function createModelPanel(container: HTMLElement, options: ModelPanelOptions): ModelPanel {
  const { viewer, actions, mapLight, onPick, onFault } = options;
  let sequences: SequencePanel | null = null;
  let shown: ModelInfo | null = null;
  let missing = make("section");
  viewer.on("sequenceevent", (event) => sequences?.tellEvent(event));
  const show = (info: ModelInfo, warnings: Warnings) => {
    const { element, line, isEmpty } = makeMissing(info, warnings);
    element.hidden = isEmpty;
    missing.replaceWith(element);
    missing = element;
    return line;
  };
  return {
    setModel(info) {
      shown = info;
      sequences = makeSequences(viewer, info);
      const sections = [
        sequences?.element,
        makeLooks(viewer, info),
        makeShown(viewer, info, mapLight()),
        makePoseParameters(viewer, info),
        makeBoneControllers(viewer, info),
        makeFlexes(viewer, info),
        makeShapes(info),
        ...makePartLists(info, onPick),
        isBare(info) ? null : makeUvSheet(viewer),
        makeFacts(info, makeMaterialList(info, viewer, onFault)),
        ...makeParts(info),
      ];
      const there = sections.filter((section) => section != null);
      container.replaceChildren(actions, missing, ...there);
      show(info, []);
    },
    update: () => sequences?.follow(),
    setMissing: (warnings) => (shown === null ? "" : show(shown, warnings)),
  };
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
