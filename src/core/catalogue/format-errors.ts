import type { FormatErrorCode } from "../errors.ts";
import type { ErrorCase, ErrorRow } from "./error-row.ts";

/** A map as a whole, of a version of its own. */
const FOREIGN_MAP: ErrorCase = {
  match: /^BSP header .*: expected version (.+), found (.+) \[/,
  means: "This is a Source map of version $2, which is not read: maps of version $1 are.",
  remedy: "It may be sound: look which game it is from, and whether a newer visleaf reads it.",
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
    means: "The file does not begin as files of its kind do.",
    remedy:
      "Look at what it is: a saved web page, an archive that is to be unpacked first, or a file under a wrong name.",
    example: "VVD vertexFileHeader_t at byte 0: expected IDSV, found IDST [bad-magic]",
    cases: [
      {
        match: /, found a VPK archive \[/,
        means: "This is a VPK archive, which holds what maps need.",
        remedy: "Use it as content, and open the map that it belongs to, or one out of it.",
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
        remedy: "Look at where it is from, and get the map itself.",
        example: "BSP header at byte 0: expected VBSP or PSBV, found a web page [bad-magic]",
      },
      {
        match: /^BSP header /,
        means: "This is not a compiled Source map (.bsp), nor an archive with one.",
        remedy: "Look at where it is from: it may be another kind of file under a wrong name.",
        example:
          'BSP header at byte 0: expected VBSP or PSBV, found "\\u0000\\u0000\\u0000\\u0000" [bad-magic]',
      },
    ],
  },
  "bad-version": {
    means:
      "The file is of the kind that its first bytes say, in a version that no reader here knows.",
    remedy: "It may be sound: look which game it is from, and whether a newer visleaf reads it.",
    example: "MDL studiohdr_t at byte 4: expected version 44 to 49, found 99 [bad-version]",
    cases: [FOREIGN_MAP],
  },
  truncated: {
    means: "The file ends too early: the bytes end before the data do.",
    remedy:
      "Get the file again, for a download or an upload was cut short; of a map, `visleaf repair` keeps what is there.",
    example:
      "BSP LUMP_PLANES at byte 24: expected an end within 1100 bytes, found 1240 + 280 [truncated]",
    cases: [
      {
        match: /, found an empty file \[/,
        means: "There is nothing in the file.",
        remedy: "Get it again: its download or its upload may never have begun.",
        example: "BSP header at byte 0: expected a map, found an empty file [truncated]",
      },
    ],
  },
  "bad-count": {
    means:
      "A count or a length is negative, larger than the bytes that are there, or no whole number of records.",
    remedy: "Get the file again: it is damaged, or was written by a faulty tool.",
    example: "BSP LUMP_PLANES at byte 24: expected a length of 0 or more, found -4 [bad-count]",
  },
  "bad-offset": {
    means: "An offset leads out of the file, or out of the part of it that it should lie in.",
    remedy: "Get the file again: its directory is damaged, or was written by a faulty tool.",
    example: "BSP LUMP_PLANES at byte 24: expected an offset from 1036, found 100 [bad-offset]",
  },
  "bad-index": {
    means: "A record points past the end of the table that it points into.",
    remedy: "Get the file again, or compile it anew: its parts are not of one whole.",
    example:
      "BSP LUMP_EDGES at byte 3436: expected vertex of row 1 from 0 to below 44 (vertexes), found 44 [bad-index]",
  },
  "bad-value": {
    means: "A value is none that the format allows, such as a position that is not a number.",
    remedy: "Get the file again, or compile it anew.",
    example:
      "BSP LUMP_PLANES at byte 1240: expected a finite normal in row 0, found NaN [bad-value]",
  },
  cycle: {
    means:
      "References lead back to where they came from, as a node of a tree that is its own child.",
    remedy: "Get the file again, or compile it anew: nothing that compilers write is so.",
    example:
      "BSP LUMP_NODES at byte 2200: expected one parent of node 3, found nodes 0 and 2 [cycle]",
  },
  mismatch: {
    means:
      "Files or tables that belong together do not fit each other, as a model's .mdl and .vvd.",
    remedy: "Take all of them from one place: one of them is of another build.",
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
      "It may be damaged, or made to cost much: leave it, or, if you trust it, raise the limit that is named (`--limit NAME=NUMBER`, docs/limits.md).",
    example:
      "BSP LUMP_FACES at byte 0: expected at most 43 face edges from 11638 bytes, packed and unpacked, found 44 [too-large]",
  },
  syntax: {
    means: "Text does not follow its grammar.",
    remedy: "Look at the line that is named: most often a quote or a brace is missing.",
    example: "VMF world at line 1: expected a } that closes the block, found the end [syntax]",
  },
  unsupported: {
    means: "The file is sound as far as can be told, but of a kind that is not read.",
    remedy: "Convert it, or ask for it: which games' files are read is in docs/formats.md.",
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
        means: "The archive is packed in a way that is not read.",
        remedy: "Pack it as a plain zip, without a password.",
        example: "ZIP a.txt at byte 0: expected method 0, 8 or 14, found 9 [unsupported]",
      },
    ],
  },
};
