/** Builds a map with a packed material that unpacks to a thousand times its size. */

import { deflateSync } from "fflate";
import { assembleBsp, makeBspLumps } from "../../formats/bsp/make-bsp.ts";
import { lzmaEntry, makeZip } from "../../formats/zip/make-zip.ts";

const NAME = "materials/brick/brickwall001a.vmt";

/** @param method how it is packed: 8 is deflate, 14 LZMA */
export function zipVmtBomb(byteLength = 2 ** 23, method: 8 | 14 = 8): Uint8Array {
  const text = new TextEncoder().encode(`LightmappedGeneric { ${"{}".repeat(byteLength / 2)} }`);
  const entry =
    method === 14
      ? lzmaEntry(NAME, text)
      : { name: NAME, data: deflateSync(text), method, byteLength: text.length };
  const lumps = makeBspLumps();
  lumps.set("LUMP_PAKFILE", { version: 0, bytes: makeZip([entry]) });
  return assembleBsp(lumps);
}
