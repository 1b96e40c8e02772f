import { type Html, html } from "../html.ts";
import type { TreeNode } from "./file-tree.ts";
import { formatBytes } from "./format-bytes.ts";
import { type Cell, layoutTreemap } from "./layout-treemap.ts";

/** Of letters, in parts of their size: as wide as capitals are, so that a label is rather cut short. */
const LETTER_WIDTH = 0.66;
const FONT = 12;
const LEAST_WIDTH = 26;

/** An SVG as wide as its box; its letters have their size where it is drawn at `width` pixels. */
export function drawTreemap(root: TreeNode, width: number, height: number, name: string): Html {
  const cells = layoutTreemap(root, { x: 0, y: 0, width, height });
  return html`<svg class="${name}" viewBox="0 0 ${width} ${height}" role="img" aria-label="What the file's bytes are, as areas; the table of lumps has the same as numbers">
${cells.map(drawCell)}</svg>
`;
}

const round = (value: number) => Math.round(value * 10) / 10;

function drawCell(cell: Cell): Html {
  const { x, y, width, height, kind, isFrame, path, byteLength } = cell;
  const size = formatBytes(byteLength);
  const at = html`x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}"`;
  return html`<g><title>${path}: ${size}</title><rect ${at} class="${isFrame ? `${kind} frame` : kind}"/>${labelsOf(cell, size)}</g>
`;
}

function labelsOf({ x, y, width, height, label, isFrame }: Cell, size: string): Html[] {
  if (width < LEAST_WIDTH || height < FONT + 4) return [];
  const room = Math.floor((width - 8) / (FONT * LETTER_WIDTH));
  const left = round(x + 4);
  const withSize = `${label} ${size}`;
  const first = isFrame && withSize.length <= room ? withSize : cut(label, room);
  const lines = [html`<text x="${left}" y="${round(y + 13)}">${first}</text>`];
  const hasRoom = !isFrame && height >= 2 * FONT + 10 && size.length <= room;
  if (hasRoom) lines.push(html`<text x="${left}" y="${round(y + 28)}" class="size">${size}</text>`);
  return lines;
}

const cut = (text: string, room: number) =>
  text.length <= room ? text : room < 2 ? "" : `${[...text].slice(0, room - 1).join("")}…`;
