import type { FormatErrorCode } from "../errors.ts";
import type { ErrorCase, ErrorRow } from "./error-row.ts";

/** A map as a whole, of a version of its own. */
const FOREIGN_MAP: ErrorCase = {
  match: /^BSP header .*: expected version (.+), found (.+) \[/,
  means: "This is a Source map of version $2, which is not read: maps of version $1 are.",
  remedy: "The file may be sound: check which game it is from, and try a newer visleaf.",
  example: "BSP header at byte 4: expected version 17 to 25 or 27, found 99 [bad-version]",
};

const DAMAGED_ARCHIVE = {
  match: /^(?:ZIP|LZMA) /,
  means: "The archive is damaged, or its download was cut short.",
  remedy: "Get it again.",
};

/** Of each code the example is what the reader says of a small made file: `test/core/catalogue`. */
export const FORMAT_ERRORS: Readonly<Record<FormatErrorCode, ErrorRow>> = {
  "bad-magic": {
    means: "The file does not start with the signature of its format.",
    remedy:
      "Check what the file is: a saved web page, an archive to unpack first, or a file with a wrong name.",
    example: "VVD vertexFileHeader_t at byte 0: expected IDSV, found IDST [bad-magic]",
    cases: [
      {
        match: /, found a VPK archive \[/,
        means: "This is a VPK archive of game content.",
        remedy: "Use it as content for a map, or open a map inside it.",
        example: "BSP header at byte 0: expected VBSP or PSBV, found a VPK archive [bad-magic]",
      },
      {
        match: /, found (.+ archive) \[/,
        means: "This is $1, which is not read.",
        remedy: "Unpack it, and open the map that is in it.",
        example: "BSP header at byte 0: expected VBSP or PSBV, found a RAR archive [bad-magic]",
      },
      {
        ...DAMAGED_ARCHIVE,
        example:
          "ZIP end of central directory at byte 178: expected an end of central directory record, found none [bad-magic]",
      },
      {
        match: /^BSP header .*, found ([^"].*) \[/,
        means: "This is $1, not a compiled Source map (.bsp), nor an archive with one.",
        remedy: "Download the map itself.",
        example: "BSP header at byte 0: expected VBSP or PSBV, found a web page [bad-magic]",
      },
      {
        match: /^BSP header /,
        means: "This is not a compiled Source map (.bsp), nor an archive with one.",
        remedy: "Check where it is from: it may be another kind of file with a wrong name.",
        example:
          'BSP header at byte 0: expected VBSP or PSBV, found "\\u0000\\u0000\\u0000\\u0000" [bad-magic]',
      },
    ],
  },
  "bad-version": {
    means: "The format is known, but this version of it is not supported.",
    remedy: "The file may be sound: check which game it is from, and try a newer visleaf.",
    example: "MDL studiohdr_t at byte 4: expected version 44 to 49, found 99 [bad-version]",
    cases: [FOREIGN_MAP],
  },
  truncated: {
    means: "The file ends before its data does.",
    remedy:
      "Get the file again: the transfer was cut short. `visleaf repair` saves the rest of a map.",
    example:
      "BSP LUMP_PLANES at byte 24: expected an end within 1100 bytes, found 1240 + 280 [truncated]",
    cases: [
      {
        match: /, found an empty file \[/,
        means: "The file is empty.",
        remedy: "Get it again.",
        example: "BSP header at byte 0: expected a map, found an empty file [truncated]",
      },
    ],
  },
  "bad-count": {
    means: "A count or length is negative, exceeds the file, or is not a whole number of records.",
    remedy: "Get the file again: it is damaged, or a faulty tool wrote it.",
    example: "BSP LUMP_PLANES at byte 24: expected a length of 0 or more, found -4 [bad-count]",
  },
  "bad-offset": {
    means: "An offset points outside the file or outside its section.",
    remedy: "Get the file again: its directory is damaged, or a faulty tool wrote it.",
    example: "BSP LUMP_PLANES at byte 24: expected an offset from 1036, found 100 [bad-offset]",
  },
  "bad-index": {
    means: "An index points past the end of its table.",
    remedy: "Get the file again or recompile it: its parts do not belong together.",
    example:
      "BSP LUMP_EDGES at byte 3436: expected vertex of row 1 from 0 to below 44 (vertexes), found 44 [bad-index]",
  },
  "bad-value": {
    means: "A value is not allowed by the format, such as a position that is not a number.",
    remedy: "Get the file again or recompile it.",
    example:
      "BSP LUMP_PLANES at byte 1240: expected a finite normal in row 0, found NaN [bad-value]",
  },
  cycle: {
    means: "References form a cycle, such as a tree node that is its own child.",
    remedy: "Get the file again or recompile it: compilers do not write this.",
    example:
      "BSP LUMP_NODES at byte 2200: expected one parent of node 3, found nodes 0 and 2 [cycle]",
  },
  mismatch: {
    means: "Files or tables that belong together do not match, such as a model's .mdl and .vvd.",
    remedy: "Take all files from the same build.",
    example:
      "BSP LUMP_DISPINFO at byte 3904: expected displacement 0 on face 0, found -1 [mismatch]",
    cases: [
      {
        ...DAMAGED_ARCHIVE,
        example: "ZIP a.txt at byte 0: expected 300 stored bytes, found 200 [mismatch]",
      },
    ],
  },
  "too-large": {
    means: "Opening the file would cost more time or memory than a file of its size should.",
    remedy:
      "It may be damaged or malicious. If you trust it, raise the limit in the message (`--limit NAME=NUMBER`, docs/limits.md).",
    example:
      "BSP LUMP_FACES at byte 0: expected at most 43 face edges from 11638 bytes, packed and unpacked, found 44 [too-large]",
  },
  syntax: {
    means: "The text is not valid in its format.",
    remedy: "Check the line in the message: usually a quote or a brace is missing.",
    example: "VMF world at line 1: expected a } that closes the block, found the end [syntax]",
  },
  unsupported: {
    means: "The file looks sound but is of an unsupported kind.",
    remedy: "Convert it, or request support: docs/formats.md lists what is read.",
    example:
      "MDL studiohdr_t at byte 4: expected version 44 to 49, found 10 (Half-Life and its kin) [unsupported]",
    cases: [
      {
        ...FOREIGN_MAP,
        example:
          "BSP header at byte 4: expected version 17 to 25 or 27, found 29 (Titanfall) [unsupported]",
      },
      {
        match: /^(ZIP|LZMA) /,
        means: "The archive uses an unsupported compression or encryption.",
        remedy: "Pack it as a plain zip, without a password.",
        example: "ZIP a.txt at byte 0: expected method 0, 8 or 14, found 9 [unsupported]",
      },
    ],
  },
};
