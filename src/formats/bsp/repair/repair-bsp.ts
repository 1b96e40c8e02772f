/** What is sound of a damaged map, as a map. */

import { FormatError } from "../../../core/errors.ts";
import type { Limits } from "../../../core/limits.ts";
import { concatBytes } from "../../binary/encode-bytes.ts";
import { bspError } from "../bsp-error.ts";
import { withDialect } from "../dialects/index.ts";
import { LUMP, LUMP_NAMES, type LumpName } from "../lumps.ts";
import { BSP_HEADER_BYTES, type BspHeader, parseBspHeader } from "../parse-bsp-header.ts";
import { LumpReader } from "../read/lump-reader.ts";
import { readGameLumpDirectory } from "../read/read-game-lumps.ts";
import { wholeBytes } from "../whole-bytes.ts";
import { darkenFaces } from "./darken-faces.ts";
import { dropGameLumps } from "./drop-game-lumps.ts";
import { lookAtMap, type MapLook } from "./look-at-map.ts";
import { LumpDirectory } from "./lump-directory.ts";

export interface LumpChange {
  readonly lump: LumpName;
  /** "kept": it is damaged in part, and left as it is. */
  readonly action: "dropped" | "shortened" | "rebuilt" | "kept";
  /** What was wrong, in one line. */
  readonly message: string;
}

export interface BspRepair {
  /** The map itself where nothing was changed. */
  readonly bytes: Uint8Array;
  readonly changes: readonly LumpChange[];
}

/** In place of a damaged pakfile; `bytes` null: nothing of it is left. */
export interface PakfileRepair {
  readonly bytes: Uint8Array | null;
  readonly message: string;
}

const LIGHTING = { LUMP_LIGHTING: "ldr", LUMP_LIGHTING_HDR: "hdr" } as const;
type LightingLump = keyof typeof LIGHTING;
const isLighting = (name: LumpName): name is LightingLump => name in LIGHTING;

/**
 * Drops the lumps that do not lie in the file or cannot be read, shortens light and game lumps that the
 * file's end cuts, and leaves all else at its place, so that every offset in it stays right.
 *
 * @param bytes a map that is not enciphered
 * @param pakfile null where it is sound
 * @throws FormatError where there is no world to save
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

  constructor(bytes: Uint8Array, limits?: Limits) {
    this.#image = bytes.slice();
    this.#limits = limits;
    this.#directory = new LumpDirectory(this.#image, withDialect(parseBspHeader(bytes)));
  }

  run(pakfile: PakfileRepair | null): BspRepair {
    const before = this.#look();
    this.#cutToFile();
    let look = this.#look();
    // What was wrong with the file as it came says more than what is wrong with what is left.
    for (; !(look instanceof FormatError); look = this.#look()) {
      if (!this.#leaveOut(look)) break;
    }
    if (look instanceof FormatError) throw before instanceof FormatError ? before : look;
    look = this.#darken(look);
    for (const [lump, message] of look.worn) this.#note(lump, "kept", message);
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
    this.#note(lump, "dropped", message);
  }

  #reader(): LumpReader {
    return new LumpReader(wholeBytes(this.#image), this.#directory.header);
  }

  /** Lumps that do not lie in the file. */
  #cutToFile(): void {
    const lumps = this.#reader();
    for (const { index, offset, length, problem } of lumps.entries) {
      const name = LUMP_NAMES[index];
      if (problem === undefined || name === "LUMP_PAKFILE") continue;
      const room = lumps.storedPart(name).length;
      if (length > room && room > 0 && this.#isUsefulInPart(name)) {
        this.#directory.shorten(name, room);
        this.#shortened.add(name);
        const left = `${room} of ${length} bytes at ${offset} are there`;
        this.#note(name, "shortened", `${left}: ${problem}`);
      } else this.#drop(name, problem);
    }
  }

  /** Light is of use as far as it goes, if each face can be told so; game lumps are one by one. */
  #isUsefulInPart(name: LumpName): boolean {
    const { length, uncompressedLength } = this.#directory.header;
    const isStored = (lump: LumpName) => uncompressedLength[LUMP[lump]] === 0;
    if (!isStored(name)) return false;
    if (!isLighting(name)) return name === "LUMP_GAME_LUMP";
    const faces = this.#facesOf(name);
    const isShared = faces === "LUMP_FACES" && name === "LUMP_LIGHTING_HDR";
    return isStored(faces) && !(isShared && length[LUMP.LUMP_LIGHTING] > 0);
  }

  #facesOf(lighting: LightingLump) {
    const hasOwn = this.#directory.header.length[LUMP.LUMP_FACES_HDR] > 0;
    return lighting === "LUMP_LIGHTING_HDR" && hasOwn ? "LUMP_FACES_HDR" : "LUMP_FACES";
  }

  /** Whether anything was left out that was still there. */
  #leaveOut({ lost, lostGames }: MapLook): boolean {
    const { header } = this.#directory;
    const before = this.#changes.length;
    const isThere = (lump: LumpName) => header.length[LUMP[lump]] !== 0;
    for (const [lump, message] of lost) if (isThere(lump)) this.#drop(lump, message);
    // Each side's light is of its own faces' order.
    if (lost.has("LUMP_FACES") && isThere("LUMP_LIGHTING")) {
      this.#drop("LUMP_LIGHTING", "it is of no use without LUMP_FACES");
    }
    if (lost.has("LUMP_FACES_HDR") && isThere("LUMP_LIGHTING_HDR")) {
      this.#drop("LUMP_LIGHTING_HDR", "it is of no use without LUMP_FACES_HDR");
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

  /** Faces whose luxels went with the file's end. */
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

  /** Up to the last lump that is kept, and the pakfile behind it. */
  #finish(pakfile: PakfileRepair | null): Uint8Array {
    const { header } = this.#directory;
    const ends = LUMP_NAMES.map(
      (_, i) => (header.length[i] > 0 ? header.offset[i] : 0) + header.length[i],
    );
    const end = Math.max(BSP_HEADER_BYTES + (header.version === 27 ? 4 : 0), ...ends);
    const start = end + (-end & 3);
    if (pakfile !== null) {
      const { bytes, message } = pakfile;
      this.#note("LUMP_PAKFILE", bytes === null ? "dropped" : "rebuilt", message);
      if (bytes !== null) this.#directory.place("LUMP_PAKFILE", start, bytes.length);
    }
    const tail = pakfile?.bytes ? [new Uint8Array(start - end), pakfile.bytes] : [];
    const out = concatBytes([this.#image.subarray(0, end), ...tail]);
    checkReadAlike(out, header);
    return out;
  }
}

/** The order of a header's fields, and the dialect, are told by its lumps: those that are left say the same. */
function checkReadAlike(out: Uint8Array, header: BspHeader): void {
  const { headerOrder, dialect } = withDialect(parseBspHeader(out));
  const isAlike = headerOrder === header.headerOrder && dialect === header.dialect;
  if (isAlike) return;
  const expected = "lumps enough to tell the map's dialect by";
  throw bspError("unsupported", "header", 8, expected, `those of ${dialect?.name}, ${headerOrder}`);
}
