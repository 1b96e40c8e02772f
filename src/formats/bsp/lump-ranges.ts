/** Lists the byte ranges of a map file that its world consists of, from its header alone. */

import { VALVE_LZMA_HEADER_BYTES } from "../lzma/valve-lzma-header.ts";
import { LUMP, type LumpName } from "./lumps.ts";
import { BSP_HEADER_BYTES, type BspHeader } from "./parse-bsp-header.ts";

export type SideName = "ldr" | "hdr";

export interface ByteRange {
  readonly offset: number;
  readonly byteLength: number;
}

/** Lumps of geometry and visibility, and the entities, which place brush models and the start. */
const WORLD_LUMPS: readonly LumpName[] = [
  "LUMP_ENTITIES",
  "LUMP_PLANES",
  "LUMP_TEXDATA",
  "LUMP_VERTEXES",
  "LUMP_VISIBILITY",
  "LUMP_NODES",
  "LUMP_TEXINFO",
  "LUMP_LEAFS",
  "LUMP_EDGES",
  "LUMP_SURFEDGES",
  "LUMP_MODELS",
  "LUMP_LEAFFACES",
  "LUMP_DISPINFO",
  "LUMP_DISP_VERTS",
  "LUMP_DISP_MULTIBLEND",
  "LUMP_OVERLAY_SYSTEM_LEVELS",
  "LUMP_PRIMITIVES",
  "LUMP_PRIMVERTS",
  "LUMP_PRIMINDICES",
  "LUMP_TEXDATA_STRING_DATA",
  "LUMP_TEXDATA_STRING_TABLE",
];

/** Lumps of which only the number of records is needed. Their length is enough. */
const COUNTED_LUMPS: readonly LumpName[] = ["LUMP_ORIGINALFACES"];

const LIGHTING = { ldr: "LUMP_LIGHTING", hdr: "LUMP_LIGHTING_HDR" } as const;
const FACES = { ldr: "LUMP_FACES", hdr: "LUMP_FACES_HDR" } as const;

/** Returns the sides that have light according to the header, the better one first. */
export function listStatedSides(header: BspHeader): SideName[] {
  const has = (name: LumpName) => header.length[LUMP[name]] > 0;
  const hdr = has("LUMP_LIGHTING_HDR") && (has("LUMP_FACES_HDR") || has("LUMP_FACES"));
  const ldr = has("LUMP_LIGHTING") && has("LUMP_FACES");
  return [...(hdr ? (["hdr"] as const) : []), ...(ldr ? (["ldr"] as const) : [])];
}

/**
 * Whether one side can be read without the other. False if the two face lumps differ in length,
 * because then one of them is not the map's.
 */
export function areSidesAlike(header: BspHeader): boolean {
  const unpacked = (name: LumpName) =>
    header.uncompressedLength[LUMP[name]] || header.length[LUMP[name]];
  const [ldr, hdr] = [unpacked("LUMP_FACES"), unpacked("LUMP_FACES_HDR")];
  return ldr === hdr || ldr === 0 || hdr === 0;
}

/**
 * Lists the ranges of the world with the light of the given sides; without sides, of the unlit map.
 */
export function listWorldRanges(
  header: BspHeader,
  byteLength: number,
  sides: readonly SideName[],
): ByteRange[] {
  const { whole, counted } = rangesIn(header, byteLength);
  const faces = sides.length === 0 ? Object.values(FACES) : [];
  return [
    ...whole([...WORLD_LUMPS, ...faces]),
    ...counted(COUNTED_LUMPS),
    ...sides.flatMap((side) => listSideRanges(header, byteLength, side)),
  ];
}

/** Lists the ranges of a side's faces and lightmaps. HDR faces may be in LUMP_FACES. */
export function listSideRanges(header: BspHeader, byteLength: number, side: SideName): ByteRange[] {
  const { whole, present } = rangesIn(header, byteLength);
  const ownFaces = header.length[LUMP[FACES[side]]] === 0 ? FACES.ldr : FACES[side];
  return [...whole([ownFaces]), ...present(LIGHTING[side])];
}

/**
 * Lists the ranges of the lightmap lumps of some sides. Lumps that are packed with LZMA are left out:
 * they must be read before they can be parsed.
 */
export function listLightmapRanges(
  header: BspHeader,
  byteLength: number,
  sides: readonly SideName[],
): (ByteRange & { readonly side: SideName })[] {
  const { present } = rangesIn(header, byteLength);
  return sides
    .filter((side) => header.uncompressedLength[LUMP[LIGHTING[side]]] === 0)
    .flatMap((side) => present(LIGHTING[side]).map((range) => ({ ...range, side })));
}

/**
 * Returns the range of the pakfile up to the file's end; `null` if the map has no pakfile or all of
 * it is cut off.
 */
export function findPakfile(header: BspHeader, byteLength: number): ByteRange | null {
  return rangesIn(header, byteLength).present("LUMP_PAKFILE")[0] ?? null;
}

/** Returns functions that list the ranges of lumps by name. */
export function rangesIn(header: BspHeader, fileLength: number) {
  const at = (name: LumpName): ByteRange => {
    const index = LUMP[name];
    return { offset: header.offset[index], byteLength: header.length[index] };
  };
  const isInside = ({ offset, byteLength }: ByteRange) =>
    offset >= BSP_HEADER_BYTES && byteLength > 0 && offset + byteLength <= fileLength;
  return {
    /** Ranges inside the file. The parser reports the others. */
    whole: (names: readonly LumpName[]) => names.map(at).filter(isInside),
    /** The available part of a lump that may be cut short by the file's end. */
    present(name: LumpName): ByteRange[] {
      const { offset, byteLength } = at(name);
      const room = Math.min(byteLength, fileLength - offset);
      return [{ offset, byteLength: room }].filter(isInside);
    },
    /**
     * The start of each lump that may be compressed. For uncompressed lumps the length is enough.
     */
    counted: (names: readonly LumpName[]) =>
      names
        .filter((name) => header.uncompressedLength[LUMP[name]] !== 0)
        .map(at)
        .filter(isInside)
        .map(({ offset, byteLength }) => ({
          offset,
          byteLength: Math.min(byteLength, VALVE_LZMA_HEADER_BYTES),
        })),
  };
}
