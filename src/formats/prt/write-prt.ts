/** Writes a PRT. */

import type { PortalFile } from "./parse-prt.ts";

/**
 * Writes a portal file like vbsp (`WriteFloat` of the public `prtfile.cpp`): integral coordinates
 * without a decimal point, others with six decimals. Unlike vbsp, coordinates that need more
 * decimals keep all of them, so that reading the text returns exactly the same numbers.
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
      line += "(";
      for (let axis = 0; axis < 3; axis++) line += `${formatCoordinate(points[i * 3 + axis])} `;
      line += ") ";
    }
    lines.push(line);
  }
  return `${lines.join("\n")}\n`;
}

function formatCoordinate(value: number): string {
  const shortest = String(value);
  if (Number.isInteger(value)) return shortest;
  const six = value.toFixed(6);
  return Number(six) === value ? six : shortest;
}
