import type { Fault } from "../../fault.ts";

const VPK = "cli/verify-vpk.test.ts";
const KEYVALUES = "keyvalues/parse-keyvalues.test.ts";
const RARE = "rare/rare-formats.test.ts";
const X360 = "rare/convert-x360.test.ts";
const VVD = "vertices/parse-vvd-extra.test.ts";
const FLAGS = "tables/flag-names.test.ts";
const ZSTD = "zstd/decompress-zstd.test.ts";
const VMT = "vmt/resolve-vmt.test.ts";

export const FILES: readonly Fault[] = [
  {
    name: "a packed file's checksum excludes its preload bytes",
    edits: [["let crc = preloadCrc(file);", "let crc = 0;"]],
    caughtBy: [[VPK, "finds no fault in sound"]],
  },
  {
    name: "pieces after a VPK's tree lie from the file's first byte",
    edits: [["const start = offset + (isInDirectory ? dataOffset : 0);", "const start = offset;"]],
    caughtBy: [[VPK, "finds no fault in sound"]],
  },
  {
    name: "a VPK's whole checksum includes one checksum less",
    edits: [["sections.sumsOffset + 2 * VPK_SUM_BYTES", "sections.sumsOffset + VPK_SUM_BYTES"]],
    caughtBy: [[VPK, "finds no fault in sound"]],
  },
  {
    name: "a VPK's signature is not verified",
    edits: [["const isGood = verify.verify(key, signature);", "const isGood = key !== null;"]],
    caughtBy: [[VPK, "finds a wrong byte in a signature"]],
  },
  {
    name: "the and operator of a condition works as or",
    edits: [['operator === "&&" ? left!', 'operator !== "&&" ? left!']],
    caughtBy: [[KEYVALUES, "evaluateCondition"]],
  },
  {
    name: "a bracket before a block is a value if it begins with a parenthesis",
    edits: [["/^\\[\\s*[!$(]/", "/^\\[\\s*[!$]/"]],
    caughtBy: [[VMT, "evaluates platform conditions on pairs and on blocks"]],
  },
  {
    name: "a parameter's condition and its opposite are the same",
    edits: [["return holds === (name === text);", "return holds;"]],
    caughtBy: [[VMT, ", and its negation as the opposite"]],
  },
  {
    name: "BC6H's deltas are unsigned",
    edits: [["if (isDelta || isSigned) endpoints[at] =", "if (isSigned) endpoints[at] ="]],
    caughtBy: [[RARE, "decode one-subset BC6H as specified"]],
  },
  {
    name: "BC6H's second subset has the first one's endpoints",
    edits: [["bc7Subset(2, partition, i) * 6 : 0", "bc7Subset(2, partition, i) * 0 : 0"]],
    caughtBy: [[RARE, "like bcdec"]],
  },
  {
    name: "packed images of the Xbox 360 lie largest first",
    edits: [
      [
        "for (let i = mip + 1; i < mipBytes.length; i++) start",
        "for (let i = 0; i < mip; i++) start",
      ],
    ],
    caughtBy: [[X360, "decode the same packed and unpacked:"]],
  },
  {
    name: "packed images of the Xbox 360 are not byte-swapped",
    edits: [["swapWords(bytes, swapBytes);\n      kept", "kept"]],
    caughtBy: [[X360, "decode the same packed and unpacked:"]],
  },
  {
    name: "extra attributes of vertices stay in stored order",
    edits: [["const first = runs[run] * bytesPerVertex;", "const first = to;"]],
    caughtBy: [[VVD, "in the order that the fixups make"]],
  },
  {
    name: "extra attributes of vertices are read from the file's first byte",
    edits: [
      [
        "bytes.subarray(start + offset, start + offset + count",
        "bytes.subarray(offset, offset + count",
      ],
    ],
    caughtBy: [[VVD, "in the order that the fixups make"]],
  },
  {
    name: "betas of Half-Life 2 begin a version late",
    edits: [["version >= 27 && version <= 38", "version >= 36 && version <= 38"]],
    caughtBy: [["parse-mdl.test.ts", "and names its game"]],
  },
  {
    name: "a wide leaf's area ends as a short one's",
    edits: [["WIDE_LEAF_FIELDS, { areaBits: 17 }", "WIDE_LEAF_FIELDS, { areaBits: 9 as never }"]],
    caughtBy: [[FLAGS, "cover leafs, whose flags follow 9 area bits"]],
  },
  {
    name: "flags of a displacement's triangles lack one",
    edits: [['BUILDABLE SURFPROP1 SURFPROP2 REMOVE"', 'SURFPROP1 SURFPROP2 REMOVE"']],
    caughtBy: [[FLAGS, "cover displacement triangles"]],
  },
  {
    name: "zstd's repeated offsets are not shifted without literals",
    edits: [["value - 1 + (hasNoLiterals ? 1 : 0)", "value - 1"]],
    caughtBy: [[ZSTD, "reads"]],
  },
  {
    name: "zstd's literal tree is dropped between blocks",
    edits: [["out.huffman = literals.table;", ""]],
    caughtBy: [[ZSTD, "without a tree"]],
  },
  {
    name: "zstd's small table values have one bit too many",
    edits: [["value &= half;\n      at--;", "value &= half;"]],
    caughtBy: [[ZSTD, "reads"]],
  },
  {
    name: "the last picked folder of a name wins",
    edits: [["if (!top.has(name)) top.set", "top.set"]],
    caughtBy: [["game/trees.test.ts", "first pick"]],
  },
];
