/** Compiles and lights small maps, and reads their light. */

import { writeBsp } from "../../../src/compile/compile-map.ts";
import type { CompiledMap, CompileReport } from "../../../src/compile/types.ts";
import type { VbspOptions } from "../../../src/compile/vbsp/lumps/map-writer.ts";
import { computeLight, type LightOptions } from "../../../src/compile/vrad/vrad.ts";
import { SURF_BUMPLIGHT } from "../../../src/formats/bsp/layouts/surface-flags.ts";
import { parseBsp } from "../../../src/formats/bsp/parse-bsp.ts";
import type { Bsp, LightSide } from "../../../src/formats/bsp/types.ts";
import type { Vmf } from "../../../src/formats/vmf/types.ts";
import type { Vec3 } from "../make-vmf.ts";
import { compile } from "../vbsp/compile.ts";

export interface Lit {
  readonly bsp: Bsp;
  readonly map: CompiledMap;
  readonly warnings: readonly string[];
}

/** Compiles and lights a map, writes it and reads it back. */
export async function light(
  vmf: Vmf,
  options: LightOptions = {},
  vbspOptions?: VbspOptions,
): Promise<Lit> {
  const { map, bsp } = compile(vmf, vbspOptions);
  const warnings: string[] = [];
  const report: CompileReport = { progress() {}, warn: (message) => warnings.push(message) };
  await computeLight(map, bsp, options, report);
  return { bsp: parseBsp(writeBsp(map)), map, warnings };
}

export type Rgb = [r: number, g: number, b: number];

export interface Luxel {
  readonly face: number;
  /** Position in the world. */
  readonly point: Vec3;
  /** Byte offset of its flat sample of style slot 0. */
  readonly offset: number;
  /** Bytes between one set of samples and the next: flat and bumped, then the next style's. */
  readonly stride: number;
}

export function decode(bytes: Uint8Array, at: number): Rgb {
  const scale = 2 ** ((bytes[at + 3] << 24) >> 24);
  return [bytes[at] * scale, bytes[at + 1] * scale, bytes[at + 2] * scale];
}

/** Lists all luxels of the faces with approximately a normal. */
export function listLuxels(bsp: Bsp, side: LightSide, normal: Vec3): Luxel[] {
  const luxels: Luxel[] = [];
  const { faces } = side;
  for (let face = 0; face < faces.count; face++) {
    const plane = faces.plane[face];
    const n = bsp.planes.normal.subarray(plane * 3, plane * 3 + 3);
    const along = n[0] * normal[0] + n[1] * normal[1] + n[2] * normal[2];
    if (along < 0.999 || faces.lightOffset[face] < 0) continue;
    const across = faces.lightmapSize[face * 2] + 1;
    const count = across * (faces.lightmapSize[face * 2 + 1] + 1);
    for (let i = 0; i < count; i++) {
      luxels.push({
        face,
        point: placeOf(bsp, side, face, i % across, Math.floor(i / across)),
        offset: faces.lightOffset[face] + i * 4,
        stride: count * 4,
      });
    }
  }
  return luxels;
}

/** Returns the point of a face's plane with these luxel coordinates, for axial faces. */
function placeOf(bsp: Bsp, { faces }: LightSide, face: number, s: number, t: number): Vec3 {
  const v = bsp.texInfos.lightmapVecs.subarray(
    faces.texinfo[face] * 8,
    faces.texinfo[face] * 8 + 8,
  );
  const plane = faces.plane[face];
  const n = bsp.planes.normal.subarray(plane * 3, plane * 3 + 3);
  const point = [0, 1, 2].map((axis) => n[axis] * bsp.planes.dist[plane]);
  const rows = [
    [v.subarray(0, 3), s + faces.lightmapMins[face * 2] - v[3]],
    [v.subarray(4, 7), t + faces.lightmapMins[face * 2 + 1] - v[7]],
  ] as const;
  for (const [row, value] of rows) {
    const squared = row[0] ** 2 + row[1] ** 2 + row[2] ** 2;
    for (let axis = 0; axis < 3; axis++) point[axis] += (row[axis] * value) / squared;
  }
  return [point[0], point[1], point[2]];
}

/** Returns the luxel nearest to a point, on faces with a normal. */
export function luxelAt(bsp: Bsp, side: LightSide, normal: Vec3, point: Vec3): Luxel {
  const luxels = listLuxels(bsp, side, normal);
  const distance = (luxel: Luxel) =>
    Math.hypot(...luxel.point.map((value, axis) => value - point[axis]));
  return luxels.reduce((best, luxel) => (distance(luxel) < distance(best) ? luxel : best));
}

/** Decodes a luxel's colour. `set`: 0 flat, 1..3 bumped; then the next style's. */
export function colourAt(side: LightSide, luxel: Luxel, set = 0): Rgb {
  return decode(side.lighting, luxel.offset + set * luxel.stride);
}

export function isBumped(bsp: Bsp, face: number): boolean {
  return (bsp.texInfos.flags[bsp.faces.texinfo[face]] & SURF_BUMPLIGHT) !== 0;
}

/** Returns the linear light of "c c c brightness", of 255. */
export function linear(value: number, brightness: number): number {
  return ((value / 255) ** 2.2 * 255 * brightness) / 255;
}
