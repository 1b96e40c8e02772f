import type { Fault } from "../fault.ts";

const VPK = "cli/verify-vpk.test.ts";

export const FILES: readonly Fault[] = [
  {
    name: "a packed file's checksum begins behind its preload bytes",
    edits: [["let crc = preloadCrc(file);", "let crc = 0;"]],
    caughtBy: [[VPK, "finds nothing in sound ones"]],
  },
  {
    name: "pieces behind a VPK's tree lie from the file's first byte",
    edits: [["const start = offset + (isInDirectory ? dataOffset : 0);", "const start = offset;"]],
    caughtBy: [[VPK, "finds nothing in sound ones"]],
  },
  {
    name: "a VPK's whole sum is of one sum less",
    edits: [["sections.sumsOffset + 2 * VPK_SUM_BYTES", "sections.sumsOffset + VPK_SUM_BYTES"]],
    caughtBy: [[VPK, "finds nothing in sound ones"]],
  },
  {
    name: "a VPK is not held to its signature",
    edits: [["const isGood = verify.verify(key, signature);", "const isGood = key !== null;"]],
    caughtBy: [[VPK, "finds a wrong byte in a signature"]],
  },
];
