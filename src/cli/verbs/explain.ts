/** `visleaf explain`: what a code of an error or a warning means. */

import { ERROR_CATALOGUE, findErrorRows } from "../../core/catalogue/error-catalogue.ts";
import { CliError, UsageError } from "../errors.ts";
import { explainRows, listErrorsAsLines, listErrorsAsPage } from "../explain/list-errors.ts";
import { parseOptions } from "../options/parse-options.ts";
import { printJson, printLines, printText } from "../terminal.ts";
import type { Verb } from "../verb.ts";

export const explainVerb: Verb = {
  help: `visleaf explain [CODE] [options]

Says what the code of an error or a warning means, and what to do: CODE is one such as truncated or
missing-material, the name of an error, or a whole message, with its code in brackets at the end
where it has one.
Without it, all codes are listed.

  --json      print one JSON array instead of text: [{kind, code, means, remedy, more, example}]
  --markdown  print all as docs/errors.md`,

  async run(args) {
    const { values, positionals } = parseOptions("explain", args, {
      json: { type: "boolean", default: false },
      markdown: { type: "boolean", default: false },
    });
    if (positionals.length > 1) {
      throw new UsageError(`wants one code, got ${positionals.length}`, "explain");
    }
    const [text] = positionals;
    if (values.markdown) {
      if (text !== undefined || values.json) {
        throw new UsageError("--markdown is of all codes, and text", "explain");
      }
      printText(listErrorsAsPage(ERROR_CATALOGUE).trimEnd());
      return;
    }
    const rows = text === undefined ? ERROR_CATALOGUE : findErrorRows(text);
    if (rows.length === 0) throw new CliError(`no error has the code "${text}"`);
    if (values.json) printJson(rows);
    else printLines(text === undefined ? listErrorsAsLines(rows) : explainRows(rows));
  },
};
