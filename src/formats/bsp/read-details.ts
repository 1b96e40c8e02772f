/** What is added to a parsed map when more of its lumps have been read. */

import type { Diagnostics } from "../../core/diagnostics.ts";
import { FormatError } from "../../core/errors.ts";
import type { BspBytes } from "./bsp-bytes.ts";
import type { SideName } from "./lump-ranges.ts";
import { LumpReader } from "./lump-reader.ts";
import type { BspHeader } from "./parse-bsp-header.ts";
import { readGameLumps } from "./read-game-lumps.ts";
import { readLeafAmbient } from "./read-leaf-ambient.ts";
import { readFaceTables, readLightSides } from "./read-light-sides.ts";
import { dropBadPrimitives } from "./read-primitives.ts";
import { CUBEMAPS } from "./record-layouts.ts";
import type { Bsp, Cubemaps, LeafAmbient, LightSide } from "./types.ts";

const NO_CUBEMAPS: Cubemaps = { count: 0, origin: new Int32Array(0), size: new Int32Array(0) };

export function readCubemaps(lumps: LumpReader): Cubemaps {
  const read = () => lumps.table("LUMP_CUBEMAPS", CUBEMAPS);
  return lumps.optional("LUMP_CUBEMAPS", read, NO_CUBEMAPS);
}

/** The map with its props, cubemaps and ambient light: after the lumps of `listDetailRanges`. */
export function readDetails(
  file: BspBytes,
  header: BspHeader,
  bsp: Bsp,
  diagnostics?: Diagnostics,
): Bsp {
  const lumps = new LumpReader(file, header, diagnostics);
  const leafCount = bsp.leafs.count;
  const ambient = {
    ldr: readLeafAmbient(lumps, "ldr", leafCount),
    hdr: readLeafAmbient(lumps, "hdr", leafCount),
  };
  const light = (side: LightSide | null, ...cubes: (LeafAmbient | null)[]): LightSide | null =>
    side && {
      ...side,
      ambient: side.ambient ?? cubes.find((samples) => samples && samples.count > 0) ?? null,
    };
  return {
    ...bsp,
    ldr: light(bsp.ldr, ambient.ldr, ambient.hdr),
    hdr: light(bsp.hdr, ambient.hdr, ambient.ldr),
    cubemaps: readCubemaps(lumps),
    ...readGameLumps(lumps, header.version, leafCount),
  };
}

/**
 * The map with its other light too: after the lumps of `listSideRanges` and `listAmbientRanges`.
 * Where they are damaged, the map as it was, with a warning.
 */
export function readOtherSide(
  file: BspBytes,
  header: BspHeader,
  bsp: Bsp,
  side: SideName,
  diagnostics?: Diagnostics,
): Bsp {
  const lumps = new LumpReader(file, header, diagnostics);
  const lump = side === "hdr" && !lumps.isEmpty("LUMP_FACES_HDR") ? "LUMP_FACES_HDR" : "LUMP_FACES";
  try {
    const tables = readFaceTables(lumps, bsp);
    if (tables.either.count !== bsp.faces.count) {
      lumps.damaged(lump, `${tables.either.count} faces, but ${bsp.faces.count} under other light`);
      return bsp;
    }
    dropBadPrimitives(lumps, tables.either, bsp.primitives);
    const { [side]: read } = readLightSides(lumps, tables, bsp.texInfos, bsp.leafs.count);
    return read === null ? bsp : { ...bsp, [side]: read };
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    lumps.damaged(lump, error.message);
    return bsp;
  }
}
