import type { Ledger } from "../../../core/ledger.ts";
import { FACES } from "../records/faces.ts";
import type { DispInfos, Faces, Planes, TexInfos } from "../types.ts";
import { checkReferences, rowError } from "./check-index.ts";
import type { LumpReader } from "./lump-reader.ts";

export type FaceLump = "LUMP_FACES" | "LUMP_FACES_HDR";

export function readFaces(lumps: LumpReader, lump: FaceLump): Faces {
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

/** Checks every index of a face table but those into lighting and primitives. Throws FormatError. */
export function checkFaces(
  lumps: LumpReader,
  lump: FaceLump,
  faces: Faces,
  targets: FaceTargets,
): void {
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
    // Nothing is drawn from the faces before splitting, and consoles strip them.
    const orig = faces.origFace[i];
    if (orig < 0 || orig >= targets.origFaceCount) faces.origFace[i] = -1;
  }
  takeCorners(lumps.ledger, lump, faces, targets.dispInfos);
}

/** Draws for the corners of all faces, and the vertices of those that are displacements. */
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
