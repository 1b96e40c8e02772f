/** Ambient light of leafs: in version 19 a cube in each leaf, later any number of cubes in lumps of their own. */

import { writeRecords } from "../../../../binary/write-records.ts";
import type { LumpReader } from "../../../read/lump-reader.ts";
import { readLeafAmbient } from "../../../read/read-leaf-ambient.ts";
import { LEAF_AMBIENT_LIGHTING } from "../../../records/lights.ts";
import { DLEAF_V0, LEAFS, readLeafCubes } from "../../../records/tree.ts";

const CUBE_BYTES = 24;
/** Of a leaf's box, in 1/255. */
const CENTRE = 128;

export interface LeafCubes {
  /** 24 bytes a leaf, zeros of one without light. */
  readonly cube: Uint8Array;
  /** Leafs that have more samples than the one. */
  readonly shortened: number;
}

/** One cube a leaf: of several the one nearest to the leaf's centre. null where the side has none. */
export function pickLeafCubes(lumps: LumpReader, side: "ldr" | "hdr"): LeafCubes | null {
  const leafCount = lumps.bytes("LUMP_LEAFS").length / lumps.layout("LUMP_LEAFS", LEAFS).bytes;
  const ambient = readLeafAmbient(lumps, side, leafCount);
  if (ambient === null) return null;
  const cube = new Uint8Array(leafCount * CUBE_BYTES);
  let shortened = 0;
  for (let leaf = 0; leaf < leafCount; leaf++) {
    const [first, samples] = [ambient.firstSample[leaf], ambient.sampleCount[leaf]];
    if (samples === 0) continue;
    if (samples > 1) shortened++;
    let nearest = first;
    let least = Number.POSITIVE_INFINITY;
    for (let sample = first; sample < first + samples; sample++) {
      let distance = 0;
      for (let axis = 0; axis < 3; axis++) {
        distance += (ambient.position[sample * 3 + axis] - CENTRE) ** 2;
      }
      if (distance >= least) continue;
      least = distance;
      nearest = sample;
    }
    const start = nearest * CUBE_BYTES;
    cube.set(ambient.cube.subarray(start, start + CUBE_BYTES), leaf * CUBE_BYTES);
  }
  return { cube, shortened };
}

/** The cubes in the leafs of version 19; null where they have none. */
export function cubesInLeafs(lumps: LumpReader): Uint8Array | null {
  if (lumps.layout("LUMP_LEAFS", LEAFS) !== DLEAF_V0) return null;
  return readLeafCubes(lumps.bytes("LUMP_LEAFS"), lumps.littleEndian);
}

/** LUMP_LEAF_AMBIENT_LIGHTING of version 1, a sample in the middle of each leaf. */
export function samplesOfCubes(cube: Uint8Array): Uint8Array {
  const count = cube.length / CUBE_BYTES;
  const position = new Uint8Array(count * 3).fill(CENTRE);
  return writeRecords({ count, cube, position }, LEAF_AMBIENT_LIGHTING[0]);
}

/** LUMP_LEAF_AMBIENT_INDEX for as many samples as leafs, little-endian, narrow. */
export function indexOfSamples(count: number): Uint8Array {
  const out = new Uint8Array(count * 4);
  const view = new DataView(out.buffer);
  for (let leaf = 0; leaf < count; leaf++) {
    view.setUint16(leaf * 4, 1, true);
    view.setUint16(leaf * 4 + 2, leaf, true);
  }
  return out;
}
