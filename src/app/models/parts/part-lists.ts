/**
 * Lists of a model's bones, attachments and hit boxes. A pointed or selected part is marked in the
 * picture.
 */

import { boneColor, type ModelHighlight, type ModelInfo } from "../../../viewer/model/index.ts";
import { make } from "../../dom.ts";
import { makeFold } from "../model-rows.ts";
import { shortName } from "./model-labels.ts";

type Kind = ModelHighlight["kind"];

interface PartRow {
  readonly name: string;
  readonly note: string;
  /** CSS colour; absent if the part has none. */
  readonly color?: string;
}

/** @param onPick receives the pointed part, else the selected one, else `null` */
export function makePartLists(
  info: ModelInfo,
  onPick: (part: ModelHighlight | null) => void,
): HTMLElement[] {
  const { bones, attachments, hitBoxList } = info;
  let chosen: { part: ModelHighlight; button: HTMLElement } | null = null;

  const choose = (part: ModelHighlight, button: HTMLElement): void => {
    const isOff = chosen?.button === button;
    chosen?.button.setAttribute("aria-pressed", "false");
    chosen = isOff ? null : { part, button };
    chosen?.button.setAttribute("aria-pressed", "true");
    onPick(chosen?.part ?? null);
  };
  const makeParts = (kind: Kind, title: string, hint: string, rows: readonly PartRow[]) => {
    if (rows.length === 0) return [];
    const buttons = rows.map(({ name, note, color }, row) => {
      const swatch = color === undefined ? [] : [make("i")];
      swatch[0]?.style.setProperty("--part", color as string);
      const attributes = { type: "button", "aria-pressed": "false", "data-row": String(row) };
      const parts = [...swatch, make("span", {}, name), make("span", { class: "note" }, note)];
      return make("li", {}, make("button", attributes, ...parts));
    });
    const list = make("ul", { class: "model-parts", "data-kind": kind }, ...buttons);
    const rowOf = ({ target }: Event) => (target as Element).closest<HTMLElement>("[data-row]");
    // One listener for the list instead of one for each bone.
    const point = (event: Event): void => {
      const button = rowOf(event);
      if (button !== null) onPick({ kind, row: Number(button.dataset.row) });
    };
    list.addEventListener("pointerover", (event) => {
      // Touch selects, but does not hover.
      if (event.pointerType === "mouse") point(event);
    });
    list.addEventListener("focusin", point);
    for (const end of ["pointerleave", "focusout"]) {
      list.addEventListener(end, () => onPick(chosen?.part ?? null));
    }
    list.addEventListener("click", (event) => {
      const button = rowOf(event);
      if (button !== null) choose({ kind, row: Number(button.dataset.row) }, button);
    });
    return [makeFold(`${title} (${rows.length})`, make("p", { class: "note" }, hint), list)];
  };
  return [
    ...makeParts(
      "bone",
      "Bones",
      "A selected bone is marked; Weights then shows the vertices that it moves.",
      bones.map(({ name, parent }, row) => {
        const color = [0, 1, 2].map((channel) => Math.round(boneColor(row, channel) * 255));
        const note = bones[parent] === undefined ? "root" : `on ${shortName(bones[parent].name)}`;
        return { name, note, color: `rgb(${color.join(" ")})` };
      }),
    ),
    ...makeParts(
      "attachment",
      "Attachments",
      "Points that hold other models, by number.",
      attachments.map((name, row) => ({ name, note: String(row + 1) })),
    ),
    ...makeParts(
      "hitBox",
      "Hit boxes",
      "Boxes that shots hit, by group.",
      hitBoxList.map(({ bone, group, set }) => ({
        name: bone,
        note: set === "default" || set === "" ? group : `${group}, ${set}`,
      })),
    ),
  ];
}
