/** Light where faces are cut otherwise: both versions' lightmaps are looked up at the same places of the map. */

import { SURF_BUMPLIGHT } from "../../formats/bsp/layouts/surface-flags.ts";
import { countStyles, LUXEL_BYTES } from "../../formats/bsp/read/read-lighting.ts";
import type { Bsp, LightSide } from "../../formats/bsp/types.ts";
import { levelsOf, linearOf } from "./light-levels.ts";
import { listPartPoints, type SharedPart } from "./surfaces/shared-parts.ts";
import { boxAround } from "./surfaces/windings.ts";
import type { FaceLight } from "./types.ts";

/** Points of one part, and inches between them at least. */
const MOST_POINTS = 256;
const STEP = 8;
/** Points of all parts. */
const MOST_LOOKUPS = 2 ** 20;

/** A side of a version, and its map. */
export interface LitMap {
  readonly bsp: Bsp;
  readonly light: LightSide;
}

export interface PartsLight {
  readonly compared: number;
  /** Those whose mean is another by a step of 255 and more: what grids alone make is less. */
  readonly faces: FaceLight[];
}

/** @param materials names of the rows of the table of materials */
export function diffLightParts(
  a: LitMap,
  b: LitMap,
  parts: readonly SharedPart[],
  materials: readonly string[],
): PartsLight {
  const faces: FaceLight[] = [];
  let compared = 0;
  let left = MOST_LOOKUPS;
  for (const part of parts) {
    if (!hasSteadyLight(a, part.a.face) || !hasSteadyLight(b, part.b.face)) continue;
    if (left <= 0) break;
    const points = listPartPoints(part, STEP, MOST_POINTS);
    const count = points.length / 3;
    if (count === 0) continue;
    left -= count;
    compared++;
    const { origin, owner, shift } = part.plane.model;
    let [sumA, sumB, sum, largestChange] = [0, 0, 0, 0];
    for (let at = 0; at < points.length; at += 3) {
      const [x, y, z] = points.slice(at, at + 3);
      const was = lightAt(a, part.a.face, x - shift[0], y - shift[1], z - shift[2]);
      const is = lightAt(b, part.b.face, x, y, z);
      sumA += was;
      sumB += is;
      sum += Math.abs(was - is);
      largestChange = Math.max(largestChange, Math.abs(was - is));
    }
    const [meanA, meanB] = [sumA / count, sumB / count];
    const levels = levelsOf(meanA, meanB);
    if (levels < 1) continue;
    const material = materials[part.b.material];
    const box = boxAround(points, origin);
    faces.push({
      ...{ material, owner, box, a: meanA, b: meanB, meanChange: sum / count },
      ...{ largestChange, levels },
    });
  }
  return { compared, faces };
}

/** Whether a face has luxels of the style that is always on, which come first. */
function hasSteadyLight({ light: { faces, lighting }, bsp }: LitMap, face: number): boolean {
  const offset = faces.lightOffset[face];
  if (offset < 0 || faces.styles[face * 4] !== 0) return false;
  const isBumped = (bsp.texInfos.flags[faces.texinfo[face]] & SURF_BUMPLIGHT) !== 0;
  const luxels = (faces.lightmapSize[face * 2] + 1) * (faces.lightmapSize[face * 2 + 1] + 1);
  const bytes = luxels * countStyles(faces, face) * (isBumped ? 4 : 1) * LUXEL_BYTES;
  return offset + bytes <= lighting.length;
}

/** Mean of the channels, linear, between four luxels; places in the face's own space. */
function lightAt({ bsp, light }: LitMap, face: number, x: number, y: number, z: number): number {
  const { faces, lighting } = light;
  const vecs = bsp.texInfos.lightmapVecs;
  const along = (axis: number): number => {
    const at = faces.texinfo[face] * 8 + axis * 4;
    const luxel = vecs[at] * x + vecs[at + 1] * y + vecs[at + 2] * z + vecs[at + 3];
    const size = faces.lightmapSize[face * 2 + axis];
    return Math.min(size, Math.max(0, luxel - faces.lightmapMins[face * 2 + axis])) || 0;
  };
  const [s, t] = [along(0), along(1)];
  const width = faces.lightmapSize[face * 2] + 1;
  const height = faces.lightmapSize[face * 2 + 1] + 1;
  const [s0, t0] = [Math.floor(s), Math.floor(t)];
  const [s1, t1] = [Math.min(s0 + 1, width - 1), Math.min(t0 + 1, height - 1)];
  const luxel = (column: number, row: number): number => {
    const at = faces.lightOffset[face] + (row * width + column) * LUXEL_BYTES;
    return (linearOf(lighting, at, 0) + linearOf(lighting, at, 1) + linearOf(lighting, at, 2)) / 3;
  };
  const [u, v] = [s - s0, t - t0];
  const top = luxel(s0, t0) * (1 - u) + luxel(s1, t0) * u;
  const bottom = luxel(s0, t1) * (1 - u) + luxel(s1, t1) * u;
  return top * (1 - v) + bottom * v;
}
