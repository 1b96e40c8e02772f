/** Writes a map from the intact parts of a damaged one. */

import { FormatError } from "../../../core/errors.ts";
import type { Limits } from "../../../core/limits.ts";
import { concatBytes } from "../../binary/encode-bytes.ts";
import { bspError } from "../bsp-error.ts";
import { withDialect } from "../detect-dialect.ts";
import type { Dialect } from "../dialect.ts";
import { LUMP, LUMP_NAMES, type LumpName } from "../lumps.ts";
import { BSP_HEADER_BYTES, type BspHeader, parseBspHeader } from "../parse-bsp-header.ts";
import { LumpReader } from "../read/lump-reader.ts";
import { readGameLumpDirectory } from "../read/read-game-lumps.ts";
import type { FaceLump } from "../read/read-light-sides.ts";
import { FACES, NO_STYLE } from "../records/faces.ts";
import type { Faces } from "../types.ts";
import { wholeBytes } from "../whole-bytes.ts";
import { lookAtMap, type MapLook } from "./look-at-map.ts";
import { type LumpChange, LumpDirectory, mendEntities, mendNameLumps } from "./mend-lumps.ts";

/**
 * Returns the map up to its last kept lump, followed by the rebuilt lumps at multiples of four
 * bytes.
 *
 * @throws FormatError if the dialect can no longer be determined from the remaining lumps
 */
function finishMap(
  image: Uint8Array,
  directory: LumpDirectory,
  added: readonly (readonly [LumpName, Uint8Array])[],
): Uint8Array {
  const { header } = directory;
  const ends = LUMP_NAMES.map((_, i) =>
    header.length[i] > 0 ? header.offset[i] + header.length[i] : 0,
  );
  let end = Math.max(BSP_HEADER_BYTES + (header.version === 27 ? 4 : 0), ...ends);
  const parts = [image.subarray(0, end)];
  for (const [lump, bytes] of added) {
    const start = end + (-end & 3);
    // The directory is inside the image, and the first part is a view of the image.
    directory.place(lump, start, bytes.length);
    parts.push(new Uint8Array(start - end), bytes);
    end = start + bytes.length;
  }
  const out = concatBytes(parts);
  checkReadAlike(out, header);
  return out;
}

/** Throws FormatError unless the remaining lumps still give the same header order and dialect. */
function checkReadAlike(out: Uint8Array, header: BspHeader): void {
  const { headerOrder, dialect } = withDialect(parseBspHeader(out));
  const isAlike = headerOrder === header.headerOrder && dialect === header.dialect;
  if (isAlike) return;
  const expected = "lumps enough to tell the map's dialect by";
  throw bspError("unsupported", "header", 8, expected, `those of ${dialect?.name}, ${headerOrder}`);
}

/**
 * Makes faces unlit in an image if their luxels were cut off. Otherwise the engine would read the
 * bytes that follow the lump.
 *
 * @param faces the faces, read with the remaining lighting
 * @returns the number of these faces
 */
function darkenFaces(
  image: Uint8Array,
  header: BspHeader,
  lumps: LumpReader,
  lump: FaceLump,
  faces: Faces,
): number {
  const { bytes, columns } = lumps.layout(lump, FACES);
  const start = header.offset[LUMP[lump]] + columns.lightOffset.at;
  const view = new DataView(image.buffer, image.byteOffset);
  const little = header.endian === "little";
  let count = 0;
  for (let face = 0; face < faces.count; face++) {
    const at = start + face * bytes;
    const isLit = view.getInt32(at, little) >= 0 && faces.styles[face * 4] !== NO_STYLE;
    if (!isLit || faces.texinfo[face] < 0 || faces.lightOffset[face] >= 0) continue;
    view.setInt32(at, -1, little);
    count++;
  }
  return count;
}

/**
 * Removes game lumps from the directory of an image, in place. Later entries move up. Their data
 * stays in place, because offsets count from the file's start.
 *
 * @param ids their four letters
 */
