import type { PortalFile } from "./types.ts";

/**
 * Writes a portal file as vbsp does, blanks included. Coordinates keep all their digits, where
 * Valve's tool cuts them to six places: what is read back is what was written.
 */
export function writePrt({
  clusterCount,
  portalCount,
  clusters,
  firstPoint,
  points,
}: PortalFile): string {
  const lines = ["PRT1", String(clusterCount), String(portalCount)];
  for (let portal = 0; portal < portalCount; portal++) {
    const first = firstPoint[portal];
    const end = firstPoint[portal + 1];
    let line = `${end - first} ${clusters[portal * 2]} ${clusters[portal * 2 + 1]} `;
    for (let i = first; i < end; i++) {
      line += `(${points[i * 3]} ${points[i * 3 + 1]} ${points[i * 3 + 2]} ) `;
    }
    lines.push(line);
  }
  return `${lines.join("\n")}\n`;
}
