import { takeApart } from "../../../../src/formats/bsp/write/convert/map-parts.ts";
import type { PlainMap } from "./write-dialect.ts";

const FACE_BYTES = 56;

/** A map of version 20 as `writeDialect` wants it, without its light for HDR, which some dialects have none of. */
export function plainMapOf(file: Uint8Array): PlainMap {
  const { parts, gameParts } = takeApart(file);
  const kept = parts.filter(({ slot }) => !slot.endsWith("_HDR") && slot !== "LUMP_GAME_LUMP");
  return {
    lumps: new Map(kept.map(({ slot, version, bytes }) => [slot, { version, bytes }])),
    gameLumps: gameParts,
  };
}

/** The same without primitives, by which water is cut up and faces meet: some dialects have none either. */
export function withoutPrimitives({ lumps, gameLumps }: PlainMap): PlainMap {
  const faces = lumps.get("LUMP_FACES")!;
  const bytes = faces.bytes.slice();
  for (let face = 0; face < bytes.length; face += FACE_BYTES) bytes.fill(0, face + 48, face + 52);
  return { lumps: new Map(lumps).set("LUMP_FACES", { ...faces, bytes }), gameLumps };
}
