import type { Fault } from "../../fault.ts";

export const REPORT: readonly Fault[] = [
  {
    name: "bytes that two lumps claim are in no lump",
    edits: [
      [
        "else overlapping += Math.min(end, reached) - start;",
        "else unused += Math.min(end, reached) - start;",
      ],
    ],
    caughtBy: [["weigh-lumps.test.ts", "that two lumps claim once more"]],
  },
  {
    name: "a lump's share is of its length, wherever it lies",
    edits: [["share: (end - start) / fileLength,", "share: length / fileLength,"]],
    caughtBy: [["weigh-lumps.test.ts", "lead out of it"]],
  },
  {
    name: "packed game lumps take what they are unpacked",
    edits: [
      [
        "Math.min(room, compressed ? toNext : Math.max(0, entry.length))",
        "Math.min(room, Math.max(0, entry.length))",
      ],
    ],
    caughtBy: [["weigh-lumps.test.ts", "up to the next one"]],
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
    name: "names in a report are markup",
    edits: [
      [
        "return escapeHtml(escapeControls(String(value)));",
        "return escapeControls(String(value));",
      ],
    ],
    caughtBy: [["report.test.ts", "escapes names from the file"]],
  },
  {
    name: "tables of a report begin with the least number",
    edits: [
      ["(isDown ? compare(b, a) : compare(a, b))", "(isDown ? compare(a, b) : compare(b, a))"],
    ],
    caughtBy: [["lump-report.test.ts", "sorts numbers descending, then"]],
  },
];
