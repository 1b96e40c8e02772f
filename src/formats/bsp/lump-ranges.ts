/** Which bytes of a map file its world is made of, by its header alone. */

import { VALVE_LZMA_HEADER_BYTES } from "../lzma/valve-lzma-header.ts";
import { LUMP, type LumpName } from "./lumps.ts";
import { BSP_HEADER_BYTES, type BspHeader } from "./parse-bsp-header.ts";

export type SideName = "ldr" | "hdr";

export interface ByteRange {
  readonly offset: number;
  readonly byteLength: number;
}

/** Geometry, visibility, and the entities, which place the brush models and the start. */
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

/** Lumps of which only the number of records is asked: their lengths tell. */
const COUNTED_LUMPS: readonly LumpName[] = ["LUMP_ORIGINALFACES"];

const LIGHTING = { ldr: "LUMP_LIGHTING", hdr: "LUMP_LIGHTING_HDR" } as const;
const FACES = { ldr: "LUMP_FACES", hdr: "LUMP_FACES_HDR" } as const;

/** The sides that a map has light for, if what its header says is so; the better one first. */
export function listStatedSides(header: BspHeader): SideName[] {
  const has = (name: LumpName) => header.length[LUMP[name]] > 0;
  const hdr = has("LUMP_LIGHTING_HDR") && (has("LUMP_FACES_HDR") || has("LUMP_FACES"));
  const ldr = has("LUMP_LIGHTING") && has("LUMP_FACES");
  return [...(hdr ? (["hdr"] as const) : []), ...(ldr ? (["ldr"] as const) : [])];
}

/**
 * Whether one side can be read without looking at the other: not where the two face lumps differ in
 * length, for then one of them is not the map's.
 */
export function areSidesAlike(header: BspHeader): boolean {
  const unpacked = (name: LumpName) =>
    header.uncompressedLength[LUMP[name]] || header.length[LUMP[name]];
  const [ldr, hdr] = [unpacked("LUMP_FACES"), unpacked("LUMP_FACES_HDR")];
  return ldr === hdr || ldr === 0 || hdr === 0;
}

/** What the world of some sides is parsed from; with no side, of the map as it is without light. */
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

/** A side's faces and lightmaps. HDR faces may stand in LUMP_FACES. */
export function listSideRanges(header: BspHeader, byteLength: number, side: SideName): ByteRange[] {
  const { whole, present } = rangesIn(header, byteLength);
  const ownFaces = header.length[LUMP[FACES[side]]] === 0 ? FACES.ldr : FACES[side];
  return [...whole([ownFaces]), ...present(LIGHTING[side])];
}

/** Where the pakfile lies, as far as the file goes; null where there is none, or nothing of it. */
export function findPakfile(header: BspHeader, byteLength: number): ByteRange | null {
  return rangesIn(header, byteLength).present("LUMP_PAKFILE")[0] ?? null;
}

/** Ranges of lumps, by their names. */
export function rangesIn(header: BspHeader, fileLength: number) {
  const at = (name: LumpName): ByteRange => {
    const index = LUMP[name];
    return { offset: header.offset[index], byteLength: header.length[index] };
  };
  const isInside = ({ offset, byteLength }: ByteRange) =>
    offset >= BSP_HEADER_BYTES && byteLength > 0 && offset + byteLength <= fileLength;
  return {
    /** Those that lie in the file: the parser says what is wrong with the others. */
    whole: (names: readonly LumpName[]) => names.map(at).filter(isInside),
    /** Of a lump that the file's end cuts short, what is there. */
    present(name: LumpName): ByteRange[] {
      const { offset, byteLength } = at(name);
      const room = Math.min(byteLength, fileLength - offset);
      return [{ offset, byteLength: room }].filter(isInside);
    },
    /** The start of each lump that may be compressed; of the others the length is enough. */
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
