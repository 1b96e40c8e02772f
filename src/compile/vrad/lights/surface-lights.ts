/** Lights of faces that glow: one for each patch of a face whose material is in the table. */

import { parseLightColour, type Rgb } from "../../../formats/bsp/layouts/light-values.ts";
import type { Bsp, Faces } from "../../../formats/bsp/types.ts";
import type { PatchTable } from "../bounce/patch-table.ts";
import { type CellTable, LIFT_INCHES } from "../faces/cell-table.ts";
import type { FaceTable } from "../faces/face-table.ts";
import type { TextureLights } from "../types.ts";
import { EMIT_SURFACE, type Light, NO_CAP } from "./lights.ts";

/** Mean brightness below which a material is not taken for a lamp. */
const DLIGHT_THRESHOLD = 0.1;
const DIRECT_SCALE = 100 * 100;

export function listSurfaceLights(
  bsp: Bsp,
  faces: Faces,
  table: FaceTable,
  cells: CellTable,
  patches: PatchTable,
  glowing: TextureLights | undefined,
): Light[] {
  if (!glowing || glowing.size === 0) return [];
  const byName = new Map([...glowing].map(([name, value]) => [name.toLowerCase(), value]));
  const lights: Light[] = [];
  for (let face = 0; face < faces.count; face++) {
    if (table.isLit[face] === 0) continue;
    const texinfo = faces.texinfo[face];
    const texdata = bsp.texInfos.texdata[texinfo];
    if (texdata < 0) continue;
    const text = byName.get(bsp.texDatas.name[texdata].toLowerCase());
    if (text === undefined) continue;
    const ldr = parseLightColour(text, false);
    const hdr = parseLightColour(text, true);
    if (!ldr || !hdr || (ldr[0] + ldr[1] + ldr[2]) / 3 < DLIGHT_THRESHOLD) continue;
    const repeats = repeatsPerSquareInch(bsp, texinfo, texdata);
    for (let patch = patches.firstPatch[face]; patch < patches.firstPatch[face + 1]; patch++) {
      const cell = patches.cell[patch];
      if (cell < 0) continue;
      const scale = patches.area[patch] * repeats * DIRECT_SCALE;
      const place =
        table.isDisplaced[face] === 1 ? onCell(cells, cell) : onPatch(table, patches, patch);
      lights.push(makeLight(cells, cell, place, ldr, hdr, scale));
    }
  }
  return lights;
}

/** A texture shines the same however it is stretched: by how often it is there. */
function repeatsPerSquareInch({ texInfos, texDatas }: Bsp, texinfo: number, texdata: number) {
  const vecs = texInfos.textureVecs.subarray(texinfo * 8, texinfo * 8 + 8);
  const texels = Math.hypot(vecs[0], vecs[1], vecs[2]) * Math.hypot(vecs[4], vecs[5], vecs[6]);
  return texels / Math.max(1, texDatas.width[texdata] * texDatas.height[texdata]);
}

type Place = readonly [x: number, y: number, z: number];

function onCell({ position, normal }: CellTable, cell: number): Place {
  const at = (axis: number) => position[cell * 3 + axis] - normal[cell * 3 + axis] * LIFT_INCHES;
  return [at(0), at(1), at(2)];
}

/** The middle of a flat face's patch. */
function onPatch(table: FaceTable, patches: PatchTable, patch: number): Place {
  const face = patches.face[patch];
  const m = table.worldFromLuxel.subarray(face * 9, face * 9 + 9);
  const [s, t] = patches.middle.subarray(patch * 2, patch * 2 + 2);
  const at = (axis: number) =>
    m[axis] + m[3 + axis] * s + m[6 + axis] * t + table.origin[face * 3 + axis];
  return [at(0), at(1), at(2)];
}

function makeLight(
  cells: CellTable,
  cell: number,
  origin: Place,
  ldr: Rgb,
  hdr: Rgb,
  scale: number,
): Light {
  const [nx, ny, nz] = cells.normal.subarray(cell * 3, cell * 3 + 3);
  return {
    type: EMIT_SURFACE,
    origin,
    normal: [nx, ny, nz],
    intensity: [ldr[0] * scale, ldr[1] * scale, ldr[2] * scale],
    intensityHdr: [hdr[0] * scale, hdr[1] * scale, hdr[2] * scale],
    style: 0,
    innerCosine: 0,
    outerCosine: 0,
    exponent: 0,
    radius: 0,
    constant: 0,
    linear: 0,
    quadratic: 0,
    fadeStart: 0,
    fadeEnd: -1,
    capDistance: NO_CAP,
  };
}
