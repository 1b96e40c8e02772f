import type { Fault } from "../fault.ts";

export const CONSOLE: readonly Fault[] = [
  {
    name: "an engine of version 21 takes as many entities as one of 20",
    edits: [
      ['if (version === 21) return { name: "Alien', 'if (version === 24) return { name: "Alien'],
    ],
    caughtBy: [["list-limit-uses.test.ts", "those of the map's branch"]],
  },
  {
    name: "of packed light the packed bytes count towards the limit",
    edits: [
      [
        'if (unit === "bytes") return reader.bytes(lump).length;',
        'if (unit === "bytes") return reader.stored(lump).length;',
      ],
    ],
    caughtBy: [["list-limit-uses.test.ts", "once unpacked, and of clusters"]],
  },
  {
    name: "limits are printed of which a map uses less than 80 %",
    edits: [["share > SHOWN_LIMIT_SHARE", "share < SHOWN_LIMIT_SHARE"]],
    caughtBy: [["list-limit-uses.test.ts", "are printed above 80 %"]],
  },
];
