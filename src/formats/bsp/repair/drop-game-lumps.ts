import type { Dialect } from "../dialects/dialect.ts";
import { LUMP } from "../lumps.ts";
import type { BspHeader } from "../parse-bsp-header.ts";

/**
 * Takes game lumps out of the directory of an image, in place: the entries behind move up, and no
 * byte that they name does, for they count from the file's start.
 *
 * @param ids by four letters
 */
export function dropGameLumps(
  image: Uint8Array,
  header: BspHeader,
  { gameLumpForms }: Dialect,
  entryBytes: number,
  ids: ReadonlySet<string>,
): void {
  const start = header.offset[LUMP.LUMP_GAME_LUMP];
  const view = new DataView(image.buffer, image.byteOffset + start);
  const little = header.endian === "little";
  const form = gameLumpForms.find(({ bytes }) => bytes === entryBytes) ?? gameLumpForms[0];
  const count = view.getInt32(0, little);
  let kept = 0;
  for (let row = 0; row < count; row++) {
    const at = 4 + row * form.bytes;
    const id = view.getInt32(at + form.id, little);
    const letters = [id >>> 24, (id >>> 16) & 255, (id >>> 8) & 255, id & 255];
    if (ids.has(String.fromCharCode(...letters))) continue;
    const to = start + 4 + kept * form.bytes;
    image.copyWithin(to, start + at, start + at + form.bytes);
    kept++;
  }
  image.fill(0, start + 4 + kept * form.bytes, start + 4 + count * form.bytes);
  view.setInt32(0, kept, little);
}
