/** `visleaf pack`: packs a map and all its content into one zip to host. */

import { contentHelp } from "../content/content-help.ts";
import { openContent, printProblems } from "../content/open-content.ts";
import { UsageError } from "../errors.ts";
import { checkOutput, writeWhole } from "../files/write-whole.ts";
import { onlyPositional, parseOptions } from "../options/parse-options.ts";
import { formatPackReport, makePackReport, packMap } from "../pack/pack-report.ts";
import { printJson, printLines } from "../terminal.ts";
import type { Verb } from "../verb.ts";

export const packVerb: Verb = {
  help: `visleaf pack MAP --content PATH -o MAP.visleaf.zip [--json]

Writes one zip to host: the map and every file that it uses. The page and the element open it like a map,
without other content. MAP is a .bsp, a .bsp.bz2, or a zip or .gma with one map in it. Files in the map's
pakfile stay there.

  -o, --out PATH   the zip to write
${contentHelp("  --content PATH   ")}
  --json           print one JSON object instead of text: {out, byteLength,
                   kinds: [{kind, files, byteLength, packedByteLength}],
                   files: [{path, kind, byteLength, packedByteLength}],
                   missing: {materials, textures, models}, faults}

Loads the map as the page does and keeps every file that was read. The map is stored, so that a page can
read it by ranges; other files are deflated. The same input gives the same bytes. Missing content is
reported and is no error. Exit code 2 for a bad map or archive: then nothing is written.`,

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
