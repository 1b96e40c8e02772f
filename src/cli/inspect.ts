/** `visleaf inspect`: what is in a file. */

import { readFile } from "node:fs/promises";
import { CliError } from "./errors.ts";
import { detectFileKind, READABLE_EXTENSIONS } from "./file-kinds.ts";
import { formatSummary } from "./format-summary.ts";
import { onlyPositional, parseOptions } from "./parse-options.ts";
import type { Verb } from "./run-command.ts";

export const inspectVerb: Verb = {
  help: `visleaf inspect FILE [--json]

Says what is in a map (.bsp), a model (.mdl, .vvd, .vtx), a texture (.vtf) or a material (.vmt).
The kind is told by the file's first bytes, then by its name.

  --json   print one JSON object instead of text

A bad file ends in exit code 2 and one line on stderr; with --json, in one JSON object there:
{"error": {"format", "code", "where", "offset", "expected", "found", "message"}}`,

  async run(args) {
    const { values, positionals } = parseOptions("inspect", args, {
      json: { type: "boolean", default: false },
    });
    const path = onlyPositional("inspect", positionals, "file");
    const bytes = new Uint8Array(await readFile(path));
    const kind = detectFileKind(path, bytes);
    if (!kind) {
      const known = READABLE_EXTENSIONS.join(", ");
      throw new CliError(`${path} is of no kind that is read here: ${known}`);
    }
    const summary = await kind.summarize(bytes);
    if (values.json) console.log(JSON.stringify(summary));
    else console.log(formatSummary(kind.shorten?.(summary) ?? summary).join("\n"));
  },
};
