/**
 * Builds Zeno Clash's static props in the list order of the public reader BSPSource, in a generated
 * map.
 */

import { ByteWriter } from "../byte-writer.ts";
import { writeDialect } from "../dialects/write-dialect.ts";
import { makeBspLumps } from "../make-bsp.ts";

export interface ZenoOptions {
  readonly paths?: readonly string[];
  readonly leafs?: readonly number[];
  readonly props?: number;
}

/** `sprp` of version 7. */
export function makeZenoProps({ paths = [], leafs = [1, 2], props = 2 }: ZenoOptions): Uint8Array {
  const out = new ByteWriter().i32(1).text("models/crate.mdl", 128).i32(paths.length);
  for (const path of paths) out.text(path, 128);
  out
    .i32(leafs.length)
    .i16(...leafs)
    .i32(props);
  for (let i = 0; i < props; i++) {
    out
      .f32(64 + 128 * i, 64, 0, 10, 20, 30)
      .i16(0, i, 1)
      .u8(6, 1)
      .i32(i);
    out
      .f32(100, 200, 4, 5, 6, 0.5)
      .i16(80, 90)
      .i32(0x0a0b0c00 + i);
  }
  return out.done();
}

/** Writes a map of version 20, as all of that game's maps, with these props. */
export const writeZenoMap = (sprp: Uint8Array): Uint8Array =>
  writeDialect(
    "dota2-22",
    { version: 20, lumps: {} },
    { lumps: makeBspLumps(), gameLumps: [{ id: "sprp", version: 7, bytes: sprp }] },
  );
