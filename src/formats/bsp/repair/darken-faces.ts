import { LUMP } from "../lumps.ts";
import type { BspHeader } from "../parse-bsp-header.ts";
import type { LumpReader } from "../read/lump-reader.ts";
import type { FaceLump } from "../read/read-faces.ts";
import { FACES } from "../records/faces.ts";
import type { Faces } from "../types.ts";

const NO_STYLE = 255;

/**
 * Makes the faces unlit, in an image, whose luxels are not there any more: else they would be read from
 * whatever lies behind the lump.
 *
 * @param faces as read with what is left of the lighting
 * @returns how many
 */
export function darkenFaces(
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
