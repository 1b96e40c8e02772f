/** Names of bones, attachments and hit boxes over the picture, where their lines are shown, or one is marked. */

import { CameraAxes } from "../../../viewer/marks/index.ts";
import type {
  LineKind,
  ModelHighlight,
  ModelInfo,
  ModelViewer,
} from "../../../viewer/model/index.ts";
import { make, setText } from "../../dom.ts";
import { LABEL_GAP, LabelChoice } from "./label-choice.ts";
import { shortName } from "./short-name.ts";

const MOST = 40;
/** In a picture as small as a phone's. */
const MOST_SMALL = 14;
const SMALL = 500;
/** Who has room is looked at so often; where those are, each frame. */
const CHOOSE_MS = 200;

const LINES: Readonly<Record<ModelHighlight["kind"], LineKind>> = {
  bone: "bones",
  attachment: "attachments",
  hitBox: "hitBoxes",
};

interface Names {
  readonly parts: readonly ModelHighlight[];
  readonly names: readonly string[];
  readonly choice: LabelChoice;
}

export interface ModelLabels {
  /** Over the canvas, as large as that. */
  readonly element: HTMLElement;
  setModel(info: ModelInfo): void;
  mark(part: ModelHighlight | null): void;
  /** To be called in each frame. */
  update(nowMs: number): void;
}

export function createModelLabels(viewer: ModelViewer): ModelLabels {
  const axes = new CameraAxes();
  const at = new Float64Array(3);
  const place = new Float32Array(3);
  const pointer = { x: Number.NaN, y: Number.NaN };
  const element = make("div", { class: "model-labels", "aria-hidden": "true" });
  const labels = Array.from({ length: MOST }, () => {
    const label = make("span");
    label.hidden = true;
    element.append(label);
    return label;
  });
  let names: Names = listNames([], MOST);
  let marked = -1;
  let chosenMs = 0;
  const isShown = (row: number): boolean => viewer.isShowing(LINES[names.parts[row].kind]);
  const { canvas } = viewer;
  canvas.addEventListener("pointermove", ({ offsetX, offsetY }) => {
    pointer.x = offsetX;
    pointer.y = offsetY;
    chosenMs = 0;
  });
  canvas.addEventListener("pointerleave", () => {
    pointer.x = pointer.y = Number.NaN;
  });

  /** Where a part is in the picture; its depth is 0 behind the eye. */
  const project = (row: number, width: number, height: number): void => {
    const { choice, parts } = names;
    choice.depth[row] = 0;
    if (!viewer.writePlace(parts[row], place)) return;
    if (!axes.project(place[0], place[1], place[2], at)) return;
    choice.x[row] = (at[0] + 1) * 0.5 * width;
    choice.y[row] = (1 - at[1]) * 0.5 * height;
    choice.depth[row] = at[2];
  };
  const choose = (width: number, height: number): void => {
    const { choice, parts } = names;
    for (let row = 0; row < parts.length; row++) project(row, width, height);
    choice.choose(width, height, marked, pointer.x, pointer.y, isShown);
    const most = width < SMALL ? MOST_SMALL : MOST;
    if (choice.count > most) choice.count = most;
    for (let i = 0; i < MOST; i++) {
      const label = labels[i];
      const isUsed = i < choice.count;
      if (label.hidden === isUsed) label.hidden = !isUsed;
      if (!isUsed) continue;
      const row = choice.chosen[i];
      setText(label, names.names[row]);
      label.dataset.kind = parts[row].kind;
      label.toggleAttribute("data-marked", row === marked);
    }
  };
  const isAnything = (): boolean =>
    marked >= 0 ||
    viewer.isShowing("bones") ||
    viewer.isShowing("attachments") ||
    viewer.isShowing("hitBoxes");
  return {
    element,
    setModel(info) {
      names = listNames(listParts(info), MOST);
      marked = -1;
      chosenMs = 0;
    },
    mark(part) {
      marked =
        part === null
          ? -1
          : names.parts.findIndex(({ kind, row }) => kind === part.kind && row === part.row);
      chosenMs = 0;
    },
    update(nowMs) {
      const { clientWidth: width, clientHeight: height } = canvas;
      const { choice } = names;
      if (width === 0 || height === 0) return;
      if (!isAnything()) {
        for (let i = 0; i < choice.count; i++) labels[i].hidden = true;
        choice.count = 0;
        return;
      }
      axes.follow(viewer.camera, width / height);
      if (nowMs - chosenMs > CHOOSE_MS) {
        chosenMs = nowMs;
        choose(width, height);
      }
      for (let i = 0; i < choice.count; i++) {
        const row = choice.chosen[i];
        project(row, width, height);
        // Not over the edge.
        const most = width - choice.widthOf(row);
        const x = Math.round(Math.max(Math.min(choice.x[row], most), 0)) + LABEL_GAP;
        labels[i].style.transform =
          `translate(${x}px, ${Math.round(choice.y[row])}px) translateY(-50%)`;
      }
    },
  };
}

function listParts({ bones, attachments, hitBoxList }: ModelInfo): [ModelHighlight, string][] {
  return [
    ...bones.map(({ name }, row): [ModelHighlight, string] => [{ kind: "bone", row }, name]),
    ...attachments.map((name, row): [ModelHighlight, string] => [
      { kind: "attachment", row },
      name,
    ]),
    ...hitBoxList.map(({ bone, group }, row): [ModelHighlight, string] => [
      { kind: "hitBox", row },
      `${shortName(bone)} · ${group}`,
    ]),
  ];
}

function listNames(parts: readonly (readonly [ModelHighlight, string])[], most: number): Names {
  const names = parts.map(([, name]) => shortName(name));
  return { parts: parts.map(([part]) => part), names, choice: new LabelChoice(names, most) };
}
