/** `visleaf pack`: a map and all that it uses, in one zip to host. */

import { contentHelp } from "../content/content-help.ts";
import { openContent, printProblems } from "../content/open-content.ts";
import { UsageError } from "../errors.ts";
import { checkOutput, writeWhole } from "../files/write-whole.ts";
import { onlyPositional, parseOptions } from "../options/parse-options.ts";
import { packMap } from "../pack/pack-map.ts";
import { formatPackReport, makePackReport } from "../pack/pack-report.ts";
import { printJson, printLines } from "../terminal.ts";
import type { Verb } from "../verb.ts";

export const packVerb: Verb = {
  help: `visleaf pack MAP --content PATH -o MAP.visleaf.zip [--json]

Gathers the files that a map uses, and no others, into one zip to host: the page and the element open
it as they open a map, and need no content beside it. MAP is a .bsp, a .bsp.bz2, or a zip or .gma
with one map in it; what is packed in the map stays in it.

  -o, --out PATH   the zip to write
${contentHelp("  --content PATH   ")}
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
    await checkOutput(out, [path, ...values.content]);
    const content = await openContent(values.content);
    printProblems(content);
    const packed = await packMap(path, content.sources);
    await writeWhole(out, packed.zip);
    const report = makePackReport(out, packed);
    if (values.json) printJson(report);
    else printLines(formatPackReport(report));
  },
};
