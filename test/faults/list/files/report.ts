import type { Fault } from "../../fault.ts";

export const REPORT: readonly Fault[] = [
  {
    name: "bytes claimed by two lumps count as unused",
    edits: [
      [
        "else overlapping += Math.min(end, reached) - start;",
        "else unused += Math.min(end, reached) - start;",
      ],
    ],
    caughtBy: [
      ["weigh-lumps.test.ts", "counts shared bytes as overlapping and unclaimed bytes as unused"],
    ],
  },
  {
    name: "a lump's share is its length, even beyond the file",
    edits: [["share: (end - start) / fileLength,", "share: length / fileLength,"]],
    caughtBy: [
      [
        "weigh-lumps.test.ts",
        "counts only the bytes inside the file for lumps that reach past its end",
      ],
    ],
  },
  {
    name: "packed game lumps take their unpacked size",
    edits: [
      [
        "Math.min(room, compressed ? toNext : Math.max(0, entry.length))",
        "Math.min(room, Math.max(0, entry.length))",
      ],
    ],
    caughtBy: [
      ["weigh-lumps.test.ts", "measures packed game lumps up to the start of the next one"],
    ],
  },
  {
    name: "rows of a treemap lie along the longer side",
    edits: [
      [
        "  if (width >= height) {\n    const thickness",
        "  if (width < height) {\n    const thickness",
      ],
    ],
    caughtBy: [["squarify.test.ts", "example of the paper"]],
  },
  {
    name: "names in a report are not escaped",
    edits: [
      [
        "return escapeHtml(escapeControls(String(value)));",
        "return escapeControls(String(value));",
      ],
    ],
    caughtBy: [["report.test.ts", "escapes names from the file"]],
  },
  {
    name: "tables of a report are sorted ascending",
    edits: [
      ["(isDown ? compare(b, a) : compare(a, b))", "(isDown ? compare(a, b) : compare(b, a))"],
    ],
    caughtBy: [["lump-report.test.ts", "sorts numbers descending, then"]],
  },
];
