import type { PortalFile } from "./types.ts";

/**
 * Writes a portal file as vbsp does (`WriteFloat` of the public `prtfile.cpp`): whole coordinates without a point,
 * others with six decimals. A coordinate that six decimals cannot hold keeps all its digits, which vbsp cuts off:
 * reading the text gives exactly the numbers that were written.
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
