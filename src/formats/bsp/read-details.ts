/** What is added to a parsed map when more of its lumps have been read. */

import type { Diagnostics } from "../../core/diagnostics.ts";
import { FormatError } from "../../core/errors.ts";
import type { Ledger } from "../../core/ledger.ts";
import type { BspBytes } from "./bsp-bytes.ts";
import type { SideName } from "./lump-ranges.ts";
import { LumpReader } from "./lump-reader.ts";
import type { BspHeader } from "./parse-bsp-header.ts";
import { readGameLumps } from "./read-game-lumps.ts";
import { readLeafAmbient } from "./read-leaf-ambient.ts";
import { readFaceTables, readLightSides } from "./read-light-sides.ts";
import { dropBadPrimitives } from "./read-primitives.ts";
import { readWorldLights } from "./read-world-lights.ts";
import { CUBEMAPS } from "./record-layouts.ts";
import type { Bsp, Cubemaps, LightSide } from "./types.ts";

const NO_CUBEMAPS: Cubemaps = { count: 0, origin: new Int32Array(0), size: new Int32Array(0) };

export function readCubemaps(lumps: LumpReader): Cubemaps {
  const read = () => lumps.table("LUMP_CUBEMAPS", CUBEMAPS);
  return lumps.optional("LUMP_CUBEMAPS", read, NO_CUBEMAPS);
}

/**
 * The map with its props, cubemaps, ambient light and world lights: after the lumps of
 * `listDetailRanges`.
 */
export function readDetails(
  file: BspBytes,
  header: BspHeader,
  bsp: Bsp,
  diagnostics?: Diagnostics,
  ledger?: Ledger,
): Bsp {
  const lumps = new LumpReader(file, header, diagnostics, ledger);
  const leafCount = bsp.leafs.count;
  const ambient = {
    ldr: readLeafAmbient(lumps, "ldr", leafCount),
    hdr: readLeafAmbient(lumps, "hdr", leafCount),
  };
  const lights = { ldr: readWorldLights(lumps, "ldr"), hdr: readWorldLights(lumps, "hdr") };
  // What a side has none of, the other one lends it.
  const light = (own: SideName, other: SideName): LightSide | null => {
    const side = bsp[own];
    const cubes = [side?.ambient, ambient[own], ambient[other]];
    return (
      side && {
        ...side,
        ambient: cubes.find((samples) => samples && samples.count > 0) ?? null,
        worldLights: side.worldLights ?? lights[own] ?? lights[other],
      }
    );
  };
  return {
    ...bsp,
    ldr: light("ldr", "hdr"),
    hdr: light("hdr", "ldr"),
    cubemaps: readCubemaps(lumps),
    ...readGameLumps(lumps, header.version, leafCount),
  };
}

/**
 * The map with its other light too: after the lumps of `listSideRanges`, `listAmbientRanges` and
 * `listWorldLightRanges`.
 * Where they are damaged, the map as it was, with a warning.
 */
export function readOtherSide(
  file: BspBytes,
  header: BspHeader,
  bsp: Bsp,
  side: SideName,
  diagnostics?: Diagnostics,
  ledger?: Ledger,
): Bsp {
  const lumps = new LumpReader(file, header, diagnostics, ledger);
  const lump = side === "hdr" && !lumps.isEmpty("LUMP_FACES_HDR") ? "LUMP_FACES_HDR" : "LUMP_FACES";
  try {
    const tables = readFaceTables(lumps, bsp);
    if (tables.either.count !== bsp.faces.count) {
      lumps.damaged(lump, `${tables.either.count} faces, but ${bsp.faces.count} under other light`);
      return bsp;
    }
    dropBadPrimitives(lumps, tables.either, bsp.primitives);
    const { [side]: read } = readLightSides(lumps, tables, bsp.texInfos, bsp.leafs.count);
    if (read === null) return bsp;
    const lent = bsp[side === "hdr" ? "ldr" : "hdr"]?.worldLights ?? null;
    return { ...bsp, [side]: { ...read, worldLights: read.worldLights ?? lent } };
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    lumps.leftOut(lump, error);
    return bsp;
  }
}