function dropGameLumps(
  image: Uint8Array,
  header: BspHeader,
  { gameLumpForms }: Dialect,
  entryBytes: number,
  ids: ReadonlySet<string>,
): void {
  const start = header.offset[LUMP.LUMP_GAME_LUMP];
  const view = new DataView(image.buffer, image.byteOffset + start);
  const little = header.endian === "little";
  const form = gameLumpForms.find(({ bytes }) => bytes === entryBytes) ?? gameLumpForms[0];
  const count = view.getInt32(0, little);
  let kept = 0;
  for (let row = 0; row < count; row++) {
    const at = 4 + row * form.bytes;
    const id = view.getInt32(at + form.id, little);
    const letters = [id >>> 24, (id >>> 16) & 255, (id >>> 8) & 255, id & 255];
    if (ids.has(String.fromCharCode(...letters))) continue;
    const to = start + 4 + kept * form.bytes;
    image.copyWithin(to, start + at, start + at + form.bytes);
    kept++;
  }
  image.fill(0, start + 4 + kept * form.bytes, start + 4 + count * form.bytes);
  view.setInt32(0, kept, little);
}

/**
 * Overwrites the entity lump with the intact entities and shortens it in the directory.
 *
 * @param image the map, with an uncompressed entity lump
 * @param room available bytes of a lump that is cut by the file's end
 * @returns `null` if no change is needed or nothing is left
 */
function mendEntityLump(
  image: Uint8Array,
  directory: LumpDirectory,
  room?: number,
): LumpChange | null {
  const lump = "LUMP_ENTITIES";
  const offset = directory.header.offset[LUMP[lump]];
  const length = directory.header.length[LUMP[lump]];
  const there = image.subarray(offset, offset + (room ?? length));
  const mended = mendEntities(there, room !== undefined);
  if (mended === null || mended.keptCount === 0) return null;
  const { bytes, keptCount, lostCount, hasNewWorld } = mended;
  there.set(bytes);
  directory.shorten(lump, bytes.length);
  const kept = `${keptCount} entities are whole and kept, at ${lostCount} places others are not`;
  const world = hasNewWorld ? "; an empty worldspawn replaces the map's own" : "";
  const left = room === undefined ? "" : `; ${room} of ${length} bytes at ${offset} are there`;
  return { lump, action: "shortened", message: kept + world + left };
}

export interface BspRepair {
  /** The repaired map, or the unchanged map itself if nothing was changed. */
  readonly bytes: Uint8Array;
  readonly changes: readonly LumpChange[];
}

/** Replacement of a damaged pakfile. `bytes` is `null` if nothing of it is left. */
export interface PakfileRepair {
  readonly bytes: Uint8Array | null;
  readonly message: string;
}

/** Non-obvious consequences of a missing lump, for messages. */
const WITHOUT: { readonly [K in LumpName]?: string } = {
  LUMP_VISIBILITY: "; without it everything is always visible",
};

const LIGHTING = { LUMP_LIGHTING: "ldr", LUMP_LIGHTING_HDR: "hdr" } as const;
type LightingLump = keyof typeof LIGHTING;
const isLighting = (name: LumpName): name is LightingLump => name in LIGHTING;

/**
 * Drops lumps that are outside the file or unreadable. Shortens light, game lumps, entities and
 * names that are cut by the file's end. Keeps the intact entities of overwritten text. Leaves
 * everything else in place, so that all offsets remain valid.
 *
 * @param bytes a map that is not enciphered
 * @param pakfile `null` if the pakfile is intact
 * @throws FormatError if there is no world to save
 */
export function repairBsp(
  bytes: Uint8Array,
  pakfile: PakfileRepair | null,
  limits?: Limits,
): BspRepair {
  return new Repair(bytes, limits).run(pakfile);
}

