/** Reads the faces and lightmaps of both sides (LDR and HDR). */

import { FormatError } from "../../../core/errors.ts";
import type { Ledger } from "../../../core/ledger.ts";
import { FACES } from "../records/faces.ts";
import type { DispInfos, Faces, LightSide, Planes, TexInfos } from "../types.ts";
import { checkReferences, rowError } from "./check-index.ts";
import type { LumpReader } from "./lump-reader.ts";
import { dropBadLighting, type LightingLump, LUXEL_BYTES, readLighting } from "./read-lighting.ts";

export type FaceLump = "LUMP_FACES" | "LUMP_FACES_HDR";

function readFaces(lumps: LumpReader, lump: FaceLump): Faces {
  const { shadowsBit } = lumps.layout(lump, FACES);
  const faces = lumps.table(lump, FACES);
  const counts = faces.primitiveCount;
  for (let i = 0; i < counts.length; i++) {
    counts[i] = shadowsBit === "lowest" ? counts[i] >>> 1 : counts[i] & 0x7fff;
  }
  return faces;
}

export interface FaceTargets {
  readonly planes: Planes;
  readonly surfEdges: Int32Array;
  readonly texInfos: TexInfos;
  readonly dispInfos: DispInfos;
  readonly origFaceCount: number;
}

/**
 * Checks all indices of a face table except those into lighting and primitives. Throws FormatError.
 */
function checkFaces(lumps: LumpReader, lump: FaceLump, faces: Faces, targets: FaceTargets): void {
  const entry = lumps.entry(lump);
  checkReferences(entry, FACES[0], faces, {
    LUMP_PLANES: targets.planes.count,
    LUMP_SURFEDGES: targets.surfEdges.length,
    LUMP_TEXINFO: targets.texInfos.count,
    LUMP_DISPINFO: targets.dispInfos.count,
  });
  for (let i = 0; i < faces.count; i++) {
    if (faces.dispInfo[i] >= 0 && faces.edgeCount[i] !== 4) {
      const expected = `4 edges of displacement face ${i}`;
      throw rowError(entry, "bad-value", i, expected, faces.edgeCount[i]);
    }
    // The original faces are not drawn, and console maps strip them, so a bad index is not an
    // error.
    const orig = faces.origFace[i];
    if (orig < 0 || orig >= targets.origFaceCount) faces.origFace[i] = -1;
  }
  takeCorners(lumps.ledger, lump, faces, targets.dispInfos);
}

/** Takes the cost of all faces' corners and of the displacements' vertices from the ledger. */
function takeCorners(ledger: Ledger, lump: FaceLump, faces: Faces, dispInfos: DispInfos): void {
  let edges = 0;
  let vertices = 0;
  for (let i = 0; i < faces.count; i++) {
    edges += faces.edgeCount[i];
    if (faces.dispInfo[i] >= 0) vertices += (2 ** dispInfos.power[faces.dispInfo[i]] + 1) ** 2;
  }
  ledger.take("faceEdges", edges, lump);
  ledger.take("displacementVertices", vertices, lump);
}

export interface FaceTables {
  /** LUMP_FACES; `null` if it is empty or damaged. */
  readonly ldr: Faces | null;
  /** LUMP_FACES_HDR; `null` if it is empty or damaged. */
  readonly hdr: Faces | null;
  /** The table that is available. If both are, they have the same number of faces. */
  readonly either: Faces;
}

/**
 * Reads and checks both face lumps. Either may be empty, not loaded, or damaged and left out. A map
 * with neither has nothing to draw: throws FormatError.
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
    // Nodes, leafs and models index both tables, so the shorter one cannot be the map's.
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
 * Pairs each side's faces with its lighting: `lightofs` is meaningless in the other side's lump.
 * HDR faces are in LUMP_FACES if LUMP_FACES_HDR is empty and there is HDR lighting. Also reads the
 * lights of props.
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
    // Both sides may share one face table, but differ in which faces are lit.
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
