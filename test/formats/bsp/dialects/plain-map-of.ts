import { takeApart } from "../../../../src/formats/bsp/write/convert/map-parts.ts";
import type { PlainMap } from "./write-dialect.ts";

const FACE_BYTES = 56;

/**
 * Converts a file to the map of version 20 that `writeDialect` takes, without HDR light, which some
 * dialects lack.
 */
export function plainMapOf(file: Uint8Array): PlainMap {
  const { parts, gameParts } = takeApart(file);
  const kept = parts.filter(({ slot }) => !slot.endsWith("_HDR") && slot !== "LUMP_GAME_LUMP");
  return {
    lumps: new Map(kept.map(({ slot, version, bytes }) => [slot, { version, bytes }])),
    gameLumps: gameParts,
  };
}

/** Returns the map without primitives (water and T-junctions), which some dialects lack. */
export function withoutPrimitives({ lumps, gameLumps }: PlainMap): PlainMap {
  const faces = lumps.get("LUMP_FACES")!;
  const bytes = faces.bytes.slice();
  for (let face = 0; face < bytes.length; face += FACE_BYTES) bytes.fill(0, face + 48, face + 52);
  return { lumps: new Map(lumps).set("LUMP_FACES", { ...faces, bytes }), gameLumps };
}
