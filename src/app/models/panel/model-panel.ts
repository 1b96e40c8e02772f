/** The panel beside a model: sequences, looks, visible parts, and facts. */

import type {
  LineKind,
  ModelHighlight,
  ModelInfo,
  ModelViewer,
} from "../../../viewer/model/index.ts";
import { formatCount, make } from "../../dom.ts";
import {
  makeChoice,
  makeFold,
  makeLightChoice,
  makeSection,
  makeSliderRow,
  makeSwitch,
  type OpenMapLight,
} from "../model-rows.ts";
import { isBare, makeFacts, makePartLists, makeParts, makeShapes } from "./model-facts.ts";
import { makeSequences, type SequencePanel } from "./sequence-panel.ts";

// A sheet of the model's triangles in texture space.

/** Pixels of an edge, for screens with two pixels per CSS pixel. */
const SIZE = 592;

/** Makes the sheet. It is drawn when it is opened, and when another material is selected. */
function makeUvSheet(viewer: ModelViewer): HTMLElement {
  const select = make("select", { "aria-label": "Material" });
  const canvas = make("canvas", { class: "model-uv", width: String(SIZE), height: String(SIZE) });
  const draw = (): void => {
    const sheets = viewer.uvEdges();
    const chosen = Math.max(
      0,
      sheets.findIndex(({ material }) => material === select.value),
    );
    select.replaceChildren(
      ...sheets.map(({ material }) =>
        make("option", { value: material }, material.split("/").at(-1) as string),
      ),
    );
    select.selectedIndex = sheets.length === 0 ? -1 : chosen;
    drawSheet(canvas, sheets[chosen]?.edges ?? new Float32Array(0));
  };
  select.addEventListener("change", draw);
  const fold = makeFold(
    "Texture coordinates",
    make("label", { class: "model-choice" }, make("span", {}, "Material"), select),
    canvas,
  );
  const details = fold.querySelector("details") as HTMLDetailsElement;
  details.addEventListener("toggle", () => {
    if (details.open) draw();
  });
  return fold;
}

/** Draws all triangles, and the texture as a square. */
function drawSheet(canvas: HTMLCanvasElement, edges: Float32Array): void {
  const context = canvas.getContext("2d");
  if (context === null) return;
  let [least, most] = [0, 1];
  for (const value of edges) {
    if (!Number.isFinite(value)) continue;
    least = Math.min(least, value);
    most = Math.max(most, value);
  }
  const place = (value: number) => ((value - least) / (most - least)) * (SIZE - 2) + 1;
  context.clearRect(0, 0, SIZE, SIZE);
  context.fillStyle = "#1c2026";
  context.fillRect(place(0), place(0), place(1) - place(0), place(1) - place(0));
  context.strokeStyle = "#ffa340";
  context.lineWidth = 1;
  context.beginPath();
  for (let i = 0; i < edges.length; i += 4) {
    context.moveTo(place(edges[i]), place(edges[i + 1]));
    context.lineTo(place(edges[i + 2]), place(edges[i + 3]));
  }
  context.stroke();
}

// Describes missing files in words, because touch screens have no tooltips.

interface Warned {
  readonly subject: string;
  readonly message: string;
}

const fileOf = (path: string): string => path.split("/").at(-1) as string;

/** Describes missing files without which nothing is drawn; `null` if none is missing. */
function tellLacking({
  name,
  lacking,
  bones,
  vertexCount,
  hulls,
  hitBoxes,
}: ModelInfo): string | null {
  if (lacking.length === 0) return null;
  const files = lacking.map(fileOf);
  const last = files.pop() as string;
  const named = files.length === 0 ? last : `${files.join(", ")} and ${last}`;
  const shown = vertexCount > 0 ? ["vertices", "bones"] : ["bones"];
  if (hulls > 0) shown.push("hulls");
  else if (bones.length === 1 && hitBoxes > 0) shown.push("hit boxes");
  const end = shown.pop() as string;
  const what = shown.length === 0 ? end : `${shown.join(", ")} and ${end}`;
  const them = lacking.length === 1 ? "it" : "them";
  return (
    `Its triangles are not here: ${named} ${lacking.length === 1 ? "is" : "are"} missing. ` +
    `Drop ${them} together with ${fileOf(name)}, or keep ${them} beside it. Until then its ${what} are shown.`
  );
}

/**
 * Returns a line to show over the picture and a full description for the panel. Both are empty if
 * nothing is missing.
 */
function makeMissing(info: ModelInfo, warnings: readonly Warned[]) {
  const lacking = tellLacking(info);
  const isFile = (subject: string) => info.lacking.includes(subject);
  const rest = warnings.filter(({ subject }) => !isFile(subject));
  const element = make("section", { class: "model-missing" });
  if (lacking !== null) element.append(make("p", { class: "model-lacking" }, lacking));
  if (rest.length > 0) {
    const rows = rest.map(({ message }) => make("li", {}, message));
    const summary = make("summary", {}, make("h2", {}, `Missing or left out (${rest.length})`));
    element.append(make("details", { class: "fold" }, summary, make("ul", {}, ...rows)));
  }
  const files = `Without ${info.lacking.map(fileOf).join(" and ")}`;
  const more = rest.length === 0 ? "" : `${rest.length} missing or left out`;
  const parts = [lacking === null ? "" : files, more].filter(Boolean);
  return { element, line: parts.join(", "), isEmpty: parts.length === 0 };
}

// Lists a model's materials; a click opens the material's dialog.

/** @param onFault receives errors of the dialog */
function makeMaterialList(
  { materials }: ModelInfo,
  viewer: Pick<ModelViewer, "modelContent">,
  onFault: (error: unknown) => void,
): HTMLElement {
  const open = async (path: string): Promise<void> => {
    const { openMaterialDialog } = await import("../../material/material-dialog.ts");
    const name = path.replace(/^materials\//, "").replace(/\.vmt$/, "");
    openMaterialDialog(null, viewer.modelContent, name, onFault);
  };
  const rows = materials.map(({ path, isMissing }) => {
    const cut = path.lastIndexOf("/") + 1;
    const name = make("span", {}, make("i", {}, path.slice(0, cut)), make("wbr"), path.slice(cut));
    const button = make("button", { type: "button", title: `What ${path} is` }, name);
    if (isMissing) button.append(make("span", { class: "note is-missing" }, "missing"));
    button.addEventListener("click", () => void open(path).catch(onFault));
    return make("li", {}, button);
  });
  return make("ul", { class: "model-materials" }, ...rows);
}

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
  /** Shows the controls of a model. */
  setModel(info: ModelInfo): void;
  /** Shows the position in the sequence. Called after each frame. */
  update(): void;
  /** Lists the warnings of the load. Returns a summary line, empty if nothing is missing. */
  setMissing(warnings: Warnings): string;
}

type Warnings = Parameters<typeof makeMissing>[1];

export interface ModelPanelOptions {
  readonly viewer: ModelViewer;
  readonly actions: HTMLElement;
  readonly mapLight: () => OpenMapLight | null;
  /** Called with the part that is pointed at or selected, or `null`. */
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
  const looks = makeSwitch("Looks at the camera", viewer.eyeTarget === "camera", (isOn) => {
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
  // A model without triangles has little else, so its shapes start open.
  if (isBare(info)) return makeSection(`Shapes (${rows.length})`, ...rows);
  return makeFold(`Face (${rows.length})`, ...rows);
}
