/** Reads the ambient cubes of the leafs. */

import { bspError } from "../bsp-error.ts";
import { LEAF_AMBIENT_INDEX, LEAF_AMBIENT_LIGHTING } from "../records/lights.ts";
import { DLEAF_V0, LEAFS, readLeafCubes } from "../records/tree.ts";
import type { LeafAmbient } from "../types.ts";
import type { LumpReader } from "./lump-reader.ts";

const CUBE_BYTES = 24;
/** Centre of a leaf's box in 1/255 of its extent. */
const CENTRE = 128;

const LUMPS = {
  ldr: ["LUMP_LEAF_AMBIENT_INDEX", "LUMP_LEAF_AMBIENT_LIGHTING"],
  hdr: ["LUMP_LEAF_AMBIENT_INDEX_HDR", "LUMP_LEAF_AMBIENT_LIGHTING_HDR"],
} as const;

/**
 * Reads the ambient cubes of one side, or returns `null` if there are none or they were not read.
 * There are three generations: inside leafs of version 0; one a leaf, in a lump of bare cubes; any
 * number a leaf, with an index lump.
 */
export function readLeafAmbient(
  lumps: LumpReader,
  side: "ldr" | "hdr",
  leafCount: number,
): LeafAmbient | null {
  const [indexLump, lightingLump] = LUMPS[side];
  if (!lumps.has(indexLump)) return null;
  return lumps.optional(
    lightingLump,
    () => {
      if (!lumps.isEmpty(indexLump)) return readIndexed(lumps, indexLump, lightingLump, leafCount);
      if (!lumps.isEmpty(lightingLump)) return readOnePerLeaf(lumps, lightingLump, leafCount);
      return side === "ldr" ? readFromLeafs(lumps) : null;
    },
    null,
  );
}

function readIndexed(
  lumps: LumpReader,
  indexLump: (typeof LUMPS)["ldr" | "hdr"][0],
  lightingLump: (typeof LUMPS)["ldr" | "hdr"][1],
  leafCount: number,
): LeafAmbient | null {
  if (lumps.isEmpty(lightingLump)) return null;
  const index = lumps.table(indexLump, LEAF_AMBIENT_INDEX);
  const samples = lumps.table(lightingLump, LEAF_AMBIENT_LIGHTING);
  if (index.count !== leafCount) {
    const { offset } = lumps.entry(indexLump);
    throw bspError("mismatch", indexLump, offset, `${leafCount} rows, one a leaf`, index.count);
  }
  let lost = 0;
  for (let i = 0; i < leafCount; i++) {
    if (index.firstSample[i] + index.sampleCount[i] <= samples.count) continue;
    if (index.sampleCount[i] > 0) lost++;
    index.firstSample[i] = 0;
    index.sampleCount[i] = 0;
  }
  if (lost > 0) lumps.damaged(indexLump, `${lost} leafs point past ${samples.count} samples`);
  return { ...samples, firstSample: index.firstSample, sampleCount: index.sampleCount };
}

function readOnePerLeaf(
  lumps: LumpReader,
  lightingLump: (typeof LUMPS)["ldr" | "hdr"][1],
  leafCount: number,
): LeafAmbient {
  const cube = lumps.bytes(lightingLump);
  if (cube.length !== leafCount * CUBE_BYTES) {
    const { offset } = lumps.entry(lightingLump);
    const expected = `an index lump, or ${CUBE_BYTES} bytes for each of ${leafCount} leafs`;
    throw bspError("mismatch", lightingLump, offset, expected, cube.length);
  }
  lumps.setRecords(lightingLump, leafCount, CUBE_BYTES);
  return oneAtEachCentre(cube);
}

function readFromLeafs(lumps: LumpReader): LeafAmbient | null {
  if (!lumps.has("LUMP_LEAFS") || lumps.layout("LUMP_LEAFS", LEAFS) !== DLEAF_V0) return null;
  const bytes = lumps.bytes("LUMP_LEAFS");
  return oneAtEachCentre(readLeafCubes(bytes, lumps.littleEndian));
}

function oneAtEachCentre(cube: Uint8Array): LeafAmbient {
  const count = cube.length / CUBE_BYTES;
  return {
    count,
    cube,
    firstSample: Uint32Array.from({ length: count }, (_, leaf) => leaf),
    sampleCount: new Uint32Array(count).fill(1),
    position: new Uint8Array(count * 3).fill(CENTRE),
  };
}
