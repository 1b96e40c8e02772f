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
    caughtBy: [[REPAIR, "wherever it was cut"]],
  },
  {
    name: "faces of a repaired map keep the place of light that is gone",
    edits: [["    view.setInt32(at, -1, little);\n", ""]],
    caughtBy: [[REPAIR, "keeps what there is of it"]],
  },
  {
    name: "one game lump takes the next one along when it is dropped",
    edits: [
      ["const to = start + 4 + kept * form.bytes;", "const to = start + 4 + row * form.bytes;"],
    ],
    caughtBy: [[REPAIR, "are dropped one by one"]],
  },
  {
    name: "lumps of Left 4 Dead 2's header are dropped as if it were the common one",
    edits: [
      [
        '=== "standard" ? 0 : 1;\n    this.header.offset',
        '=== "standard" ? 0 : 0;\n    this.header.offset',
      ],
    ],
    caughtBy: [[REPAIR, "in maps of all kinds"]],
  },
  {
    name: "a pakfile that is made anew has other names",
    edits: [["files.set(entry.name, file)", "files.set(entry.path, file)"]],
    caughtBy: [["cli/verbs/repair.test.ts", "repair rebuilds a cut"]],
  },
  {
    name: "a pakfile that is made anew lies where the cut one was",
    edits: [
      [
        "directory.place(lump, start, bytes.length);",
        "directory.place(lump, end - 4, bytes.length);",
      ],
    ],
    caughtBy: [
      [REPAIR, "behind all else"],
      ["cli/verbs/repair.test.ts", "repair rebuilds a cut"],
    ],
  },
  {
    name: "of each message the first case of its code is said",
    edits: [["row.cases?.find(({ match }) => match.test(message))", "row.cases?.at(0)"]],
    caughtBy: [
      ["core/catalogue/error-catalogue.test.ts", "explains a message by its matching"],
      ["component/describe-failure.test.ts", "a web page"],
    ],
  },
  {
    name: "all of a message is quoted in place of what was found",
    edits: [["parts[Number(part)] ??", "parts[0] ??"]],
    caughtBy: [["core/catalogue/error-catalogue.test.ts", "explains a message by its matching"]],
  },
];
