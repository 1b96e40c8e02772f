/** Light on the faces that both versions have, luxel by luxel. */

import { SURF_BUMPLIGHT } from "../../formats/bsp/layouts/surface-flags.ts";
import { countStyles, LUXEL_BYTES } from "../../formats/bsp/read/read-lighting.ts";
import type { Bsp, LightSide } from "../../formats/bsp/types.ts";
import { diffLightParts, type LitMap, type PartsLight } from "./diff-light-parts.ts";
import { levelsOf, linearOf } from "./light-levels.ts";
import type { MapVersion } from "./open-version.ts";
import type { SharedPart } from "./surfaces/shared-parts.ts";
import { compareTexts } from "./things/thing.ts";
import type { Box, FaceLight, LightDiff, ThingDiff } from "./types.ts";

/** Faces that are listed, the most changed first. */
export const MOST_LIGHT_FACES = 400;

/** A face that lies alike in both. */
export interface LitPair {
  readonly faceA: number;
  readonly faceB: number;
  readonly material: string;
  readonly owner: string;
  readonly box: Box;
}

/** @param tellUnread why the luxels of a side cannot be compared */
export function diffLight(
  a: MapVersion,
  b: MapVersion,
  pairs: readonly LitPair[],
  parts: readonly SharedPart[],
  materials: readonly string[],
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
  // The better side, unless the other one alone is another.
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

/** null: neither has any, which is no difference. */
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

/** Luxels of all styles and directions; 0: it is not lit. */
function luxelsOf({ texInfos }: Bsp, { faces }: LightSide, face: number): number {
  if (faces.lightOffset[face] < 0) return 0;
  const isBumped = (texInfos.flags[faces.texinfo[face]] & SURF_BUMPLIGHT) !== 0;
  const size = (faces.lightmapSize[face * 2] + 1) * (faces.lightmapSize[face * 2 + 1] + 1);
  return size * countStyles(faces, face) * (isBumped ? 4 : 1);
}

/** Whether both have the same grid and styles: those of named lights are dealt out anew by each compile. */
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
