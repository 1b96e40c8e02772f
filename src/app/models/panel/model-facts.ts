/** Facts about a model: sizes, counts, and its parts. */

import { boneColor, type ModelHighlight, type ModelInfo } from "../../../viewer/model/index.ts";
import { formatCount, make } from "../../dom.ts";
import { makeFold, makeSection } from "../model-rows.ts";
import { shortName } from "./model-labels.ts";

type Row = readonly [term: string, value: string];

/** True if the model has no triangles, only vertices or bones. */
export function isBare({ lods }: ModelInfo): boolean {
  return lods.every(({ triangles }) => triangles === 0);
}

/** Lists the displaced vertices of each shape; `null` for a model without shapes. */
export function makeShapes({ shapes }: ModelInfo): HTMLElement | null {
  if (shapes.length === 0) return null;
  const rows = shapes.map(({ name, vertices }): Row => [name, `${formatCount(vertices)} vertices`]);
  return makeFold(`Flex shapes (${shapes.length})`, makeList(rows));
}

/** @param materials element with the list of materials */
export function makeFacts(info: ModelInfo, materials: HTMLElement): HTMLElement {
  const [x0, y0, z0, x1, y1, z1] = info.box;
  const size = [x1 - x0, y1 - y0, z1 - z0].map((edge) => edge.toFixed(1)).join(" × ");
  const facts: readonly Row[] = [
    ["Format", formatOf(info)],
    ["Checksum", info.checksum],
    ["Flags", info.flags.join(" ")],
    ["Contents", info.contents.join(" ")],
    ["Size", `${size} in`],
    ["Triangles", formatCount(info.lods[0]?.triangles ?? 0)],
    ["Vertices", formatCount(info.vertexCount)],
    ["By 1 / 2 / 3 bones", info.weights.map(formatCount).join(" / ")],
    [
      "Strips",
      info.strips > 0
        ? `${formatCount(info.strips)} in ${formatCount(info.stripGroups)} groups`
        : "",
    ],
    ["Fixups", info.fixups > 0 ? formatCount(info.fixups) : ""],
    ["Hit boxes", formatCount(info.hitBoxes)],
    ["Hulls", formatCount(info.hulls)],
    ["Mass", info.mass > 0 ? `${info.mass.toFixed(1)} kg` : ""],
    ["Surface", info.surfaceProp],
  ];
  const list = makeList(facts.filter(([, value]) => value !== ""));
  if (info.materials.length === 0) return makeSection("Facts", list);
  const missing = info.materials.filter(({ isMissing }) => isMissing).length;
  const told = missing === 0 ? "" : `, ${missing} missing`;
  const title = make("h3", {}, `Materials (${info.materials.length}${told})`);
  return makeSection("Facts", list, title, materials);
}

/** Returns `MDL 48`, or the source format that was compiled to it. */
function formatOf({ opened, version }: ModelInfo): string {
  const kind = opened.split(".").at(-1)?.toUpperCase() ?? "MDL";
  return kind === "MDL" ? `MDL ${version}` : `${kind}, compiled to MDL ${version}`;
}

/** Returns closed lists of parts; lists without entries are left out. */
export function makeParts(info: ModelInfo): HTMLElement[] {
  const { lods, keyValues, included } = info;
  const lodRows = lods.map(({ switchPoint, triangles }, lod): Row => {
    const from = switchPoint < 0 ? "shadows" : `from ${formatCount(switchPoint)}`;
    return [`${lod}: ${formatCount(triangles)} triangles`, lod === 0 ? "near by" : from];
  });
  const parts: HTMLElement[] = [];
  if (lods.length > 1) parts.push(makeFold(`Levels of detail (${lods.length})`, makeList(lodRows)));
  if (included.length > 0) {
    const names = included.map((path) => make("li", {}, path));
    const list = make("ul", { class: "model-materials" }, ...names);
    parts.push(makeFold(`Included models (${included.length})`, list));
  }
  if (keyValues.trim() !== "") parts.push(makeFold("Key values", make("pre", {}, keyValues)));
  return parts;
}

function makeList(rows: readonly Row[]): HTMLElement {
  const pairs = rows.map(([term, value]) => {
    return make("div", {}, make("dt", {}, term), make("dd", {}, value));
  });
  return make("dl", { class: "facts" }, ...pairs);
}

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
