/** How a face is painted and lit, as one text: what tells faces apart that lie on each other. */

import type { Bsp, LightSide } from "../../../formats/bsp/types.ts";

/** Bytes of a face's light that are looked at: many faces may name the same, and more than that. */
const MOST_BYTES = 1024;

export function signLook(bsp: Bsp, face: number): string {
  const { faces, texInfos } = bsp;
  const at = faces.texinfo[face] * 8;
  return [
    texInfos.textureVecs.subarray(at, at + 8).join(),
    texInfos.lightmapVecs.subarray(at, at + 8).join(),
    texInfos.flags[faces.texinfo[face]],
    ...[bsp.ldr, bsp.hdr].map((side) => (side === null ? "" : signLight(side, face))),
  ].join(" ");
}

function signLight({ faces, lighting }: LightSide, face: number): string {
  const grid = [faces.lightmapMins, faces.lightmapSize].map((column) =>
    column.subarray(face * 2, face * 2 + 2).join(),
  );
  const styles = faces.styles.subarray(face * 4, face * 4 + 4).join();
  const start = faces.lightOffset[face];
  if (start < 0) return `${grid.join()} ${styles} dark`;
  const [width, height] = [faces.lightmapSize[face * 2] + 1, faces.lightmapSize[face * 2 + 1] + 1];
  const end = Math.min(start + Math.min(width * height * 4, MOST_BYTES), lighting.length);
  // FNV-1a.
  let hash = 0x811c9dc5;
  for (let i = start; i < end; i++) hash = Math.imul(hash ^ lighting[i], 0x01000193);
  return `${grid.join()} ${styles} ${hash >>> 0}`;
}
