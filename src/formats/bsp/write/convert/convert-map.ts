/**
 * Converts a map of any of Valve's engine branches, or of another game's dialect, to one of these
 * branches.
 */

import { FormatError } from "../../../../core/errors.ts";
import type { Limits } from "../../../../core/limits.ts";
import { writeRecords } from "../../../binary/write-records.ts";
import { readZipRecords } from "../../../zip/read-records.ts";
import { alignZip } from "../../../zip/repack-zip.ts";
import { STANDARD } from "../../dialect.ts";
import type { LumpName } from "../../lumps.ts";
import type { LumpReader } from "../../read/lump-reader.ts";
import { readLeafAmbient } from "../../read/read-leaf-ambient.ts";
import { LEAF_AMBIENT_INDEX, LEAF_AMBIENT_LIGHTING } from "../../records/lights.ts";
import { DLEAF_V0, LEAFS, readLeafCubes } from "../../records/tree.ts";
import { branchVersion, nameLump } from "../../tables/lump-structs.ts";
import { toldFaceBrushes } from "../../tables/weigh-lumps.ts";
import { decipherFile } from "../recipher.ts";
import { type AssembleOptions, assembleParts } from "./assemble-parts.ts";
import { convertFaceLight } from "./convert-face-light.ts";
import { convertGameLump, hasOwnProps, type PropSource } from "./convert-game-lumps.ts";
import { convertLump, type LumpContext } from "./convert-lump.ts";
import { convertRecords } from "./convert-records.ts";
import { convertVariableOverlays } from "./convert-variable-overlays.ts";
import {
  type GamePart,
  type LumpPart,
  type MapParts,
  takeApart,
  takeGameLumps,
} from "./map-parts.ts";
import {
  type MapChange,
  noteUnnamed,
  repackPak,
  repackParts,
  type WrittenMap,
} from "./repack-map.ts";
import { swapRecords } from "./swap-lumps.ts";
import { type ConvertTarget, type MapForm, SLOT_SINCE } from "./targets.ts";

// Ambient light of leafs: in version 19 a cube in each leaf, later any number of cubes in separate
// lumps.

const CUBE_BYTES = 24;
/** Centre of a leaf's box in 1/255 of its extent. */
const CENTRE = 128;

export interface LeafCubes {
  /** 24 bytes a leaf; zeros for leafs without light. */
  readonly cube: Uint8Array;
  /** Number of leafs with more than one sample. */
  readonly shortened: number;
}

/**
 * Picks one cube a leaf: the one nearest to the leaf's centre. Returns `null` if the side has none.
 */
