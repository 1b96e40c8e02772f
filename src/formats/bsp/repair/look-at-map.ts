/** Reads a whole map to find its damaged lumps. */

import { Diagnostics } from "../../../core/diagnostics.ts";
import { FormatError } from "../../../core/errors.ts";
import { Ledger } from "../../../core/ledger.ts";
import type { Limits } from "../../../core/limits.ts";
import { LUMP_NAMES, type LumpName } from "../lumps.ts";
import type { BspHeader } from "../parse-bsp-header.ts";
import { readWorld } from "../parse-world.ts";
import { LumpReader } from "../read/lump-reader.ts";
import { readBrushes } from "../read/read-brushes.ts";
import { readDetailLumps, readSideLights } from "../read/read-details.ts";
import { readGameLump } from "../read/read-game-lumps.ts";
import { readLumpTables } from "../tables/read-lump-tables.ts";
import type { BspDetails, BspWorld } from "../types.ts";
import { wholeBytes } from "../whole-bytes.ts";

/** Error codes that do not mean damage: too costly, or not supported. */
const NO_DAMAGE: readonly string[] = ["too-large", "unsupported"];

const isDamage = (error: unknown): error is FormatError =>
  error instanceof FormatError && !NO_DAMAGE.includes(error.code);

/**
 * Lump reader that records which lumps were left out completely. Warnings do not distinguish that
 * from a damaged part.
 */
class WatchedLumps extends LumpReader {
  /** Error of each lump that was left out, by the lump that was requested. */
  readonly lost = new Map<LumpName, FormatError>();

  override optional<T>(name: LumpName, read: () => T, missing: T): T {
    const watched = () => {
      try {
        return read();
      } catch (error) {
        if (isDamage(error) && !this.lost.has(name)) this.lost.set(name, error);
        throw error;
      }
    };
    return super.optional(name, watched, missing);
  }
}

/** Lumps of the map's brushes. Each is useless without the others. */
export const BRUSH_LUMPS: readonly LumpName[] = [
  "LUMP_BRUSHES",
  "LUMP_BRUSHSIDES",
  "LUMP_LEAFBRUSHES",
];

export interface MapLook {
  readonly world: BspWorld;
  /** Lumps that cannot be used at all, with the error. */
  readonly lost: ReadonlyMap<LumpName, string>;
  /** Game lumps that cannot be used at all, with the error, by their four letters. */
  readonly lostGames: ReadonlyMap<string, string>;
  /** Other warnings: lumps with damaged parts. */
  readonly worn: ReadonlyMap<LumpName, string>;
}

/** Reads all lumps except the pakfile. Throws FormatError if the world cannot be read. */
export function lookAtMap(bytes: Uint8Array, header: BspHeader, limits?: Limits): MapLook {
  const ledger = new Ledger(limits);
  ledger.addInput(bytes.length);
  const diagnostics = new Diagnostics();
  const file = wholeBytes(bytes);
  const lumps = new WatchedLumps(file, header, diagnostics, ledger);
  const world = readWorld(lumps, header);
  for (const side of ["ldr", "hdr"] as const) {
    if (world[side]) readSideLights(lumps, side, world.leafs.count);
  }
  const details = readDetailLumps(lumps, world);
  readBrushes(file, header, world, diagnostics, ledger);

  const lost = new Map<LumpName, string>();
  for (const [name, error] of lumps.lost) {
    if (name === "LUMP_GAME_LUMP" && lumps.entry(name).records >= 0) continue;
    // The error may be of another lump that is read together with this one.
    const other = LUMP_NAMES.find((lump) => lump === error.where);
    lost.set(other ?? name, error.message);
  }
  const worn = listWarnings(diagnostics);
  for (const name of ["LUMP_FACES", "LUMP_FACES_HDR"] as const) {
    const message = worn.get(name);
    if (message !== undefined) lost.set(name, message);
  }
  const brushes = worn.get("LUMP_BRUSHES");
  if (brushes !== undefined) for (const name of BRUSH_LUMPS) lost.set(name, brushes);
  for (const [name, message] of listUnread(lumps, header)) lost.set(name, message);
  return { world, lost, lostGames: listLostGames(lumps, details), worn };
}

function listWarnings(diagnostics: Diagnostics): Map<LumpName, string> {
  const ofDamage = diagnostics.warnings.filter(({ code }) => code === "damaged-section");
  return new Map(ofDamage.map(({ subject, message }) => [subject as LumpName, message]));
}

/** Lists lumps that the readers of a map skip and that cannot be read as tables. */
function* listUnread(lumps: WatchedLumps, header: BspHeader): Generator<[LumpName, string]> {
  for (const { index, length, records } of lumps.entries) {
    const name = LUMP_NAMES[index];
    if (length === 0 || records >= 0 || name === "LUMP_PAKFILE") continue;
    try {
      readLumpTables(lumps, name, header);
    } catch (error) {
      if (isDamage(error)) yield [name, error.message];
      else if (!(error instanceof FormatError)) throw error;
    }
  }
}

/** Lists game lumps that are outside the lump or that their readers rejected. */
function listLostGames(lumps: WatchedLumps, details: BspDetails): Map<string, string> {
  const lost = new Map<string, string>();
  const { staticProps, detailProps, detailLights } = details;
  const read = new Map<string, unknown>([
    ["sprp", staticProps],
    ["dprp", detailProps],
    ["dplt", detailLights.ldr],
    ["dplh", detailLights.hdr],
  ]);
  const why = lumps.lost.get("LUMP_GAME_LUMP")?.message ?? "it cannot be read";
  for (const entry of details.gameLumps) {
    try {
      readGameLump(lumps, details.gameLumps, entry);
      if (read.get(entry.id) === null && lumps.lost.has("LUMP_GAME_LUMP")) lost.set(entry.id, why);
    } catch (error) {
      if (isDamage(error)) lost.set(entry.id, error.message);
      else if (!(error instanceof FormatError)) throw error;
    }
  }
  return lost;
}
