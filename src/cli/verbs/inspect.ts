/** `visleaf inspect`: what is in a file. */

import { existsSync } from "node:fs";
import { extname } from "node:path";
import type { ByteSource } from "../../content/bytes/byte-source.ts";
import type { Limits } from "../../core/limits.ts";
import { CliError } from "../errors.ts";
import { withFileBytes } from "../files/file-bytes.ts";
import { detectFileKind, READABLE_EXTENSIONS } from "../files/file-kinds.ts";
import { inspectLump } from "../files/inspect-lump.ts";
import { formatSummary } from "../format-summary.ts";
import { parseLimits } from "../options/parse-limits.ts";
import { onlyPositional, parseOptions } from "../options/parse-options.ts";
import { printJson, printLines } from "../terminal.ts";
import type { Verb } from "../verb.ts";

const MAGIC_BYTES = 4;

export const inspectVerb: Verb = {
  help: `visleaf inspect FILE [options]

Says what is in a map (.bsp), a model (.mdl, .vvd, .vtx, .phy), a texture (.vtf), a material (.vmt)
or an archive (.vpk, .gma; of a VPK in pieces the one named _dir.vpk). The kind is told by the file's
first bytes, then by its name. Of a model whose .vvd and .vtx lie beside it, its LODs are counted, too.

  --lump NAME          of a map: the rows of one lump, as Valve's headers name it (faces, LUMP_FACES)
  --json               print one JSON object instead of text
  --limit NAME=NUMBER  what a map may cost in place of what docs/limits.md says, item by item; a
                       number or none; may be repeated

A bad file ends in exit code 2 and one line on stderr; with --json, in one JSON object there:
{"error": {"format", "code", "where", "offset", "expected", "found", "message"}}`,

  async run(args) {
    const { values, positionals } = parseOptions("inspect", args, {
      json: { type: "boolean", default: false },
      lump: { type: "string" },
      limit: { type: "string", multiple: true, default: [] },
    });
    const limits = parseLimits("inspect", values.limit);
    const path = onlyPositional("inspect", positionals, "file");
    if (values.lump !== undefined) {
      const bytes = await withFileBytes(path, (file) => file.read(0, file.byteLength));
      await inspectLump(bytes, values.lump, limits, values.json);
      return;
    }
    const { kind, summary } = await withFileBytes(path, (file) =>
      summarizeFile(path, file, limits),
    );
    if (values.json) printJson(summary);
    else printLines(formatSummary(kind.shorten?.(summary) ?? summary));
  },
};

async function summarizeFile(path: string, file: ByteSource, limits: Limits) {
  const start = await file.read(0, Math.min(MAGIC_BYTES, file.byteLength));
  const kind = detectFileKind(path, start);
  if (!kind) {
    const known = READABLE_EXTENSIONS.join(", ");
    throw new CliError(`${path} is of no kind that is read here: ${known}`);
  }
  const summary =
    "summarizeParts" in kind
      ? await kind.summarizeParts(file)
      : await kind.summarize(await file.read(0, file.byteLength), {
          limits,
          readBeside: (extensions) => readBeside(path, extensions),
        });
  return { kind, summary };
}

async function readBeside(path: string, extensions: readonly string[]): Promise<Uint8Array | null> {
  const stem = path.slice(0, path.length - extname(path).length);
  const found = extensions.map((extension) => stem + extension).find((file) => existsSync(file));
  return found === undefined ? null : withFileBytes(found, (file) => file.read(0, file.byteLength));
}
