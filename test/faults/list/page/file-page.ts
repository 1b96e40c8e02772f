import type { Fault } from "../../fault.ts";

const FILE = "content/report/lump-file.test.ts";
const PAGES = "content/report/lump-pages.test.ts";
const ROWS = "app/file/lump-rows.test.ts";
const CACHE = "app/file/row-cache.test.ts";

/** Faults of the page's dialog with a map's lumps. */
export const FILE_FAULTS: readonly Fault[] = [
  {
    name: "a packed lump's records are counted by its packed bytes",
    edits: [
      [
        "compressed ? header.uncompressedLength[index] >>> 0 : Math.max(0, length);",
        "Math.max(0, length);",
      ],
    ],
    caughtBy: [
      [FILE, "reports for a map"],
      [ROWS, "list each slot once"],
    ],
  },
  {
    name: "all packed lumps are read to list them",
    edits: [["...counted(heads)]", "...whole(heads)]"]],
    caughtBy: [[FILE, "reads no lump if its length"]],
  },
  {
    name: "flags are named a bit too high",
    edits: [["isNamed ? names[bit]", "isNamed ? names[bit + 1]"]],
    caughtBy: [[PAGES, "names flags, including unknown"]],
  },
  {
    name: "lumps are sorted the other way",
    edits: [["return x < y ? -turn : turn;", "return x < y ? turn : -turn;"]],
    caughtBy: [
      [ROWS, "are sorted by"],
      [ROWS, "keep child rows below"],
    ],
  },
  {
    name: "rows of a later page are those of the first",
    edits: [["page[row - at * PAGE_ROWS]", "page[row]"]],
    caughtBy: [[CACHE, "RowCache requests nearby rows"]],
  },
  {
    name: "rows of a table shown in parts are those of its first part",
    edits: [["const row = base + at;", "const row = at;"]],
    caughtBy: [["browser/page/file-dialog.test.ts", "scrolls to any row"]],
  },
];
