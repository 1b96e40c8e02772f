/** Lights real maps and compares with the light that the real vrad stored. */

import type { CompiledMap, CompileReport, MapLump } from "../../../src/compile/types.ts";
import { SURF_BUMPLIGHT } from "../../../src/formats/bsp/layouts/surface-flags.ts";
import type { LumpName } from "../../../src/formats/bsp/lumps.ts";
import type { Bsp, LightSide } from "../../../src/formats/bsp/types.ts";

/** Returns a map's lumps as the compilers pass them on. Not for maps with compressed lumps. */
export function splitBsp(bytes: Uint8Array, bsp: Bsp): CompiledMap {
  const lumps = new Map<LumpName, MapLump>();
  for (const { name, offset, length, version } of bsp.lumps) {
    lumps.set(name as LumpName, { version, bytes: bytes.slice(offset, offset + length) });
  }
  return { revision: bsp.mapRevision, lumps, gameLumps: new Map(), pak: new Map() };
}

export const silent: CompileReport = { progress() {}, warn() {} };

export interface Comparison {
  readonly luxels: number;
  /** Correlation of the logarithms of brightness, over luxels that are not dark in both. */
  readonly correlation: number;
  /** Median of our brightness over the real one. */
  readonly medianRatio: number;
  /** Share of luxels within a factor of 1.25. */
  readonly within25: number;
  /** Share of luxels that are bright in one and dark in the other. */
  readonly disagree: number;
  /** Shares of all luxels that are black: in the real map, in ours, and in ours alone. */
  readonly zero: { readonly theirs: number; readonly ours: number; readonly oursOnly: number };
}

/** Returns the linear mean of RGB, in units of 255. */
function brightness(bytes: Uint8Array, at: number): number {
  const scale = 2 ** ((bytes[at + 3] << 24) >> 24);
  return ((bytes[at] + bytes[at + 1] + bytes[at + 2]) / 3) * scale;
}

/** Computed light of a side: face columns and samples. */
export interface Relit {
  readonly lightOffset: Int32Array;
  /** 4 per face. */
  readonly styles: Uint8Array;
  readonly lighting: Uint8Array;
}

/** Returns the offset of the flat samples of a style, or -1 if the face has none. */
function findSamples(bsp: Bsp, side: Relit, face: number, style: number): number {
  const { faces } = bsp;
  if (side.lightOffset[face] < 0) return -1;
  const slot = side.styles.subarray(face * 4, face * 4 + 4).indexOf(style);
  if (slot < 0) return -1;
  const isBumped = (bsp.texInfos.flags[faces.texinfo[face]] & SURF_BUMPLIGHT) !== 0;
  const luxels = (faces.lightmapSize[face * 2] + 1) * (faces.lightmapSize[face * 2 + 1] + 1);
  return side.lightOffset[face] + slot * (isBumped ? 4 : 1) * luxels * 4;
}

/** Lists the luxels that lie on a face; the others are never visible. */
function listSeenLuxels(bsp: Bsp, face: number): number[] {
  const { faces, edges, surfEdges, vertexes, texInfos } = bsp;
  const across = faces.lightmapSize[face * 2] + 1;
  const count = across * (faces.lightmapSize[face * 2 + 1] + 1);
  const all = Array.from({ length: count }, (_, i) => i);
  if (faces.dispInfo[face] >= 0) return all;
  const vecs = texInfos.lightmapVecs.subarray(faces.texinfo[face] * 8, faces.texinfo[face] * 8 + 8);
  const corners = Array.from({ length: faces.edgeCount[face] }, (_, i) => {
    const edge = surfEdges[faces.firstEdge[face] + i];
    const at = (edge >= 0 ? edges[edge * 2] : edges[-edge * 2 + 1]) * 3;
    const [x, y, z] = vertexes.position.subarray(at, at + 3);
    const [a, b, c, d, e, f, g, h] = vecs;
    return [
      a * x + b * y + c * z + d - faces.lightmapMins[face * 2],
      e * x + f * y + g * z + h - faces.lightmapMins[face * 2 + 1],
    ];
  });
  return all.filter((i) => {
    const s = i % across;
    const t = Math.floor(i / across);
    const sides = corners.map(([x, y], k) => {
      const [nx, ny] = corners[(k + 1) % corners.length];
      return ((nx - x) * (t - y) - (ny - y) * (s - x)) / Math.hypot(nx - x, ny - y);
    });
    return sides.every((side) => side > -0.1) || sides.every((side) => side < 0.1);
  });
}

