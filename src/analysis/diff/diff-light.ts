/** Comparison of light on the faces that both versions have, luxel by luxel. */

import { SURF_BUMPLIGHT } from "../../formats/bsp/layouts/surface-flags.ts";
import { countStyles, LUXEL_BYTES } from "../../formats/bsp/read/read-lighting.ts";
import type { Bsp, LightSide } from "../../formats/bsp/types.ts";
import { levelsOf, linearOf } from "./diff-ambient.ts";
import type { MapVersion } from "./open-version.ts";
import { listPartPoints, type SharedPart } from "./surfaces/shared-parts.ts";
import { boxAround } from "./surfaces/windings.ts";
import { compareTexts } from "./things/thing.ts";
import type { Box, FaceLight, LightDiff, ThingDiff } from "./types.ts";

// Light where faces are split differently: both lightmaps are sampled at the same points of the
// map.

/** Most points sampled per part, and the least distance between them in inches. */
const MOST_POINTS = 256;
const STEP = 8;
/** Most points of all parts. */
const MOST_LOOKUPS = 2 ** 20;

/** LDR or HDR light of a version, with its map. */
export interface LitMap {
  readonly bsp: Bsp;
  readonly light: LightSide;
}

export interface PartsLight {
  readonly compared: number;
  /**
   * Parts whose mean differs by one level of 255 or more. Different luxel grids alone cause less.
   */
  readonly faces: FaceLight[];
}

/** @param materials names by row of the material table */
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

/** Whether a face has luxels of style 0, which is always on and stored first. */
function hasSteadyLight({ light: { faces, lighting }, bsp }: LitMap, face: number): boolean {
  const offset = faces.lightOffset[face];
  if (offset < 0 || faces.styles[face * 4] !== 0) return false;
  const isBumped = (bsp.texInfos.flags[faces.texinfo[face]] & SURF_BUMPLIGHT) !== 0;
  const luxels = (faces.lightmapSize[face * 2] + 1) * (faces.lightmapSize[face * 2 + 1] + 1);
  const bytes = luxels * countStyles(faces, face) * (isBumped ? 4 : 1) * LUXEL_BYTES;
  return offset + bytes <= lighting.length;
}

/**
 * Returns the mean of the channels, linear, interpolated between four luxels. The point is in the
 * face's model space.
 */
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

/** Most faces listed, the most changed first. */
export const MOST_LIGHT_FACES = 400;

/** Pair of faces with the same place and shape. */
export interface LitPair {
  readonly faceA: number;
  readonly faceB: number;
  readonly material: string;
  readonly owner: string;
  readonly box: Box;
}

/** Surfaces of both versions whose light is compared. */
export interface LitSurfaces {
  readonly pairs: readonly LitPair[];
  /** Parts of faces that are split differently. */
  readonly parts: readonly SharedPart[];
  /** Names by row of the material table. */
  readonly materials: readonly string[];
}

/** @param tellUnread returns the reason if the luxels of a side cannot be compared */
export function diffLight(
  a: MapVersion,
  b: MapVersion,
  { pairs, parts, materials }: LitSurfaces,
  entities: ThingDiff,
  tellUnread: (side: "hdr" | "ldr") => string | null,
): LightDiff {
  const sides = (["hdr", "ldr"] as const).filter((side) => a.bsp[side] && b.bsp[side]);
  const lights = entities.changes
    .filter(({ kind }) => /^light/.test(kind))
    .map(({ change, kind, name, from, to }) => {
      const at = (to ?? from)?.map(Math.round).join(" ") ?? "";
      return `${kind}${name === "" ? "" : ` ${name}`} ${change}, at ${at}`;
    });
  if (sides.length === 0) return { ...NOTHING, untold: tellUnlit(a, b), lights };
  const measured = sides.map((side): LightDiff => {
    const untold = tellUnread(side);
    if (untold !== null) return { ...NOTHING, untold, side, lights };
    const measure = new LightMeasure(a.bsp, a.bsp[side]!, b.bsp, b.bsp[side]!);
    for (const pair of pairs) measure.add(pair);
    const [litA, litB] = [a, b].map(({ bsp }): LitMap => ({ bsp, light: bsp[side]! }));
    const shared = diffLightParts(litA, litB, parts, materials);
    return { ...measure.result(shared), untold, side, lights };
  });
  // Uses the better side, unless only the other one has changes.
  return (
    measured.find(
      ({ untold, changedFaces, changedParts }) =>
        untold === null && changedFaces + changedParts > 0,
    ) ?? measured[0]
  );
}

const NOTHING: Omit<LightDiff, "untold" | "lights"> = {
  side: null,
  ...{ comparedFaces: 0, changedFaces: 0, seenFaces: 0, unlikeFaces: 0 },
  ...{ comparedParts: 0, changedParts: 0 },
  ...{ meanChange: 0, largestChange: 0, faces: [] },
};

/**
 * Returns why light cannot be compared; `null` if neither version has any, which is no difference.
 */
function tellUnlit(a: MapVersion, b: MapVersion): string | null {
  const lit = [a, b].map(({ bsp }) => (bsp.hdr ? "hdr" : bsp.ldr ? "ldr" : null));
  if (lit[0] === null && lit[1] === null) return null;
  const say = (name: string, side: string | null) =>
    `${name} has ${side === null ? "no light" : `${side.toUpperCase()} light alone`}`;
  return `${say(a.name, lit[0])}, and ${say(b.name, lit[1])}`;
}

class LightMeasure {
  readonly #a: Bsp;
  readonly #b: Bsp;
  readonly #lightA: LightSide;
  readonly #lightB: LightSide;
  readonly #faces: FaceLight[] = [];
  #compared = 0;
  #unlike = 0;
  #sum = 0;
  #luxels = 0;
  #largest = 0;

