import type { Fault } from "../../fault.ts";

const REPAIR = "bsp/repair/repair-bsp.test.ts";
const CATALOGUE = "core/catalogue/error-catalogue.test.ts";

export const ERRORS: readonly Fault[] = [
  {
    name: "an error is not found by the code at a message's end",
    edits: [["(bracketed ?? text).trim()", "text.trim()"]],
    caughtBy: [
      [CATALOGUE, "at a message's end"],
      ["cli/verbs/explain.test.ts", "a whole message"],
    ],
  },
  {
    name: "the list of errors has no warnings",
    edits: [
      [
        "filter((row, i, all) => row.kind === kind && !isCase",
        'filter((row, i, all) => row.kind === kind && kind !== "warning" && !isCase',
      ],
    ],
    caughtBy: [["verbs/explain.test.ts", "explain lists all codes"]],
  },
  {
    name: "a repaired map keeps lumps that lie past its end",
    edits: [["if (problem === undefined || name", "if (problem !== undefined || name"]],
    caughtBy: [[REPAIR, "returns a file that needs no further repair, wherever the input was cut"]],
  },
  {
    name: "faces of a repaired map keep the offset of removed light",
    edits: [["    view.setInt32(at, -1, little);\n", ""]],
    caughtBy: [[REPAIR, "keeps the remaining lighting and marks the other faces unlit"]],
  },
  {
    name: "dropping a game lump drops the next one too",
    edits: [
      ["const to = start + 4 + kept * form.bytes;", "const to = start + 4 + row * form.bytes;"],
    ],
    caughtBy: [[REPAIR, "drops them one by one; little-endian:"]],
  },
  {
    name: "lumps of Left 4 Dead 2's header are dropped by the standard header's layout",
    edits: [
      [
        '=== "standard" ? 0 : 1;\n    this.header.offset',
        '=== "standard" ? 0 : 0;\n    this.header.offset',
      ],
    ],
    caughtBy: [[REPAIR, "drops it in every header form:"]],
  },
  {
    name: "a rebuilt pakfile has other names",
    edits: [["files.set(entry.name, file)", "files.set(entry.path, file)"]],
    caughtBy: [["cli/verbs/repair.test.ts", "repair rebuilds a cut"]],
  },
  {
    name: "a rebuilt pakfile lies at another place than the cut one",
    edits: [
      [
        "directory.place(lump, start, bytes.length);",
        "directory.place(lump, end - 4, bytes.length);",
      ],
    ],
    caughtBy: [
      [REPAIR, "writes the pakfile last"],
      ["cli/verbs/repair.test.ts", "repair rebuilds a cut"],
    ],
  },
  {
    name: "every message gets the first case of its code",
    edits: [["row.cases?.find(({ match }) => match.test(message))", "row.cases?.at(0)"]],
    caughtBy: [
      ["core/catalogue/error-catalogue.test.ts", "explains a message by its matching"],
      ["component/describe-failure.test.ts", "a web page"],
    ],
  },
  {
    name: "the whole message is quoted in place of the found value",
    edits: [["parts[Number(part)] ??", "parts[0] ??"]],
    caughtBy: [["core/catalogue/error-catalogue.test.ts", "explains a message by its matching"]],
  },
];
