import type { Fault } from "../../fault.ts";

const MAP = "convert/convert-map.test.ts";
const PHYSICS = "convert/swap-physics.test.ts";
const REPACK = "convert/repack-map.test.ts";
const OWN_PROPS = "convert/own-static-props.test.ts";
const FILLER = "convert/filler.test.ts";
const PROPS = "convert/convert-static-props.test.ts";
const OVERLAYS = "convert/convert-variable-overlays.test.ts";
const OUT_OF_DIALECTS = "convert/convert-dialects.test.ts";
const ZIP = "zip/repack-zip.test.ts";

export const CONVERT: readonly Fault[] = [
  {
    name: "numbers that share a word of collision data stay at its end in the other byte order",
    edits: [["out |= value << (isFromLowest ? high : low);", "out |= value << low;"]],
    caughtBy: [[PHYSICS, "swaps bit fields within a word from the other end"]],
  },
  {
    name: "faces without shadows have them in version 25",
    edits: [
      ["(value >>> PRIMITIVE_BITS === 0 ? 1 : 0)", "(value >>> PRIMITIVE_BITS === 0 ? 0 : 1)"],
    ],
    caughtBy: [[MAP, "version 25's wide records"]],
  },
  {
    name: "a leaf's area has a bit less in version 25",
    edits: [["WIDE_LEAF_FIELDS, { areaBits: 17 }", "WIDE_LEAF_FIELDS, { areaBits: 16 as never }"]],
    caughtBy: [[MAP, "version 25's wide records"]],
  },
  {
    name: "thin sides of brushes become bevels in version 20",
    edits: [
      ["hasThinSides(source) && !hasThinSides(target)", "hasThinSides(source) && target.isWide"],
    ],
    caughtBy: [[MAP, "clears thin flags that another version would read as bevel flags"]],
  },
  {
    name: "leafs of version 19 use the first of their ambient samples, not the nearest",
    edits: [
      [
        "if (distance >= least) continue;\n      least = distance;\n      nearest = sample;",
        "if (sample > first) continue;\n      least = distance;\n      nearest = sample;",
      ],
    ],
    caughtBy: [[MAP, "ambient light in the leafs of version 19"]],
  },
  {
    name: "the end of the last packed game lump is not recorded",
    edits: [["* GAME_ENTRY_BYTES + 8, base + at, little);", "* GAME_ENTRY_BYTES + 8, 0, little);"]],
    caughtBy: [[REPACK, "ends its packed game lumps with a nameless entry, little-endian:"]],
  },
  {
    name: "leaf indices of props stay short in version 25",
    edits: [
      [
        "const wanted = leafLayout(form.version >= WIDE_LEAFS_SINCE);",
        "const wanted = leafLayout(false);",
      ],
    ],
    caughtBy: [[PROPS, "become those of v25"]],
  },
  {
    name: "Black Mesa's props of 80 bytes are converted as CS:GO's",
    edits: [["isOfCsgo(records, littleEndian) ? layout : OF_MESA", "layout"]],
    caughtBy: [[OWN_PROPS, "report each lost field on a separate line"]],
  },
  {
    name: "Dear Esther's props sample their light at the world's origin",
    edits: [["wideFlags[prop] -= USE_LIGHTING_ORIGIN;", ""]],
    caughtBy: [[OWN_PROPS, "keep the fields that"]],
  },
  {
    name: "props of another game's layout stay in a map of the target's version",
    edits: [["map.gameParts?.some((part) => hasOwnProps(part, source))", "false"]],
    caughtBy: [
      [OWN_PROPS, "are rewritten in a map that already has the target's form, and become readable"],
    ],
  },
  {
    name: "an unpacked map keeps the padding of a packed one's lumps",
    edits: [["isUnpacked && shorter >= 0 ? shorter : longer", "longer"]],
    caughtBy: [[FILLER, "may be zeros longer than alignment needs"]],
  },
  {
    name: "a packed map ends at a multiple of four although the plain one does not",
    edits: [["=== 0 ? withZero(bytes) : bytes;", "=== 0 ? bytes : bytes;"]],
    caughtBy: [[FILLER, "after the last lump are restored for any lump length:"]],
  },
  {
    name: "files of a console's archive are left out if a repeated length leads past them",
    edits: [["(isLast || !isNext(without))", "(isLast || isNext(stated))"]],
    caughtBy: [["zip/align-zip.test.ts", "leads to a later header"]],
  },
  {
    name: "unpacked files of a zip say that sizes follow their data",
    edits: [["view.getUint16(at + 2, true) & ~CODING_FLAGS", "view.getUint16(at + 2, true)"]],
    caughtBy: [[ZIP, "writes sizes and checksum before the data if they were behind"]],
  },
  {
    name: "mean colours of a face's styles come in their order",
    edits: [
      [
        "for (let style = styles[face] - 1; style >= 0; style--, at += LUXEL_BYTES)",
        "for (let style = 0; style < styles[face]; style++, at += LUXEL_BYTES)",
      ],
    ],
    caughtBy: [
      [
        OUT_OF_DIALECTS,
        "stores average colours before the luxels and drops light styles from the fifth on",
      ],
    ],
  },
  {
    name: "bits of a dialect's leafs are read by the target's layout",
    edits: [["[from.areaBits ?? 9, to.areaBits ?? 9]", "[to.areaBits ?? 9, to.areaBits ?? 9]"]],
    caughtBy: [[OUT_OF_DIALECTS, "areas and flags of Vindictus' leafs"]],
  },
  {
    name: "a map of Vindictus is taken for one of version 20 by its number",
    edits: [["map.lumps.dialect === STANDARD &&", "map.lumps !== null &&"]],
    caughtBy: [[OUT_OF_DIALECTS, "is rewritten even if its version number stays the same"]],
  },
  {
    name: "Dark Messiah's version is read as one number of 32 bits",
    edits: [["version & 0xffff;", "version;"]],
    caughtBy: [
      [
        OUT_OF_DIALECTS,
        "has converted brush sides from Dark Messiah, although both versions are 20",
      ],
    ],
  },
  {
    name: "all parts of an overlay with many faces list its first faces",
    edits: [["const first = faceOffset[row] + skipped;", "const first = faceOffset[row];"]],
    caughtBy: [[OVERLAYS, "with the same look, split into parts of 64 faces"]],
  },
  {
    name: "fades of overlays that were split stay as they were",
    edits: [
      ["parts.length === read.count ? [] : ROWS_BESIDE", "[] as typeof ROWS_BESIDE[number][]"],
    ],
    caughtBy: [[OVERLAYS, "with the same look, split into parts of 64 faces"]],
  },
];
