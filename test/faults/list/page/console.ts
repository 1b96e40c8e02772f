import type { Fault } from "../../fault.ts";

export const CONSOLE: readonly Fault[] = [
  {
    name: "limits of version 21 are those of version 20",
    edits: [
      ['if (version === 21) return { name: "Alien', 'if (version === 24) return { name: "Alien'],
    ],
    caughtBy: [["list-limit-uses.test.ts", "are those of the map's engine branch"]],
  },
  {
    name: "packed light counts by its packed bytes",
    edits: [
      [
        'if (unit === "bytes") return reader.bytes(lump).length;',
        'if (unit === "bytes") return reader.stored(lump).length;',
      ],
    ],
    caughtBy: [
      ["list-limit-uses.test.ts", "count unpacked bytes of light and visibility, and clusters"],
    ],
  },
  {
    name: "the offset base of game lumps is chosen per lump",
    edits: [
      [
        "return countInside(0) > countInside(offset) ? 0 : offset;",
        "return countInside(offset) > 0 ? offset : 0;",
      ],
    ],
    caughtBy: [["console.test.ts", "have game lump offsets relative to the lump:"]],
  },
  {
    name: "hulls of console maps are little-endian",
    edits: [["bytes[3] !== HEADER_BYTES);", "true);"]],
    caughtBy: [["parse-phy.test.ts", "reads big-endian console files"]],
  },
  {
    name: "a console's textures are not looked for",
    edits: [
      ["if (name === null) return null;\n    for", "if (name !== null) return null;\n    for"],
    ],
    caughtBy: [["console.test.ts", "find textures by the file names that consoles use"]],
  },
  {
    name: "a console's model is not recognized",
    edits: [
      [
        "this.view.getInt32(0, !this.littleEndian) === id",
        "this.view.getInt32(0, this.littleEndian) === id",
      ],
    ],
    caughtBy: [
      [
        "console-models.test.ts",
        "of a console throws an error that names the console's byte order",
      ],
    ],
  },
  {
    name: "the world's lumps are kept as long as the map loads",
    edits: [["    lumps.clear();\n", ""]],
    caughtBy: [["opening-memory.test.ts", "holds lump bytes only until they are parsed"]],
  },
  {
    name: "lumps read after the first picture are kept as long as the map loads",
    edits: [["    file.clear();\n", ""]],
    caughtBy: [["opening-memory.test.ts", "also holds later lumps only until they are parsed"]],
  },
  {
    name: "limits of which a map uses less than 80 % are printed",
    edits: [["share > SHOWN_LIMIT_SHARE", "share < SHOWN_LIMIT_SHARE"]],
    caughtBy: [["list-limit-uses.test.ts", "are printed by inspect when above 80 % is used"]],
  },
];
