/** Reads displacements. */

import type { LumpName } from "../lumps.ts";
import { DISP_MULTIBLEND, DISP_TRIS, DISP_VERTS, DISPINFO } from "../records/displacements.ts";
import type { DispBlends, DispInfos, DispTris, DispVerts, Faces, LumpEntry } from "../types.ts";
import { checkFinite, checkIndices, rowError } from "./check-index.ts";
import type { LumpReader } from "./lump-reader.ts";

/** `MIN_MAP_DISP_POWER` and `MAX_MAP_DISP_POWER`. */
const MIN_POWER = 2;
const MAX_POWER = 4;
/** Flag in `minTess` of newer maps: the displacement has vertices in `LUMP_DISP_MULTIBLEND`. */
const DISP_INFO_FLAG_HAS_MULTIBLEND = 0x40000000;

/**
 * Throws FormatError unless each displacement is the one that its face names, which also ensures
 * that the face has four edges.
 */
export function checkMapFaces(entry: LumpEntry, infos: DispInfos, faces: Faces): void {
  checkIndices(entry, "mapface", infos.mapFace, { name: "faces", count: faces.count });
  for (let i = 0; i < infos.count; i++) {
    const found = faces.dispInfo[infos.mapFace[i]];
    if (found === i) continue;
    throw rowError(entry, "mismatch", i, `displacement ${i} on face ${infos.mapFace[i]}`, found);
  }
}

export interface Displacements {
  readonly dispInfos: DispInfos;
  readonly dispVerts: DispVerts;
  readonly dispTris: DispTris;
  readonly dispBlends: DispBlends;
}

/**
 * Reads displacements and checks their ranges. `checkMapFaces` checks the rest once the faces are
 * read. Throws FormatError, but tolerates bad triangle tags and bad blends of four textures.
 */
export function readDisplacements(lumps: LumpReader): Displacements {
  const infos = lumps.table("LUMP_DISPINFO", DISPINFO);
  const verts = lumps.table("LUMP_DISP_VERTS", DISP_VERTS);
  const entry = lumps.entry("LUMP_DISPINFO");
  checkFinite(entry, "startPosition", infos.startPosition);
  for (let i = 0; i < infos.count; i++) {
    const power = infos.power[i];
    if (power < MIN_POWER || power > MAX_POWER) {
      throw rowError(entry, "bad-value", i, `a power of ${MIN_POWER} to ${MAX_POWER}`, power);
    }
    const end = infos.firstVert[i] + (2 ** power + 1) ** 2;
    if (end > verts.count) {
      const expected = `vertices of displacement ${i} to end within ${verts.count}`;
      throw rowError(entry, "bad-index", i, expected, end);
    }
  }
  checkFinite(lumps.entry("LUMP_DISP_VERTS"), "vector", verts.vector);
  checkFinite(lumps.entry("LUMP_DISP_VERTS"), "dist", verts.dist);
  checkFinite(lumps.entry("LUMP_DISP_VERTS"), "alpha", verts.alpha);
  const noTris: DispTris = { count: 0, tags: new Uint16Array(0) };
  const dispTris = lumps.optional("LUMP_DISP_TRIS", () => readDispTris(lumps, infos), noTris);
  const none = () => new Int32Array(infos.count).fill(-1);
  const blendLump = findBlendLump(lumps);
  const dispBlends = lumps.optional(blendLump, () => readBlends(lumps, blendLump, infos, none()), {
    firstVert: none(),
    values: new Float32Array(0),
  });
  return { dispInfos: infos, dispVerts: verts, dispTris, dispBlends };
}

/**
 * Returns the slot with the blends. Black Mesa's maps store them in the slot of the overlays'
 * system levels.
 */
function findBlendLump(lumps: LumpReader): LumpName {
  const mesa = "LUMP_OVERLAY_SYSTEM_LEVELS";
  const own = "LUMP_DISP_MULTIBLEND";
  return lumps.isEmpty(own) && !lumps.isEmpty(mesa) && lumps.has(mesa) ? mesa : own;
}

/**
 * Reads the blend vertices, stored one after the other for the displacements that have them, as
 * `disp_mapload.cpp` counts them.
 */
function readBlends(
  lumps: LumpReader,
  lump: LumpName,
  infos: DispInfos,
  firstVert: Int32Array,
): DispBlends {
  const hasBlends = (minTess: number) => (minTess & DISP_INFO_FLAG_HAS_MULTIBLEND) !== 0;
  // Without the flag, the lump contains system levels of overlays.
  if (lump !== "LUMP_DISP_MULTIBLEND" && !infos.minTess.some(hasBlends))
    return { firstVert, values: new Float32Array(0) };
  const { count, values } = lumps.table(lump, DISP_MULTIBLEND);
  checkFinite(lumps.entry(lump), "values", values);
  let end = 0;
  for (let i = 0; i < infos.count && count > 0; i++) {
    if (!hasBlends(infos.minTess[i])) continue;
    firstVert[i] = end;
    end += (2 ** infos.power[i] + 1) ** 2;
    if (end <= count) continue;
    const expected = `blends of displacement ${i} to end within ${count}`;
    throw rowError(lumps.entry("LUMP_DISPINFO"), "bad-index", i, expected, end);
  }
  return { firstVert, values };
}

function readDispTris(lumps: LumpReader, infos: DispInfos): DispTris {
  const tris = lumps.table("LUMP_DISP_TRIS", DISP_TRIS);
  if (tris.count === 0) return tris;
  for (let i = 0; i < infos.count; i++) {
    const end = infos.firstTri[i] + 2 * 4 ** infos.power[i];
    if (end > tris.count) {
      const expected = `triangles of displacement ${i} to end within ${tris.count}`;
      throw rowError(lumps.entry("LUMP_DISPINFO"), "bad-index", i, expected, end);
    }
  }
  return tris;
}
