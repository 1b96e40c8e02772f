import { writeRecords } from "../../../formats/binary/write-records.ts";
import { CUBEMAPS } from "../../../formats/bsp/layouts/detail-layouts.ts";
import type { Cubemaps } from "../../../formats/bsp/types.ts";
import type { MapLump } from "../../types.ts";
import { classOf, type EntityKeys, entityError, readInteger, readVector } from "./entity-values.ts";

/** 2^(size - 1) texels; Hammer offers up to 256, the record's byte is far from its end then. */
const MAX_SIZE = 13;

/**
 * LUMP_CUBEMAPS: where the map's `env_cubemap` entities stand, in whole inches, cut towards zero: the
 * file names of the pictures are made from these numbers. Throws FormatError.
 */
export function buildCubemaps(entities: readonly EntityKeys[]): MapLump {
  const cubemaps = entities.filter((entity) => classOf(entity) === "env_cubemap");
  const size = Int32Array.from(cubemaps, (entity) => {
    const value = readInteger(entity, "cubemapsize", 0);
    if (value >= 0 && value <= MAX_SIZE) return value;
    throw entityError(entity, `a "cubemapsize" of 0 to ${MAX_SIZE}`, String(value));
  });
  const origin = Int32Array.from(cubemaps.flatMap((entity) => readVector(entity, "origin")));
  const bytes = writeRecords<Omit<Cubemaps, "count">>(
    { count: cubemaps.length, origin, size },
    CUBEMAPS[0],
  );
  return { version: 0, bytes };
}
