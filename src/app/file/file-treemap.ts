/** What a file's bytes are, as areas; a click on one opens its lump. */

import { buildFileTree } from "../../content/report/file-tree.ts";
import { formatBytes } from "../../content/report/format-bytes.ts";
import { labelCell, round } from "../../content/report/label-cells.ts";
import { type Cell, layoutTreemap } from "../../content/report/layout-treemap.ts";
import { KINDS } from "../../content/report/lump-kinds.ts";
import type { LumpReport } from "../../content/report/read-lump-report.ts";
import { make } from "../dom.ts";

const SVG = "http://www.w3.org/2000/svg";
/** Where there is little width there is height. */
const NARROW = 560;
const HEIGHT = { wide: 260, narrow: 340 };

/** `onOpen` gets a slot. The table beside it has the same for the keyboard. */
export function createFileTreemap(report: LumpReport, onOpen: (slot: number) => void): HTMLElement {
  const tree = buildFileTree(report);
  const slots = new Map(
    report.lumps.map(({ title, index }) => [title.replace(/^LUMP_/, ""), index] as const),
  );
  const box = make("div", { class: "file-treemap" });
  let drawnWidth = 0;
  const draw = (): void => {
    const width = Math.floor(box.clientWidth);
    if (width === 0 || width === drawnWidth) return;
    drawnWidth = width;
    const height = width < NARROW ? HEIGHT.narrow : HEIGHT.wide;
    const picture = makeSvg("svg", {
      ...{ viewBox: `0 0 ${width} ${height}`, height, role: "img" },
      "aria-label":
        "What the file's bytes are, as areas; the table of lumps has the same as numbers",
    });
    for (const cell of layoutTreemap(tree, { x: 0, y: 0, width, height })) {
      const slot = slots.get(cell.path.split(" / ")[0]);
      picture.append(drawCell(cell, slot));
    }
    box.replaceChildren(picture);
  };
  new ResizeObserver(draw).observe(box);
  box.addEventListener("click", ({ target }) => {
    const slot = (target as Element).closest<SVGElement>("[data-slot]")?.dataset.slot;
    if (slot !== undefined) onOpen(Number(slot));
  });
  const legend = Object.entries(KINDS).map(([kind, title]) =>
    make("li", {}, make("i", { "data-kind": kind }), title),
  );
  return make("div", {}, box, make("ul", { class: "file-legend" }, ...legend));
}

function drawCell(cell: Cell, slot: number | undefined): SVGElement {
  const { x, y, width, height, kind, isFrame, path, byteLength } = cell;
  const group = makeSvg("g", slot === undefined ? {} : { "data-slot": slot });
  const title = makeSvg("title", {});
  title.textContent = `${path}: ${formatBytes(byteLength)}`;
  const place = { x: round(x), y: round(y), width: round(width), height: round(height) };
  const rect = makeSvg("rect", { ...place, "data-kind": kind, ...(isFrame && { class: "frame" }) });
  group.append(title, rect);
  for (const { x, y, text, isSize } of labelCell(cell)) {
    const label = makeSvg("text", { x, y, ...(isSize && { class: "size" }) });
    label.textContent = text;
    group.append(label);
  }
  return group;
}

function makeSvg(tag: string, attributes: Readonly<Record<string, string | number>>): SVGElement {
  const element = document.createElementNS(SVG, tag) as SVGElement;
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  return element;
}
