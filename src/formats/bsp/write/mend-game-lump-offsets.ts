/**
 * Corrects the directory of game lumps after the lump was moved. In most maps the offsets count
 * from the file's start.
 */

import { assert } from "../../../core/errors.ts";
import { bspError } from "../bsp-error.ts";
import type { GameLumpForm } from "../dialect.ts";
import { LUMP } from "../lumps.ts";
import type { BspHeader } from "../parse-bsp-header.ts";
import { gameLumpBase } from "../read/read-game-lumps.ts";

/**
 * Adjusts offsets that count from the file's start. Those of console maps count from the lump's
 * start and are kept. The last entry of compressed game lumps has no id, but a normal offset.
 *
 * @param lump LUMP_GAME_LUMP at its new place, modified in place
 * @param header header of the original file, with its dialect
 * @param offset new offset of the lump
 * @throws FormatError (BSP, `bad-count`) if the directory exceeds the lump
 */
export function mendGameLumpOffsets(lump: Uint8Array, header: BspHeader, offset: number): void {
  const { dialect, endian } = header;
  assert(dialect, "the map's dialect was not detected");
  const little = endian === "little";
  const slot = LUMP.LUMP_GAME_LUMP;
  const was = header.length[slot] > 0 ? header.offset[slot] : 0;
  const data = new DataView(lump.buffer, lump.byteOffset, lump.byteLength);
  const count = lump.length >= 4 ? data.getInt32(0, little) : -1;
  const form = findForm(data, count, dialect.gameLumpForms, little);
  if (form === null) {
    const expected = "a directory of game lumps that can be moved";
    throw bspError("bad-count", "LUMP_GAME_LUMP", was, expected, count);
  }
  const startOf = (at: number) => data.getInt32(at + form.offset, little);
  const places = Array.from({ length: count }, (_, i) => 4 + i * form.bytes);
  const directory = places.map((at) => ({ offset: startOf(at) }));
  const isOfFile = gameLumpBase(directory, { offset: was, length: lump.length }) === was;
  if (!isOfFile) return;
  for (const at of places) {
    const start = startOf(at);
    // An empty game lump may begin where the last one ends.
    if (start < was || start > was + lump.length) continue;
    data.setInt32(at + form.offset, start - was + offset, little);
  }
}

/**
 * Returns the first form in which all ids are four letters, as in the reader; if there is only one
 * form, that one.
 */
function findForm(
  data: DataView,
  count: number,
  forms: readonly GameLumpForm[],
  little: boolean,
): GameLumpForm | null {
  const fitting = forms.filter(({ bytes }) => count >= 0 && 4 + count * bytes <= data.byteLength);
  const isNamed = (form: GameLumpForm) => {
    let named = 0;
    for (let at = 4; at < 4 + count * form.bytes; at += form.bytes) {
      const id = data.getInt32(at + form.id, little);
      if (id === 0) continue;
      if (!/^[ -~]{4}$/.test(lettersOf(id))) return false;
      if (data.getInt32(at + form.offset, little) < 0) return false;
      if (data.getInt32(at + form.offset + 4, little) < 0) return false;
      named++;
    }
    return named > 0;
  };
  if (forms.length === 1 || count === 0) return fitting[0] ?? null;
  return fitting.find(isNamed) ?? null;
}

const lettersOf = (id: number): string =>
  String.fromCharCode(id >>> 24, (id >>> 16) & 255, (id >>> 8) & 255, id & 255);
