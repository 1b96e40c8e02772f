import type { FileTreeNode } from "../../content/report/file-tree.ts";
import { formatBytes } from "../../content/report/format-bytes.ts";
import { labelCell, round } from "../../content/report/label-cells.ts";
import { type Cell, layoutTreemap } from "../../content/report/layout-treemap.ts";
import { type Html, html } from "../html.ts";

/** An SVG as wide as its box; its letters have their size where it is drawn at `width` pixels. */
export function drawTreemap(root: FileTreeNode, width: number, height: number, name: string): Html {
  const cells = layoutTreemap(root, { x: 0, y: 0, width, height });
  return html`<svg class="${name}" viewBox="0 0 ${width} ${height}" role="img" aria-label="What the file's bytes are, as areas; the table of lumps has the same as numbers">
${cells.map(drawCell)}</svg>
`;
}

function drawCell(cell: Cell): Html {
  const { x, y, width, height, kind, isFrame, path, byteLength } = cell;
  const at = html`x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}"`;
  const labels = labelCell(cell).map(({ x, y, text, isSize }) =>
    isSize
      ? html`<text x="${x}" y="${y}" class="size">${text}</text>`
      : html`<text x="${x}" y="${y}">${text}</text>`,
  );
  return html`<g><title>${path}: ${formatBytes(byteLength)}</title><rect ${at} class="${isFrame ? `${kind} frame` : kind}"/>${labels}</g>
`;
}
