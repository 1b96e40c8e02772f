/** Writes the lighting lump and the face records that point into it. */

import { numberOf } from "../../../formats/bsp/layouts/light-values.ts";
import { DFACE, MAX_STYLES, NO_STYLE } from "../../../formats/bsp/records/faces.ts";
import type { Bsp } from "../../../formats/bsp/types.ts";
import type { DisplacementGrid } from "../../../scene/world/displacement.ts";
import type { MapLump } from "../../types.ts";
import type { BuiltLightScene } from "../build-light-scene.ts";
import type { LightScene, SideTable } from "../light-scene.ts";
import { writeColorRgbExp32 } from "./color-rgb-exp32.ts";
import { type FaceLuxels, filterFace } from "./filter-luxels.ts";

// Stitching of displacement light. Each displacement is lit separately, so luxels at the same place
// on several rims get their mean, which hides the seam.

/** Distance in inches within which luxels count as the same place. */
const WELD_INCHES = 1;
const HASH_INCHES = 4;

export interface TerrainLuxels {
  readonly face: number;
  readonly style: number;
  readonly luxels: FaceLuxels;
}

interface RimLuxel {
  readonly terrain: TerrainLuxels;
  readonly luxel: number;
  readonly place: readonly [x: number, y: number, z: number];
}

/** Changes the values of luxels on the rims. */
export function stitchTerrain(
  terrains: readonly TerrainLuxels[],
  grids: ReadonlyMap<number, DisplacementGrid>,
): void {
  const buckets = new Map<string, RimLuxel[]>();
  const all: RimLuxel[] = [];
  for (const terrain of terrains) {
    const grid = grids.get(terrain.face);
    if (!grid) continue;
    for (const luxel of listRim(terrain.luxels)) {
      const rim = { terrain, luxel, place: placeOf(grid, terrain.luxels, luxel) };
      all.push(rim);
      const key = keyOf(terrain.style, rim.place);
      const bucket = buckets.get(key);
      if (bucket) bucket.push(rim);
      else buckets.set(key, [rim]);
    }
  }
  // Computes all means before writing any, so that they use only original values.
  const means = all.map((rim) => findMean(rim, buckets));
  for (const [i, mean] of means.entries()) {
    if (!mean) continue;
    const { terrain, luxel } = all[i];
    const count = terrain.luxels.across * terrain.luxels.down;
    for (let n = 0; n * 3 < mean.length; n++) {
      for (let c = 0; c < 3; c++) {
        terrain.luxels.values[(n * count + luxel) * 3 + c] = mean[n * 3 + c];
      }
    }
  }
}

function listRim({ across, down }: FaceLuxels): number[] {
  const rim: number[] = [];
  for (let t = 0; t < down; t++) {
    const step = t === 0 || t === down - 1 ? 1 : Math.max(1, across - 1);
    for (let s = 0; s < across; s += step) rim.push(t * across + s);
  }
  return rim;
}

/**
 * Returns a luxel's place. Luxels span the grid from corner to corner; on a rim they lie between
 * two of its vertices.
 */
function placeOf(grid: DisplacementGrid, luxels: FaceLuxels, luxel: number): RimLuxel["place"] {
  const last = grid.edge - 1;
  const u = ((luxel % luxels.across) / Math.max(1, luxels.across - 1)) * last;
  const v = (Math.floor(luxel / luxels.across) / Math.max(1, luxels.down - 1)) * last;
  const column = Math.min(last - 1, Math.floor(u));
  const row = Math.min(last - 1, Math.floor(v));
  const at = (row * grid.edge + column) * 3;
  const down = grid.edge * 3;
  const axis = (i: number) => {
    const p = grid.position;
    const top = p[at + i] + (p[at + 3 + i] - p[at + i]) * (u - column);
    const bottom = p[at + down + i] + (p[at + down + 3 + i] - p[at + down + i]) * (u - column);
    return top + (bottom - top) * (v - row);
  };
  return [axis(0), axis(1), axis(2)];
}

function keyOf(style: number, place: readonly number[], dx = 0, dy = 0, dz = 0): string {
  const cell = (axis: number, shift: number) => Math.floor(place[axis] / HASH_INCHES) + shift;
  return `${style} ${cell(0, dx)} ${cell(1, dy)} ${cell(2, dz)}`;
}

/** Returns the mean over all rims that meet at a luxel; `null` if there is no other. */
function findMean(rim: RimLuxel, buckets: ReadonlyMap<string, RimLuxel[]>): Float64Array | null {
  const { terrain, place } = rim;
  const floats = normalsOf(terrain.luxels) * 3;
  const sum = new Float64Array(floats);
  let found = 0;
  for (let cell = 0; cell < 27; cell++) {
    const shift = [(cell % 3) - 1, (Math.floor(cell / 3) % 3) - 1, Math.floor(cell / 9) - 1];
    const key = keyOf(terrain.style, place, shift[0], shift[1], shift[2]);
    for (const other of buckets.get(key) ?? []) {
      const distance = Math.hypot(...place.map((value, axis) => value - other.place[axis]));
      const { luxels } = other.terrain;
      if (distance > WELD_INCHES || normalsOf(luxels) * 3 !== floats) continue;
      found++;
      const count = luxels.across * luxels.down;
      for (let i = 0; i < floats; i++) {
        const at = (Math.floor(i / 3) * count + other.luxel) * 3 + (i % 3);
        sum[i] += luxels.values[at];
      }
    }
  }
  return found > 1 ? sum.map((value) => value / found) : null;
}

