import type { Fault } from "../../fault.ts";

export const VTF: readonly Fault[] = [
  {
    name: "BC7's anchor indices have all of their bits",
    edits: [["isBc7Anchor(subsets, partition, i) ? bits - 1 : bits", "bits"]],
    caughtBy: [["rare-formats.test.ts", "like bcdec"]],
  },
  {
    name: "ATI2N has X first",
    edits: [["decodeAti2n = decodeXy(1, 0)", "decodeAti2n = decodeXy(0, 1)"]],
    caughtBy: [["rare-formats.test.ts", "Y first"]],
  },
  {
    name: "formats are numbered alike in all versions",
    edits: [["minorVersion < 5 ? UP_TO_7_4 : FROM_7_5", "minorVersion < 9 ? UP_TO_7_4 : FROM_7_5"]],
    caughtBy: [["rare-formats.test.ts"]],
  },
  {
    name: "compressed images lie largest first",
    edits: [["(mipBytes.length - 1 - mip) * perMip + index", "mip * perMip + index"]],
    caughtBy: [["packed-images.test.ts", "unpacks every image separately"]],
  },
  {
    name: "the checksum of a compressed image is not checked",
    edits: [["if (adler32(out) !== stated)", "if (adler32(out) < 0)"]],
    caughtBy: [["packed-images.test.ts", "checks the checksum of each image"]],
  },
  {
    name: "the Xbox 360's blocks are not byte-swapped",
    edits: [["SWAPS_16.has(name) ? 2", "SWAPS_16.has(name) ? 1"]],
    caughtBy: [["convert-x360.test.ts"]],
  },
  {
    name: "frames of a sheet have one part in version 1",
    edits: [["4 + (version === 1 ? 4 : 1) * 16", "4 + 16"]],
    caughtBy: [["summarize-resources.test.ts"]],
  },
];