/** Compares flat samples of all styles that both have, luxel by luxel. */
export function compareLighting(
  bsp: Bsp,
  real: LightSide,
  ours: Relit,
  includes: (face: number) => boolean = () => true,
): Comparison {
  const pairs: [ours: number, theirs: number][] = [];
  const theirs: Relit = { ...real.faces, lighting: real.lighting };
  const { faces } = bsp;
  for (let face = 0; face < faces.count; face++) {
    if (!includes(face)) continue;
    for (const style of theirs.styles.subarray(face * 4, face * 4 + 4)) {
      if (style === 255) break;
      const a = findSamples(bsp, ours, face, style);
      const b = findSamples(bsp, theirs, face, style);
      if (a < 0 || b < 0) continue;
      for (const i of listSeenLuxels(bsp, face)) {
        pairs.push([brightness(ours.lighting, a + i * 4), brightness(real.lighting, b + i * 4)]);
      }
    }
  }
  const dark = 1;
  const seen = pairs.filter(([a, b]) => a > dark || b > dark);
  const x = seen.map(([a]) => Math.log(a + 0.5));
  const y = seen.map(([, b]) => Math.log(b + 0.5));
  const share = (isZero: (a: number, b: number) => boolean) =>
    pairs.filter(([a, b]) => isZero(a, b)).length / Math.max(1, pairs.length);
  const ratios = seen.map(([a, b]) => (a + 0.01) / (b + 0.01)).sort((a, b) => a - b);
  const near = ratios.filter((ratio) => ratio > 0.8 && ratio < 1.25).length;
  const far = ratios.filter((ratio) => ratio > 4 || ratio < 0.25).length;
  return {
    luxels: seen.length,
    correlation: correlate(x, y),
    medianRatio: ratios[ratios.length >> 1] ?? 1,
    within25: near / Math.max(1, seen.length),
    disagree: far / Math.max(1, seen.length),
    zero: {
      theirs: share((_, b) => b === 0),
      ours: share((a) => a === 0),
      oursOnly: share((a, b) => a === 0 && b > 0),
    },
  };
}

function correlate(x: readonly number[], y: readonly number[]): number {
  const mean = (v: readonly number[]) => v.reduce((sum, value) => sum + value, 0) / v.length;
  const mx = mean(x);
  const my = mean(y);
  let xy = 0;
  let xx = 0;
  let yy = 0;
  for (let i = 0; i < x.length; i++) {
    xy += (x[i] - mx) * (y[i] - my);
    xx += (x[i] - mx) ** 2;
    yy += (y[i] - my) ** 2;
  }
  return xy / Math.sqrt(xx * yy || 1);
}

/** Reads the light that `computeLight` wrote into the lumps of a side. */
export function readRelit(map: CompiledMap, side: "ldr" | "hdr"): Relit {
  const faces = map.lumps.get(side === "ldr" ? "LUMP_FACES" : "LUMP_FACES_HDR")?.bytes;
  const lighting = map.lumps.get(side === "ldr" ? "LUMP_LIGHTING" : "LUMP_LIGHTING_HDR")?.bytes;
  if (!faces || !lighting) throw new Error(`no ${side} lumps`);
  const view = new DataView(faces.buffer, faces.byteOffset, faces.byteLength);
  const count = faces.byteLength / 56;
  const styles = new Uint8Array(count * 4);
  const lightOffset = new Int32Array(count);
  for (let face = 0; face < count; face++) {
    styles.set(faces.subarray(face * 56 + 16, face * 56 + 20), face * 4);
    lightOffset[face] = view.getInt32(face * 56 + 20, true);
  }
  return { lightOffset, styles, lighting };
}