class Repair {
  readonly #image: Uint8Array;
  readonly #directory: LumpDirectory;
  readonly #limits: Limits | undefined;
  readonly #changes: LumpChange[] = [];
  readonly #shortened = new Set<LumpName>();
  /** Rebuilt offset table of the material names, appended after everything else. */
  #nameTable: Uint8Array | null = null;

  constructor(bytes: Uint8Array, limits?: Limits) {
    this.#image = bytes.slice();
    this.#limits = limits;
    this.#directory = new LumpDirectory(this.#image, withDialect(parseBspHeader(bytes)));
  }

  run(pakfile: PakfileRepair | null): BspRepair {
    const before = this.#look();
    this.#cutToFile();
    let look = this.#look();
    // Errors in the original file are more useful to report than errors in the remainder.
    for (; !(look instanceof FormatError); look = this.#look()) {
      if (!this.#leaveOut(look)) break;
    }
    if (look instanceof FormatError) throw before instanceof FormatError ? before : look;
    look = this.#darken(look);
    for (const [lump, message] of look.worn) {
      // The names were recovered, so this warning no longer applies.
      if (this.#nameTable === null || lump !== "LUMP_TEXDATA") this.#note(lump, "kept", message);
    }
    if (pakfile !== null) this.#directory.drop("LUMP_PAKFILE");
    const isChanged = pakfile !== null || this.#changes.some(({ action }) => action !== "kept");
    const out = isChanged ? this.#finish(pakfile) : this.#image;
    return { bytes: out, changes: this.#changes };
  }

  #look(): MapLook | FormatError {
    try {
      return lookAtMap(this.#image, this.#directory.header, this.#limits);
    } catch (error) {
      if (error instanceof FormatError) return error;
      throw error;
    }
  }

  #note(lump: LumpName, action: LumpChange["action"], message: string): void {
    this.#changes.push({ lump, action, message });
  }

  #drop(lump: LumpName, message: string): void {
    this.#directory.drop(lump);
    this.#note(lump, "dropped", message + (WITHOUT[lump] ?? ""));
  }

  #reader(): LumpReader {
    return new LumpReader(wholeBytes(this.#image), this.#directory.header);
  }

  /** Removes or shortens lumps that exceed the file. */
  #cutToFile(): void {
    const lumps = this.#reader();
    const isChanged = (name: LumpName) => this.#changes.some(({ lump }) => lump === name);
    const names = mendNameLumps(this.#image, this.#directory, lumps);
    this.#changes.push(...(names?.changes ?? []));
    this.#nameTable = names?.table ?? null;
    for (const { index, offset, length, problem } of lumps.entries) {
      const name = LUMP_NAMES[index];
      if (problem === undefined || name === "LUMP_PAKFILE" || isChanged(name)) continue;
      const room = lumps.storedPart(name).length;
      const isPart = length > room && room > 0;
      if (isPart && name === "LUMP_ENTITIES" && this.#mendEntities(room)) continue;
      if (isPart && this.#isUsefulInPart(name)) {
        this.#directory.shorten(name, room);
        this.#shortened.add(name);
        const left = `${room} of ${length} bytes at ${offset} are there`;
        this.#note(name, "shortened", `${left}: ${problem}`);
      } else this.#drop(name, problem);
    }
    if (!isChanged("LUMP_ENTITIES")) this.#mendEntities();
  }

  /**
   * Keeps the intact entities. `room` is the number of available bytes if the lump is cut by the
   * file's end.
   */
  #mendEntities(room?: number): boolean {
    if (!this.#isStored("LUMP_ENTITIES")) return false;
    const change = mendEntityLump(this.#image, this.#directory, room);
    if (change !== null) this.#changes.push(change);
    return change !== null;
  }

  #isStored(lump: LumpName): boolean {
    return this.#directory.header.uncompressedLength[LUMP[lump]] === 0;
  }

  /**
   * Whether a cut lump is still useful: light if faces without luxels can be made unlit, and game
   * lumps, because they are independent of each other.
   */
  #isUsefulInPart(name: LumpName): boolean {
    const { length } = this.#directory.header;
    if (!this.#isStored(name)) return false;
    if (!isLighting(name)) return name === "LUMP_GAME_LUMP";
    const faces = this.#facesOf(name);
    const isShared = faces === "LUMP_FACES" && name === "LUMP_LIGHTING_HDR";
    return this.#isStored(faces) && !(isShared && length[LUMP.LUMP_LIGHTING] > 0);
  }

  #facesOf(lighting: LightingLump) {
    const hasOwn = this.#directory.header.length[LUMP.LUMP_FACES_HDR] > 0;
    return lighting === "LUMP_LIGHTING_HDR" && hasOwn ? "LUMP_FACES_HDR" : "LUMP_FACES";
  }

  /** Drops the lost lumps. Returns whether anything was dropped. */
  #leaveOut({ lost, lostGames }: MapLook): boolean {
    const { header } = this.#directory;
    const before = this.#changes.length;
    const isThere = (lump: LumpName) => header.length[LUMP[lump]] !== 0;
    for (const [lump, message] of lost) if (isThere(lump)) this.#drop(lump, message);
    // Lighting is stored in the order of the faces of the same side.
    if (lost.has("LUMP_FACES") && isThere("LUMP_LIGHTING")) {
      this.#drop("LUMP_LIGHTING", "it is useless without LUMP_FACES");
    }
    if (lost.has("LUMP_FACES_HDR") && isThere("LUMP_LIGHTING_HDR")) {
      this.#drop("LUMP_LIGHTING_HDR", "it is useless without LUMP_FACES_HDR");
    }
    if (lostGames.size > 0 && isThere("LUMP_GAME_LUMP")) this.#dropGames(lostGames);
    return this.#changes.length > before;
  }

  #dropGames(games: ReadonlyMap<string, string>): void {
    const { header } = this.#directory;
    const lumps = this.#reader();
    if (header.uncompressedLength[LUMP.LUMP_GAME_LUMP] !== 0) {
      this.#drop("LUMP_GAME_LUMP", [...games.values()][0]);
      return;
    }
    readGameLumpDirectory(lumps);
    const { recordBytes } = lumps.entry("LUMP_GAME_LUMP");
    dropGameLumps(this.#image, header, lumps.dialect, recordBytes, new Set(games.keys()));
    for (const [id, message] of games) this.#note("LUMP_GAME_LUMP", "dropped", `${id}: ${message}`);
  }

  /** Makes faces unlit whose luxels were cut off by the file's end. */
  #darken(look: MapLook): MapLook {
    const lightings = [...this.#shortened].filter(isLighting);
    const { header } = this.#directory;
    for (const lighting of lightings) {
      const side = look.world[LIGHTING[lighting]];
      if (side === null || header.length[LUMP[lighting]] === 0) continue;
      const faces = this.#facesOf(lighting);
      darkenFaces(this.#image, header, this.#reader(), faces, side.faces);
    }
    const again = lightings.length === 0 ? look : this.#look();
    if (again instanceof FormatError) throw again;
    return again;
  }

  /** Returns the finished map, with the rebuilt lumps at its end. */
  #finish(pakfile: PakfileRepair | null): Uint8Array {
    const added: [LumpName, Uint8Array][] = [];
    if (this.#nameTable !== null) added.push(["LUMP_TEXDATA_STRING_TABLE", this.#nameTable]);
    if (pakfile !== null) {
      const { bytes, message } = pakfile;
      this.#note("LUMP_PAKFILE", bytes === null ? "dropped" : "rebuilt", message);
      if (bytes !== null) added.push(["LUMP_PAKFILE", bytes]);
    }
    return finishMap(this.#image, this.#directory, added);
  }
}
