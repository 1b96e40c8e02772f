/** `visleaf pack`: a map and all that it uses, in one zip to host. */

import { realpath } from "node:fs/promises";
import { CliError, UsageError } from "./errors.ts";
import { openContent } from "./pack-content.ts";
import { packMap } from "./pack-map.ts";
import { formatPackReport, makePackReport } from "./pack-report.ts";
import { onlyPositional, parseOptions } from "./parse-options.ts";
import type { Verb } from "./run-command.ts";
import { writeWhole } from "./write-whole.ts";

const realPathOf = (path: string) => realpath(path).catch(() => null);

export const packVerb: Verb = {
  help: `visleaf pack MAP --content PATH -o MAP.visleaf.zip [--json]

Gathers the files that a map uses, and no others, into one zip to host: the page and the element open
it as they open a map, and need no content beside it. MAP is a .bsp, a .bsp.bz2, or a zip or .gma
with one map in it; what is packed in the map stays in it.

  -o, --out PATH   the zip to write
  --content PATH   a folder with materials and models, an archive (.vpk, .gma, .zip), or a game: a
                   folder with a gameinfo.txt, mounted by its search paths; may be repeated, the
                   first one wins
  --json           print one JSON object instead of text: {out, byteLength,
                   kinds: [{kind, files, byteLength, packedByteLength}],
                   files: [{path, kind, byteLength, packedByteLength}],
                   missing: {materials, textures, models}, faults}

The map is stored as it is, so that a page reads parts of it by ranges; the rest is deflated. The same
input gives the same bytes. Exit code 2 for a bad map or archive: then nothing is written.`,

  async run(args) {
    const { values, positionals } = parseOptions("pack", args, {
      out: { type: "string", short: "o" },
      content: { type: "string", multiple: true, default: [] },
      json: { type: "boolean", default: false },
    });
    const path = onlyPositional("pack", positionals, "map");
    const { out } = values;
    if (out === undefined) throw new UsageError("wants -o, the zip to write", "pack");
    const inputs = await Promise.all([path, ...values.content].map(realPathOf));
    const target = await realPathOf(out);
    if (target !== null && inputs.includes(target)) {
      throw new CliError(`${out} is what is to be packed, and would be written over`);
    }
    const content = await Promise.all(values.content.map(openContent));
    for (const problem of content.flatMap(({ problems }) => problems)) {
      console.error(`visleaf: ${problem}`);
    }
    const packed = await packMap(
      path,
      content.flatMap(({ sources }) => sources),
    );
    await writeWhole(out, packed.zip);
    const report = makePackReport(out, packed);
    console.log(values.json ? JSON.stringify(report) : formatPackReport(report));
  },
};
