import { concatBytes } from "../../binary/encode-bytes.ts";
import { bspError } from "../bsp-error.ts";
import { withDialect } from "../dialects/index.ts";
import { LUMP_NAMES, type LumpName } from "../lumps.ts";
import { BSP_HEADER_BYTES, type BspHeader, parseBspHeader } from "../parse-bsp-header.ts";
import type { LumpDirectory } from "./lump-directory.ts";

/**
 * A map up to the last lump that is kept, and lumps that are made anew behind it, at multiples of four.
 *
 * @throws FormatError where what is left no longer tells how it is to be read
 */
export function finishMap(
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
    // The directory stands in the image, which the first part is a view of.
    directory.place(lump, start, bytes.length);
    parts.push(new Uint8Array(start - end), bytes);
    end = start + bytes.length;
  }
  const out = concatBytes(parts);
  checkReadAlike(out, header);
  return out;
}

/** The order of a header's fields, and the dialect, are told by its lumps: those that are left say the same. */
function checkReadAlike(out: Uint8Array, header: BspHeader): void {
  const { headerOrder, dialect } = withDialect(parseBspHeader(out));
  const isAlike = headerOrder === header.headerOrder && dialect === header.dialect;
  if (isAlike) return;
  const expected = "lumps enough to tell the map's dialect by";
  throw bspError("unsupported", "header", 8, expected, `those of ${dialect?.name}, ${headerOrder}`);
}
