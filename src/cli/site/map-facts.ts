/** Reads what a gallery says about a map from its header and its entities alone. */

import { findCredits, type MapCredits } from "../../analysis/content/credits.ts";
import type { ByteSource } from "../../content/bytes/byte-source.ts";
import { LUMP } from "../../formats/bsp/lumps.ts";
import { parseEntities } from "../../formats/bsp/read/parse-entities.ts";
import { decompressValveLzma } from "../../formats/lzma/valve-lzma.ts";
import { isValveLzma } from "../../formats/lzma/valve-lzma-header.ts";
import { openBsp } from "../../scene/open/read-map.ts";

export interface MapFacts extends MapCredits {
  readonly version: number;
  readonly mapRevision: number;
  readonly entityCount: number;
  /** Number of entities at which players start. */
  readonly spawnCount: number;
}

const SPAWN = /^info_(?:player_|deathmatch|coop|survivor)/i;

/** @throws FormatError if the file is no map */
export async function readMapFacts(file: ByteSource): Promise<MapFacts> {
  const { source, header, ledger } = await openBsp(file, "hdr");
  const slot = LUMP.LUMP_ENTITIES;
  const offset = Math.min(header.offset[slot], source.byteLength);
  const byteLength = Math.min(header.length[slot], source.byteLength - offset);
  const stored = await source.read(offset, byteLength);
  const bytes = isValveLzma(stored)
    ? decompressValveLzma(stored, header.uncompressedLength[slot], "LUMP_ENTITIES")
    : stored;
  const entities = parseEntities(new TextDecoder().decode(bytes), ledger);
  const isSpawn = (name: string | undefined) => name !== undefined && SPAWN.test(name);
  return {
    ...findCredits(entities),
    version: header.version,
    mapRevision: header.mapRevision,
    entityCount: entities.length,
    spawnCount: entities.filter((entity) => isSpawn(entity.get("classname"))).length,
  };
}
