/** What of ambient light changes its place between version 19 and later ones. */

import { swapRecords } from "../../../../binary/swap-records.ts";
import type { LumpName } from "../../../lumps.ts";
import type { LumpReader } from "../../../read/lump-reader.ts";
import { LEAF_AMBIENT_INDEX } from "../../../records/lights.ts";
import { DLEAF_V0, LEAFS } from "../../../records/tree.ts";
import { convertRecords } from "../convert-records.ts";
import type { ConvertTarget } from "../targets.ts";
import { cubesInLeafs, indexOfSamples, pickLeafCubes, samplesOfCubes } from "./leaf-light.ts";

export interface LeafLight {
  /** For the leafs of version 19. */
  readonly leafCubes: Uint8Array | null;
  /** Lumps that are made anew, or empty now. */
  readonly made: ReadonlyMap<LumpName, { readonly version: number; readonly bytes: Uint8Array }>;
  readonly changes: readonly {
    readonly lump: string;
    readonly action: "reduced" | "converted";
    readonly message: string;
  }[];
}

const EMPTY = { version: 0, bytes: new Uint8Array(0) };
const LDR = "LUMP_LEAF_AMBIENT_LIGHTING";
const HDR = "LUMP_LEAF_AMBIENT_LIGHTING_HDR";
const [INDEX, WIDE_INDEX] = LEAF_AMBIENT_INDEX.map(({ struct }) => struct);

/** Throws FormatError (BSP). */
export function convertLeafLight(lumps: LumpReader, target: ConvertTarget): LeafLight {
  const made = new Map<LumpName, { version: number; bytes: Uint8Array }>();
  const changes: LeafLight["changes"][number][] = [];
  const hasCubes = lumps.layout("LUMP_LEAFS", LEAFS) === DLEAF_V0;
  if (target.leafVersion === 0) {
    if (hasCubes) return { leafCubes: null, made, changes };
    const [ldr, hdr] = [pickLeafCubes(lumps, "ldr"), pickLeafCubes(lumps, "hdr")];
    const slots = ["LUMP_LEAF_AMBIENT_INDEX", "LUMP_LEAF_AMBIENT_INDEX_HDR", LDR, HDR] as const;
    for (const slot of slots) if (!lumps.isEmpty(slot)) made.set(slot, EMPTY);
    // Of a cube a leaf, as such lumps were before they had an index.
    if (hdr !== null) made.set(HDR, { version: 0, bytes: hdr.cube });
    for (const [lump, cubes] of [
      [LDR, ldr],
      [HDR, hdr],
    ] as const) {
      if (cubes === null || cubes.shortened === 0) continue;
      const message = `${cubes.shortened} leafs keep the one of their samples that is nearest to their middle`;
      changes.push({ lump, action: "reduced", message });
    }
    if (ldr === null && hdr === null && !lumps.isEmpty("LUMP_LIGHTING")) {
      const message = "the map has no ambient light: cubes of leafs are black, and so are models";
      changes.push({ lump: "LUMP_LEAFS", action: "converted", message });
    }
    return { leafCubes: (ldr ?? hdr)?.cube ?? null, made, changes };
  }
  const cubes = hasCubes && lumps.isEmpty(LDR) ? cubesInLeafs(lumps) : null;
  // All black: there was no light to put into them.
  if (cubes?.some((byte) => byte !== 0)) {
    const index = indexOfSamples(cubes.length / 24);
    const written = target.isWide ? convertRecords(index, INDEX, WIDE_INDEX, LDR).bytes : index;
    const ordered = target.endian === "big" ? swapRecords(written, INDEX) : written;
    made.set("LUMP_LEAF_AMBIENT_INDEX", { version: target.isWide ? 1 : 0, bytes: ordered });
    made.set(LDR, { version: 1, bytes: samplesOfCubes(cubes) });
    changes.push({ lump: LDR, action: "converted", message: "made of the leafs' cubes" });
  }
  return { leafCubes: null, made, changes };
}
