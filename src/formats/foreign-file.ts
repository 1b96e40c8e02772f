/**
 * What a file is that is no map, as far as its first bytes tell: for the error that refuses it. By
 * itself, so that only who meets such a file fetches it.
 */

import { FormatError } from "../core/errors.ts";

/** Enough for a web page behind a comment. */
const LOOKED_AT = 512;

/** What files begin with, the first that fits; a character stands for a byte. */
const MAGICS: readonly (readonly [string, string])[] = [
  ["\x89PNG", "a PNG picture"],
  ["\xff\xd8\xff", "a JPEG picture"],
  ["GIF8", "a GIF picture"],
  ["RIFF", "a sound or a film"],
  ["ID3", "a sound (MP3)"],
  ["OggS", "a sound (Ogg)"],
  ["MZ", "a program (.exe or .dll)"],
  ["Rar!", "a RAR archive"],
  ["7z\xbc\xaf", "a 7z archive"],
  ["\x1f\x8b", "a gzip archive"],
  ["\x34\x12\xaa\x55", "a VPK archive"],
  ["VTF\0", "a texture (VTF)"],
  ["IDST", "a model (MDL)"],
  ["IDSV", "a model's vertices (VVD)"],
  ["HL2DEMO\0", "a demo recording (.dem)"],
  ["\xce\xfa\xed\xfe", "a navigation mesh (.nav)"],
  // The first games of the family: their maps begin with the version.
  ["\x1d\0\0\0", "a map of Quake (version 29)"],
  ["\x1e\0\0\0", "a map of Half-Life or another GoldSrc game (version 30)"],
  ["IBSP\x26\0\0\0", "a map of Quake II (IBSP)"],
  ["IBSP", "a map of Quake III or a game on its engine (IBSP)"],
  ["rBSP", "a map of Titanfall or Apex Legends (rBSP)"],
  ["\xff\xfe", "text"],
  ["\xfe\xff", "text"],
];

/** Of text, what it begins with behind spaces. */
const TEXTS: readonly (readonly [RegExp, string])[] = [
  [/^(<!--[\s\S]*?-->\s*)?<(!doctype html|html|head|body)\b/i, "a web page"],
  [/^"?(versioninfo|world)"?\s*\{/i, "a map's source (VMF)"],
];

const UTF8_MARK = "\xef\xbb\xbf";

/** An error of a map's reader, in better words where it is that this is no map. */
export function explainBadMagic(error: unknown, bytes: Uint8Array): unknown {
  if (!(error instanceof FormatError) || error.code !== "bad-magic") return error;
  const found = describeForeignFile(bytes);
  return found === null ? error : new FormatError({ ...error.toJSON(), found });
}

/** A few words, or null where its first bytes say nothing. */
export function describeForeignFile(bytes: Uint8Array): string | null {
  const start = bytes.subarray(0, LOOKED_AT);
  const characters = String.fromCharCode(...start);
  const magic = MAGICS.find(([magic]) => characters.startsWith(magic));
  if (magic || !isText(start)) return magic?.[1] ?? null;
  const text = characters
    .slice(characters.startsWith(UTF8_MARK) ? UTF8_MARK.length : 0)
    .trimStart();
  return TEXTS.find(([pattern]) => pattern.test(text))?.[1] ?? "text";
}

/** No control characters but tabs and line ends, and something else than spaces. */
function isText(bytes: Uint8Array): boolean {
  const isPlain = bytes.every((byte) => byte >= 0x20 || (byte >= 0x09 && byte <= 0x0d));
  return isPlain && bytes.some((byte) => byte > 0x20);
}