function pickLeafCubes(lumps: LumpReader, side: "ldr" | "hdr"): LeafCubes | null {
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

/** Returns the cubes in the leafs of version 19; `null` if they have none. */
function cubesInLeafs(lumps: LumpReader): Uint8Array | null {
  if (lumps.layout("LUMP_LEAFS", LEAFS) !== DLEAF_V0) return null;
  return readLeafCubes(lumps.bytes("LUMP_LEAFS"), lumps.littleEndian);
}

/** Returns LUMP_LEAF_AMBIENT_LIGHTING version 1 with a sample at the centre of each leaf. */
function samplesOfCubes(cube: Uint8Array): Uint8Array {
  const count = cube.length / CUBE_BYTES;
  const position = new Uint8Array(count * 3).fill(CENTRE);
  return writeRecords({ count, cube, position }, LEAF_AMBIENT_LIGHTING[0]);
}

/** Returns a narrow, little-endian LUMP_LEAF_AMBIENT_INDEX with one sample a leaf. */
function indexOfSamples(count: number): Uint8Array {
  const out = new Uint8Array(count * 4);
  const view = new DataView(out.buffer);
  for (let leaf = 0; leaf < count; leaf++) {
    view.setUint16(leaf * 4, 1, true);
    view.setUint16(leaf * 4 + 2, leaf, true);
  }
  return out;
}

// Ambient light that is stored elsewhere in version 19 than in later ones.

export interface LeafLight {
  /** Cubes for the leafs of version 19. */
  readonly leafCubes: Uint8Array | null;
  /** Lumps that were rebuilt or emptied. */
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

/** Moves ambient light to where the target stores it. Throws FormatError (BSP). */
function convertLeafLight(lumps: LumpReader, target: ConvertTarget): LeafLight {
  const made = new Map<LumpName, { version: number; bytes: Uint8Array }>();
  const changes: LeafLight["changes"][number][] = [];
  const hasCubes = lumps.layout("LUMP_LEAFS", LEAFS) === DLEAF_V0;
  if (target.leafVersion === 0) {
    if (hasCubes) return { leafCubes: null, made, changes };
    const [ldr, hdr] = [pickLeafCubes(lumps, "ldr"), pickLeafCubes(lumps, "hdr")];
    const slots = ["LUMP_LEAF_AMBIENT_INDEX", "LUMP_LEAF_AMBIENT_INDEX_HDR", LDR, HDR] as const;
    for (const slot of slots) if (!lumps.isEmpty(slot)) made.set(slot, EMPTY);
    // One cube a leaf, the form of these lumps before they had an index.
    if (hdr !== null) made.set(HDR, { version: 0, bytes: hdr.cube });
    for (const [lump, cubes] of [
      [LDR, ldr],
      [HDR, hdr],
    ] as const) {
      if (cubes === null || cubes.shortened === 0) continue;
      const message = `${cubes.shortened} leafs keep only the sample nearest to their centre`;
      changes.push({ lump, action: "reduced", message });
    }
    if (ldr === null && hdr === null && !lumps.isEmpty("LUMP_LIGHTING")) {
      const message = "the map has no ambient light: cubes of leafs are black, and so are models";
      changes.push({ lump: "LUMP_LEAFS", action: "converted", message });
    }
    return { leafCubes: (ldr ?? hdr)?.cube ?? null, made, changes };
  }
  const cubes = hasCubes && lumps.isEmpty(LDR) ? cubesInLeafs(lumps) : null;
  // All black: the map had no ambient light when it was compiled.
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

/**
 * Rewrites the lumps whose records differ; others keep their bytes, compressed or not. A map that
 * already has the target's form and compression is returned unchanged, except for props that only
 * one game reads. An enciphered map is returned deciphered, because no other branch reads it.
 *
 * @throws FormatError (BSP, LZMA): for a damaged map; `unsupported` if a value does not fit the
 * target's records
 * @throws RangeError for 2 GB and more
 */
export function convertMap(
  stored: Uint8Array,
  target: ConvertTarget,
  options: AssembleOptions,
  limits?: Limits,
): WrittenMap {
  const file = decipherFile(stored);
  const map = takeApart(file, limits);
  const header = { ...map.header, version: branchVersion(map.header.version) };
  const source: PropSource = { ...header, hasPropScales: map.lumps.dialect.hasPropScales };
  const isSame =
    map.lumps.dialect === STANDARD &&
    source.version === target.version &&
    source.endian === target.endian &&
    source.headerOrder === target.headerOrder;
  const changes: MapChange[] = [];
  if (file !== stored) {
    changes.push({ lump: "header", action: "reduced", message: "the map is no longer enciphered" });
  }
  if (isSame && !map.gameParts?.some((part) => hasOwnProps(part, source))) {
    const repacked = repackParts(file, map, options);
    return { ...repacked, changes: [...changes, ...repacked.changes] };
  }
  const converted = isSame ? map.parts : convertParts({ ...map, header }, target, changes);
  // Bytes between the lumps are not kept in another form.
  const parts = repackPak(converted, map.lumps, options, changes).map((part) => ({
    ...part,
    filler: null,
  }));
  const gameParts = (map.gameParts ?? takeGameLumps(map.lumps)).map((part) =>
    convertGamePart(part, source, target, changes),
  );
  noteUnnamed(map, changes);
  const isGameLumpBase = target.endian === "big";
  const end = { ...map.end, filler: null };
  const made = { ...map, parts, gameParts, isGameLumpBase, end };
  const bytes = assembleParts(target, header, made, options);
  return { bytes, changes };
}

function convertParts(
  { header, lumps, parts }: MapParts,
  target: ConvertTarget,
  changes: MapChange[],
): LumpPart[] {
  const hasFaceBrushes = toldFaceBrushes(lumps, header);
  const leafLight = convertLeafLight(lumps, target);
  const faceLight = convertFaceLight(lumps);
  const overlays = convertVariableOverlays(lumps, target);
  const context: LumpContext = {
    lumps,
    source: header,
    target,
    hasFaceBrushes,
    leafCubes: leafLight.leafCubes,
    lightOffsets: faceLight.offsets,
  };
  const titleOf = (slot: LumpName) => nameLump(slot, header.version, hasFaceBrushes);
  const titleThere = (slot: LumpName) =>
    nameLump(slot, target.version, hasFaceBrushes && target.headerOrder === "standard");
  const remade = [leafLight, faceLight, overlays];
  for (const part of remade) changes.push(...part.changes);
  return parts.map((part): LumpPart => {
    const { slot, bytes, version } = part;
    if (slot === "LUMP_GAME_LUMP") return part;
    const made = remade.find((other) => other.made.has(slot))?.made.get(slot);
    if (made !== undefined) return { ...part, ...made, stored: null };
    if (bytes.length === 0) return part;
    const lump = titleOf(slot);
    if (lump !== titleThere(slot) || (SLOT_SINCE[slot] ?? 0) > target.version) {
      const message = `version ${target.version} has no such lump`;
      changes.push({ lump, action: "dropped", message });
      return { ...part, version: 0, bytes: new Uint8Array(0), stored: null };
    }
    if (slot === "LUMP_PAKFILE" && header.endian !== target.endian) {
      return alignPak(part, target, changes);
    }
    const converted = convertLump(slot, bytes, context);
    const isSame = converted.bytes === bytes && converted.version === version;
    if (isSame && converted.losses.length === 0) return part;
    const action = converted.losses.length > 0 ? "reduced" : "converted";
    const lines = converted.losses.length > 0 ? converted.losses : ["rewritten"];
    for (const message of lines) changes.push({ lump, action, message });
    return isSame ? part : { ...part, ...converted, stored: null };
  });
}

/**
 * Aligns the pakfile to sectors for consoles, and not for a PC. Compressed entries stay compressed.
 */
function alignPak(part: LumpPart, { endian }: MapForm, changes: MapChange[]): LumpPart {
  const note = (message: string) => changes.push({ lump: part.slot, action: "reduced", message });
  try {
    const files = readZipRecords(part.bytes).records.length;
    const other = endian === "big" ? "a PC's" : "a console's";
    if (files > 0) note(`${files} files keep ${other} contents`);
    const bytes = alignZip(part.bytes, endian === "big" ? 2048 : 1);
    return { ...part, bytes, stored: bytes };
  } catch (error) {
    if (!(error instanceof FormatError) || error.format !== "ZIP") throw error;
    note(`kept as stored: ${error.message}`);
    return part;
  }
}

function convertGamePart(
  part: GamePart,
  source: PropSource,
  target: ConvertTarget,
  changes: MapChange[],
): GamePart {
  const { version, bytes, losses } = convertGameLump(part, source, target);
  const lump = `game lump ${part.id}`;
  for (const message of losses) changes.push({ lump, action: "reduced", message });
  if (bytes === part.bytes && version === part.version) return part;
  if (losses.length === 0) {
    changes.push({ lump, action: "converted", message: `version ${version}` });
  }
  return { ...part, version, bytes, stored: null };
}