function normalsOf({ across, down, values }: FaceLuxels): number {
  return values.length / (across * down * 3);
}

/** Brightness of 255. Styles below it everywhere on a face are left out. */
const DARK = 0.01;

export interface LitFaces {
  readonly faces: MapLump;
  readonly lighting: MapLump;
  /** Number of faces with more styles than a face record has room for. */
  readonly crowded: number;
}

interface StyleLuxels {
  readonly style: number;
  readonly luxels: FaceLuxels;
  readonly most: number;
}

/**
 * Writes the lighting of a side after its bounces. Averages precede a face's samples, one a style, the last style first. Then
 * follow for each style the flat samples and those of the three bump directions.
 */
export function writeLighting(
  { scene, neighbours, grids }: BuiltLightScene,
  side: SideTable,
  bsp: Bsp,
  faceLump: MapLump,
): LitFaces {
  const { faces } = scene;
  const minLight = listMinLights(bsp, faces.count);
  const filter = (face: number) =>
    filterStyles(scene, side, neighbours[face], face, minLight[face]);
  const litGrids = [...grids.keys()].filter((face) => faces.isLit[face] === 1);
  const terrain = new Map(litGrids.map((face) => [face, filter(face)]));
  stitchTerrain(
    [...terrain].flatMap(([face, styles]) => styles.map((style) => ({ face, ...style }))),
    grids,
  );
  const out = faceLump.bytes.slice();
  const view = new DataView(out.buffer, out.byteOffset, out.byteLength);
  const chunks: Uint8Array[] = [];
  let length = 0;
  let crowded = 0;
  for (let face = 0; face < faces.count; face++) {
    const record = face * DFACE.bytes;
    const stylesAt = record + DFACE.columns.styles.at;
    const offsetAt = record + DFACE.columns.lightOffset.at;
    out.fill(NO_STYLE, stylesAt, stylesAt + MAX_STYLES);
    view.setInt32(offsetAt, -1, true);
    if (faces.isLit[face] === 0) continue;
    const styles = terrain.get(face) ?? filter(face);
    if (styles.length > MAX_STYLES) {
      crowded++;
      keepBrightest(styles);
    }
    styles.forEach(({ style }, i) => {
      out[stylesAt + i] = style;
    });
    view.setInt32(offsetAt, length + styles.length * 4, true);
    const bytes = encodeStyles(styles);
    chunks.push(bytes);
    length += bytes.length;
  }
  const lighting = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    lighting.set(chunk, at);
    at += chunk.length;
  }
  return {
    faces: { version: faceLump.version, bytes: out },
    lighting: { version: 1, bytes: lighting },
    crowded,
  };
}

function filterStyles(
  scene: LightScene,
  side: SideTable,
  neighbours: readonly number[],
  face: number,
  minLight: number,
): StyleLuxels[] {
  const { slots } = scene;
  const styles: StyleLuxels[] = [];
  for (let slot = slots.firstSlot[face]; slot < slots.firstSlot[face + 1]; slot++) {
    const style = slots.style[slot];
    const luxels = filterFace(scene, side, neighbours, face, slot);
    let most = 0;
    for (let i = 0; i < luxels.values.length; i++) {
      luxels.values[i] = Math.max(luxels.values[i], minLight);
      most = Math.max(most, luxels.values[i]);
    }
    if (style === 0 || most > DARK) styles.push({ style, luxels, most });
  }
  return styles;
}

/** Keeps the face's style 0 and the three brightest others, sorted by style. */
function keepBrightest(styles: StyleLuxels[]): void {
  const [own, ...others] = styles;
  others.sort((a, b) => b.most - a.most || a.style - b.style);
  const kept = others.slice(0, MAX_STYLES - 1).sort((a, b) => a.style - b.style);
  styles.splice(0, styles.length, own, ...kept);
}

function encodeStyles(styles: readonly StyleLuxels[]): Uint8Array {
  const samples = styles.reduce((sum, { luxels }) => sum + luxels.values.length / 3, 0);
  const bytes = new Uint8Array((styles.length + samples) * 4);
  let at = styles.length * 4;
  styles.forEach(({ luxels }, i) => {
    const { values } = luxels;
    for (let sample = 0; sample < values.length; sample += 3, at += 4) {
      writeColorRgbExp32(bytes, at, values[sample], values[sample + 1], values[sample + 2]);
    }
    const count = luxels.across * luxels.down;
    const [r, g, b] = [0, 1, 2].map((channel) => findMedian(values, channel, count));
    writeColorRgbExp32(bytes, (styles.length - 1 - i) * 4, r, g, b);
  });
  return bytes;
}

/**
 * Returns the median, which vrad stores as the average: small bright spots have little influence.
 */
function findMedian(values: Float32Array, channel: number, count: number): number {
  const sorted = Float32Array.from({ length: count }, (_, i) => values[i * 3 + channel]).sort();
  return sorted[count >> 1];
}

/** Lists for each face the `_minlight` of the entity whose model contains it. */
function listMinLights(bsp: Bsp, count: number): Float32Array {
  const out = new Float32Array(count);
  for (const [i, entity] of bsp.entities.entries()) {
    const model = /^\*(\d+)$/.exec(entity.get("model") ?? "");
    const row = i === 0 ? 0 : model ? Number(model[1]) : -1;
    const light = numberOf(entity, "_minlight") * 128;
    if (row < 0 || row >= bsp.models.count || light <= 0) continue;
    const first = bsp.models.firstFace[row];
    out.fill(light, first, first + bsp.models.faceCount[row]);
  }
  return out;
}
