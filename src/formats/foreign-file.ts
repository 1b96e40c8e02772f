/**
 * Identifies files that are not maps by their first bytes, for error messages. In a separate file,
 * so that its code is only loaded when needed. Maps of other engines are identified like in the
 * public reader bsp_tool.
 */

import { FormatError } from "../core/errors.ts";

/** Bytes to inspect: enough for a web page after a comment. */
const LOOKED_AT = 512;

const VPK = "a VPK archive";

/** First bytes of file types, one character a byte. The first match counts. */
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
  ["\x34\x12\xaa\x55", VPK],
  ["VTF\0", "a texture (VTF)"],
  ["IDST", "a model (MDL)"],
  ["IDSV", "a model's vertices (VVD)"],
  ["HL2DEMO\0", "a demo recording (.dem)"],
  ["\xce\xfa\xed\xfe", "a navigation mesh (.nav)"],
  // Maps of the engine's predecessors begin with the version.
  ["\x1d\0\0\0", "a map of Quake (version 29)"],
  ["\x1e\0\0\0", "a map of Half-Life or another GoldSrc game (version 30)"],
  ["\x2a\0\0\0", "a map of James Bond 007: Nightfire (version 42)"],
  ["BSP2", "a map of Quake in wider records (BSP2)"],
  ["2PSB", "a map of Quake in wider records (2PSB)"],
  [" 46Q", "a map of Quake 64"],
  ["IBSP\x26\0\0\0", "a map of Quake II (IBSP)"],
  ["QBSP\x26\0\0\0", "a map of Quake II in wider records (QBSP)"],
  ["IBSP\x29\0\0\0", "a map of Daikatana (IBSP 41)"],
  ["IBSP\x2f\0\0\0", "a map of Return to Castle Wolfenstein or Enemy Territory (IBSP 47)"],
  ["IBSP\x3a\0\0\0", "a map of Call of Duty (IBSP 58)"],
  ["IBSP\x3b\0\0\0", "a map of Call of Duty (IBSP 59)"],
  ["IBSP\x04\0\0\0", "a map of Call of Duty 2 (IBSP 4)"],
  ["IBSP\x16\0\0\0", "a map of Call of Duty 4 (IBSP 22)"],
  ["IBSP", "a map of Quake III or a game on its engine (IBSP)"],
  ["RBSP\x01\0\0\0", "a map of Jedi Knight, Soldier of Fortune II or SiN (RBSP)"],
  ["FBSP\x01\0\0\0", "a map of Warsow (FBSP)"],
  ["FAKK", "a map of Heavy Metal: F.A.K.K. 2 or Alice (FAKK)"],
  ["2015\x12\0\0\0", "a map of Medal of Honor: Allied Assault (2015)"],
  ["2015\x13\0\0\0", "a map of Medal of Honor: Allied Assault (2015)"],
  ["EALA\x15\0\0\0", "a map of Medal of Honor: Breakthrough (EALA)"],
  ["EF2!\x14\0\0\0", "a map of Star Trek: Elite Force II (EF2!)"],
  ["\0\0\0\0\x1c\0\0\0\x01\0\0\0GBSP", "a map of Genesis3D (GBSP)"],
  ["rBSP", "a map of Titanfall or Apex Legends (rBSP)"],
  ["PSBr", "a map of Titanfall for the Xbox 360 (PSBr)"],
  ["\xff\xfe", "text"],
  ["\xfe\xff", "text"],
];

/** Versions of `VBSP` that only one game uses and that are not supported. */
const GAMES_OF_VERSIONS: Readonly<Record<string, string>> = {
  29: "Titanfall",
  100: "Counter-Strike: Online 2",
};

/** Beginnings of text files, after white space. */
const TEXTS: readonly (readonly [RegExp, string])[] = [
  [/^(<!--[\s\S]*?-->\s*)?<(!doctype html|html|head|body)\b/i, "a web page"],
  [/^"?(versioninfo|world)"?\s*\{/i, "a map's source (VMF)"],
];

const UTF8_MARK = "\xef\xbb\xbf";

/**
 * Returns an error of a map reader with a better message if the file is not a map or belongs to
 * another game.
 */
export function explainBadMagic(error: unknown, bytes: Uint8Array): unknown {
  if (!(error instanceof FormatError)) return error;
  if (error.code === "bad-version") {
    const game = GAMES_OF_VERSIONS[error.found ?? ""];
    if (game === undefined) return error;
    const found = `${error.found} (${game})`;
    return new FormatError({ ...error.toJSON(), code: "unsupported", found });
  }
  const found = error.code === "bad-magic" ? describeForeignFile(bytes) : null;
  return found === null ? error : new FormatError({ ...error.toJSON(), found });
}

/** Returns a short description, or `null` if the first bytes are unknown. */
export function describeForeignFile(bytes: Uint8Array): string | null {
  const start = bytes.subarray(0, LOOKED_AT);
  const characters = String.fromCharCode(...start);
  const magic = MAGICS.find(([magic]) => characters.startsWith(magic));
  if (magic !== undefined) return magic[1] === VPK ? describeVpk(bytes) : magic[1];
  if (isSource2(start)) return "a compiled file of Source 2";
  if (!isText(start)) return null;
  const text = characters
    .slice(characters.startsWith(UTF8_MARK) ? UTF8_MARK.length : 0)
    .trimStart();
  return TEXTS.find(([pattern]) => pattern.test(text))?.[1] ?? "text";
}

/** Bytes to inspect of an archive's tree, which begins with the file extensions. */
const VPK_LOOKED_AT = 1 << 16;

/** Detects maps of Source 2, which are packed in separate archives. */
function describeVpk(bytes: Uint8Array): string {
  const tree = new TextDecoder("latin1").decode(bytes.subarray(12, VPK_LOOKED_AT));
  if (tree.includes("\0vmap_c\0") || tree.startsWith("vmap_c\0")) {
    return "a map of Source 2 (a VPK archive with a .vmap_c in it)";
  }
  return /(^|\0)v[a-z]+_c\0/.test(tree) ? "a VPK archive of Source 2" : VPK;
}

/**
 * Whether the file is a Source 2 resource. These have no magic number, only a header: the file's
 * length, two versions of which the first is 12, the offset of the block list, relative to this
 * word, and the number of blocks; then the block names.
 */
function isSource2(bytes: Uint8Array): boolean {
  if (bytes.length < 20) return false;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const name = String.fromCharCode(...bytes.subarray(16, 20));
  const blockCount = view.getUint32(12, true);
  return (
    view.getUint16(4, true) === 12 &&
    view.getUint32(8, true) === 8 &&
    blockCount > 0 &&
    blockCount <= 32 &&
    /^[A-Za-z0-9]{4}$/.test(name)
  );
}

/** Whether there are no control characters but tabs and line ends, and not only spaces. */
function isText(bytes: Uint8Array): boolean {
  const isPlain = bytes.every((byte) => byte >= 0x20 || (byte >= 0x09 && byte <= 0x0d));
  return isPlain && bytes.some((byte) => byte > 0x20);
}
