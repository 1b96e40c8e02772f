import type { Fault } from "../fault.ts";

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
    name: "the page of errors has no table of warnings",
    edits: [
      [
        "filter((row) => row.kind === kind)\n      .map(({ code, means, remedy",
        'filter((row) => row.kind === kind && kind !== "warning")\n      .map(({ code, means, remedy',
      ],
    ],
    caughtBy: [[CATALOGUE, "is made of it"]],
  },
];