  constructor(a: Bsp, lightA: LightSide, b: Bsp, lightB: LightSide) {
    this.#a = a;
    this.#b = b;
    this.#lightA = lightA;
    this.#lightB = lightB;
  }

  add({ faceA, faceB, ...about }: LitPair): void {
    const countA = luxelsOf(this.#a, this.#lightA, faceA);
    const countB = luxelsOf(this.#b, this.#lightB, faceB);
    if (countA === 0 && countB === 0) return;
    this.#compared++;
    const { lighting: bytesA } = this.#lightA;
    const { lighting: bytesB } = this.#lightB;
    const atA = this.#lightA.faces.lightOffset[faceA];
    const atB = this.#lightB.faces.lightOffset[faceB];
    if (!isAlike(this.#lightA, faceA, this.#lightB, faceB) || countA !== countB) {
      this.#unlike++;
      const [a, b] = [meanOf(bytesA, atA, countA), meanOf(bytesB, atB, countB)];
      const change = Math.abs(a - b);
      const count = Math.max(countA, countB);
      this.#luxels += count;
      this.#sum += change * count;
      this.#largest = Math.max(this.#largest, change);
      this.#push(about, {
        a,
        b,
        meanChange: change,
        largestChange: change,
        levels: levelsOf(a, b),
      });
      return;
    }
    this.#luxels += countA;
    if (isSame(bytesA, atA, bytesB, atB, countA * LUXEL_BYTES)) return;
    const face = compareLuxels(bytesA, atA, bytesB, atB, countA);
    if (face.largestChange === 0) return;
    this.#sum += face.meanChange * countA;
    this.#largest = Math.max(this.#largest, face.largestChange);
    this.#push(about, face);
  }

  result(shared: PartsLight): Omit<LightDiff, "untold" | "side" | "lights"> {
    const own = this.#faces;
    const faces = [...own, ...shared.faces].sort(
      (x, y) => y.levels - x.levels || compareTexts(JSON.stringify(x.box), JSON.stringify(y.box)),
    );
    return {
      comparedFaces: this.#compared,
      changedFaces: own.length,
      seenFaces: own.filter(({ levels }) => levels >= 1).length,
      unlikeFaces: this.#unlike,
      comparedParts: shared.compared,
      changedParts: shared.faces.length,
      meanChange: this.#luxels === 0 ? 0 : this.#sum / this.#luxels,
      largestChange: this.#largest,
      faces: faces.slice(0, MOST_LIGHT_FACES),
    };
  }

  #push(
    about: Pick<FaceLight, "material" | "owner" | "box">,
    light: Omit<FaceLight, "material" | "owner" | "box">,
  ) {
    this.#faces.push({ ...about, ...light });
  }
}

/** Returns the number of luxels of all styles and bump directions; 0 if the face is unlit. */
function luxelsOf({ texInfos }: Bsp, { faces }: LightSide, face: number): number {
  if (faces.lightOffset[face] < 0) return 0;
  const isBumped = (texInfos.flags[faces.texinfo[face]] & SURF_BUMPLIGHT) !== 0;
  const size = (faces.lightmapSize[face * 2] + 1) * (faces.lightmapSize[face * 2 + 1] + 1);
  return size * countStyles(faces, face) * (isBumped ? 4 : 1);
}

/**
 * Whether both faces have the same grid and number of styles. Each compile assigns the styles of
 * named lights differently.
 */
function isAlike(
  { faces: a }: LightSide,
  faceA: number,
  { faces: b }: LightSide,
  faceB: number,
): boolean {
  for (let i = 0; i < 2; i++) {
    if (a.lightmapSize[faceA * 2 + i] !== b.lightmapSize[faceB * 2 + i]) return false;
    if (a.lightmapMins[faceA * 2 + i] !== b.lightmapMins[faceB * 2 + i]) return false;
  }
  for (let i = 0; i < 4; i++) {
    const [was, is] = [a.styles[faceA * 4 + i], b.styles[faceB * 4 + i]];
    const areNamed = was >= 32 && is >= 32 && was !== 255 && is !== 255;
    if (was !== is && !areNamed) return false;
  }
  return true;
}

function isSame(a: Uint8Array, atA: number, b: Uint8Array, atB: number, count: number): boolean {
  for (let i = 0; i < count; i++) if (a[atA + i] !== b[atB + i]) return false;
  return true;
}

function meanOf(bytes: Uint8Array, at: number, count: number): number {
  let sum = 0;
  for (let i = 0; i < count; i++) {
    for (let channel = 0; channel < 3; channel++)
      sum += linearOf(bytes, at + i * LUXEL_BYTES, channel);
  }
  return count === 0 ? 0 : sum / (count * 3);
}

function compareLuxels(a: Uint8Array, atA: number, b: Uint8Array, atB: number, count: number) {
  let sum = 0;
  let largestChange = 0;
  let levels = 0;
  for (let i = 0; i < count; i++) {
    for (let channel = 0; channel < 3; channel++) {
      const was = linearOf(a, atA + i * LUXEL_BYTES, channel);
      const is = linearOf(b, atB + i * LUXEL_BYTES, channel);
      const change = Math.abs(was - is);
      sum += change;
      if (change > largestChange) largestChange = change;
      if (change > 0) levels = Math.max(levels, levelsOf(was, is));
    }
  }
  const [meanA, meanB] = [meanOf(a, atA, count), meanOf(b, atB, count)];
  return { a: meanA, b: meanB, meanChange: sum / (count * 3), largestChange, levels };
}
