import { FormatError } from "../../../core/errors.ts";
import type { Faces, LightSide, TexInfos } from "../types.ts";
import { rowError } from "./check-index.ts";
import type { LumpReader } from "./lump-reader.ts";
import { checkFaces, type FaceLump, type FaceTargets, readFaces } from "./read-faces.ts";
import { dropBadLighting, type LightingLump, LUXEL_BYTES, readLighting } from "./read-lighting.ts";

export interface FaceTables {
  /** LUMP_FACES; null where it is empty or damaged. */
  readonly ldr: Faces | null;
  /** LUMP_FACES_HDR, likewise. */
  readonly hdr: Faces | null;
  /** One that is there: where both are, they have the same number of faces. */
  readonly either: Faces;
}

/**
 * Both face lumps, checked. One may be missing, not be read, or be damaged and then left out; a map
 * with neither has nothing to draw, which is the FormatError thrown.
 */
export function readFaceTables(lumps: LumpReader, targets: FaceTargets): FaceTables {
  const faults: FormatError[] = [];
  const read = (lump: FaceLump): Faces | null => {
    if (lumps.isEmpty(lump) || !lumps.has(lump)) return null;
    try {
      const faces = readFaces(lumps, lump);
      checkFaces(lumps, lump, faces, targets);
      return faces;
    } catch (error) {
      if (!(error instanceof FormatError) || error.code === "too-large") throw error;
      faults.push(error);
      return null;
    }
  };
  const ldr = read("LUMP_FACES");
  const hdr = read("LUMP_FACES_HDR");
  const either = ldr ?? hdr;
  if (!either) {
    throw faults[0] ?? rowError(lumps.entry("LUMP_FACES"), "bad-count", 0, "at least one face", 0);
  }
  for (const fault of faults) lumps.damaged(fault.where as FaceLump, fault.message);
  if (ldr && hdr && ldr.count < hdr.count) {
    // Nodes, leafs and models index both: the shorter table cannot be the map's.
    lumps.damaged("LUMP_FACES", `${ldr.count} faces, but ${hdr.count} in LUMP_FACES_HDR`);
    return { ldr: null, hdr, either: hdr };
  }
  if (ldr && hdr && hdr.count < ldr.count) {
    lumps.damaged("LUMP_FACES_HDR", `${hdr.count} faces, but ${ldr.count} in LUMP_FACES`);
    return { ldr, hdr: null, either: ldr };
  }
  return { ldr, hdr, either };
}

export interface LightSides {
  readonly ldr: LightSide | null;
  readonly hdr: LightSide | null;
  readonly faces: Faces;
}

/**
 * Puts each side's faces with its own lighting: `lightofs` means nothing in the other side's lump.
 * HDR faces stand in LUMP_FACES where LUMP_FACES_HDR is empty and there is HDR lighting. What lights
 * props is read with them.
 */
export function readLightSides(
  lumps: LumpReader,
  tables: FaceTables,
  texInfos: TexInfos,
): LightSides {
  const hdrFaces = tables.hdr ?? tables.ldr;
  const readSide = (side: "ldr" | "hdr", table: Faces | null): LightSide | null => {
    const lump: LightingLump = side === "ldr" ? "LUMP_LIGHTING" : "LUMP_LIGHTING_HDR";
    if (!table || lumps.isEmpty(lump) || !lumps.has(lump)) return null;
    const lighting = readLighting(lumps, lump);
    if (lighting.length === 0) return null;
    // One table may serve both sides, and not be lit alike in both.
    const faces = { ...table, lightOffset: table.lightOffset.slice() };
    const dropped = dropBadLighting(
      faces,
      texInfos,
      lighting.length,
      lumps.dialect.hasAveragesInFaces ? 0 : LUXEL_BYTES,
    );
    if (dropped > 0) {
      lumps.damaged(lump, `${dropped} faces have no luxels in ${lighting.length} bytes`);
    }
    return { faces, lighting, ambient: null, worldLights: null };
  };
  const ldr = readSide("ldr", tables.ldr);
  const hdr = readSide("hdr", hdrFaces);
  return { ldr, hdr, faces: hdr?.faces ?? ldr?.faces ?? makeUnlit(tables.either) };
}

function makeUnlit(faces: Faces): Faces {
  faces.lightOffset.fill(-1);
  return faces;
}
