/**
 * Names of bones, attachments and hit boxes over the picture, for visible lines or a marked part.
 */

import { CameraAxes } from "../../../viewer/marks/index.ts";
import type {
  LineKind,
  ModelHighlight,
  ModelInfo,
  ModelViewer,
} from "../../../viewer/model/index.ts";
import { make, setText } from "../../dom.ts";

/** Returns a bone's name without the prefix of its rig: `L_Hand` for `ValveBiped.Bip01_L_Hand`. */
export function shortName(name: string): string {
  return name.replace(/^[^.\s]+\.(?=\S)/, "").replace(/^Bip01_(?=\S)/i, "");
}

// Chooses the names that fit into the picture.

/** Pixels: gap between a place and its label, label height, and largest width of a letter. */
const LABEL_GAP = 7;
const LABEL_HEIGHT = 17;
const LETTER = 6.6;
const PADDING = 8;
/** Distance from the pointer in pixels within which a name is preferred. */
const REACH = 18;

export class LabelChoice {
  /** Position in pixels and depth of each name. */
  readonly x: Float32Array;
  readonly y: Float32Array;
  readonly depth: Float32Array;
  /** Rows of the chosen names. */
  readonly chosen: Uint16Array;
  count = 0;
  readonly #letters: Uint16Array;
  readonly #order: Uint16Array;
  readonly #byDepth = (a: number, b: number): number => this.depth[a] - this.depth[b];

  constructor(names: readonly string[], most: number) {
    this.x = new Float32Array(names.length);
    this.y = new Float32Array(names.length);
    this.depth = new Float32Array(names.length);
    this.chosen = new Uint16Array(most);
    this.#letters = Uint16Array.from(names, ({ length }) => length);
    this.#order = new Uint16Array(names.length);
  }

  /**
   * Chooses visible names that do not overlap: first the marked one, then the one nearest to the
   * pointer, then the nearest to the eye.
   *
   * @param marked marked row, or −1
   * @param pointer NaN without a pointer
   * @param isOffered whether a row may be chosen
   */
  choose(
    width: number,
    height: number,
    marked: number,
    pointer: { readonly x: number; readonly y: number },
    isOffered: (row: number) => boolean,
  ): void {
    const { x, y, depth } = this;
    this.count = 0;
    let offered = 0;
    let pointed = -1;
    let nearest = REACH;
    for (let row = 0; row < x.length; row++) {
      const isSeen =
        depth[row] > 0 && x[row] >= 0 && y[row] >= 0 && x[row] < width && y[row] < height;
      if (!isSeen) continue;
      if (row === marked) this.#add(row);
      if (!isOffered(row)) continue;
      this.#order[offered++] = row;
      const away = Math.hypot(x[row] - pointer.x, y[row] - pointer.y);
      if (away < nearest) {
        nearest = away;
        pointed = row;
      }
    }
    if (pointed >= 0) this.#addWhereFree(pointed);
    const order = this.#order.subarray(0, offered).sort(this.#byDepth);
    for (let i = 0; i < offered; i++) this.#addWhereFree(order[i]);
  }

  #add(row: number): void {
    if (this.count < this.chosen.length) this.chosen[this.count++] = row;
  }

  #addWhereFree(row: number): void {
    const { x, y, chosen } = this;
    for (let i = 0; i < this.count; i++) {
      const other = chosen[i];
      if (other === row) return;
      if (Math.abs(y[other] - y[row]) >= LABEL_HEIGHT) continue;
      const [left, right] = x[other] < x[row] ? [other, row] : [row, other];
      if (x[left] + this.widthOf(left) > x[right]) return;
    }
    this.#add(row);
  }

  /** Returns an upper limit of a label's width in pixels, with its gap. */
  widthOf(row: number): number {
    return LABEL_GAP + PADDING + this.#letters[row] * LETTER;
  }
}

const MOST = 40;
/** Most labels in a picture as small as a phone's. */
const MOST_SMALL = 14;
const SMALL = 500;
/** Milliseconds between choices of names. Labels move every frame. */
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
  /** Overlay of the canvas's size. */
  readonly element: HTMLElement;
  setModel(info: ModelInfo): void;
  mark(part: ModelHighlight | null): void;
  /** Updates the labels. Called in each frame. */
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

  /** Projects a part into the picture. Its depth is 0 behind the eye. */
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
    choice.choose(width, height, marked, pointer, isShown);
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
        // Keeps the label inside the right edge.
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
