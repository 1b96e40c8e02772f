/** `visleaf explain`: explains the code of an error or warning. */

import { ERROR_CATALOGUE, findErrorRows } from "../../core/error-catalogue.ts";
import { CliError, UsageError } from "../errors.ts";
import { explainRows, listErrorsAsLines } from "../explain/list-errors.ts";
import { parseOptions } from "../options/parse-options.ts";
import { printJson, printLines } from "../terminal.ts";
import type { Verb } from "../verb.ts";

export const explainVerb: Verb = {
  help: `visleaf explain [CODE] [options]

Explains an error or a warning and says what to do. CODE is a code such as truncated, the name of an
error, or a whole message in quotes. Without CODE, lists all codes.

  --json   print one JSON array instead of text: [{kind, code, means, remedy, more, example}]

  visleaf explain missing-material`,

  async run(args) {
    const { values, positionals } = parseOptions("explain", args, {
      json: { type: "boolean", default: false },
    });
    if (positionals.length > 1) {
      throw new UsageError(`wants one code, got ${positionals.length}`, "explain");
    }
    const [text] = positionals;
    const rows = text === undefined ? ERROR_CATALOGUE : findErrorRows(text);
    if (rows.length === 0) throw new CliError(`no error has the code "${text}"`);
    if (values.json) printJson(rows);
    else printLines(text === undefined ? listErrorsAsLines(rows) : explainRows(rows));
  },
};
