import type { Fault } from "../../fault.ts";

const KEPT = "fuzz/targets/targets.test.ts";

/** Faults that stored mutants notice, and faults that fuzzing has found. */
export const FUZZ: readonly Fault[] = [
  {
    name: "a stored map's data begin beyond the archive's end",
    edits: [
      ["Math.min(findEntryData(header, entry), bytes.byteLength)", "findEntryData(header, entry)"],
      [
        "Math.min(entry.compressedByteLength, left), entry.name",
        "Math.min(entry.compressedByteLength, Math.max(left, 0)), entry.name",
      ],
    ],
    caughtBy: [[KEPT, "read by packed-map"]],
  },
  {
    name: "numbers of a map have no upper limit",
    edits: [["const TOO_LARGE = 1e18;", "const TOO_LARGE = Infinity;"]],
    caughtBy: [[KEPT, "read by map"]],
  },
  {
    name: "angles of setang may be infinite",
    edits: [["Number.isFinite(pitch) && Number.isFinite(yaw) ?", "pitch !== undefined ?"]],
    caughtBy: [[KEPT, "read by setpos"]],
  },
  {
    name: "addresses of a server's maps may be any text",
    edits: [
      [
        'typeof text === "string" && URL.canParse(text, page);',
        'typeof text === "string" && page !== null;',
      ],
    ],
    caughtBy: [[KEPT, "read by server-maps"]],
  },
  {
    name: "points of a hull may lie beyond the file's end",
    edits: [["point < 0 || point + POINT_BYTES > reader.bytes.length", "point < 0"]],
    caughtBy: [[KEPT, "read by phy"]],
  },
  {
    name: "only the first models of a file are checked before it is decompiled",
    edits: [["    buildStudioMesh(mdl, vvd, vtx);\n    listMeshes(mdl, vvd, vtx);\n", ""]],
    caughtBy: [[KEPT, "read by decompile"]],
  },
];
