/** `visleaf diff`: what two versions of a map differ in. */

import { contentHelp } from "../content/content-help.ts";
import { UsageError } from "../errors.ts";
import { checkOutput } from "../files/write-whole.ts";
import { parseLimits } from "../options/parse-limits.ts";
import { parseOptions } from "../options/parse-options.ts";
import { printJson, printLines } from "../terminal.ts";
import type { Verb } from "../verb.ts";

export const diffVerb: Verb = {
  help: `visleaf diff A.bsp B.bsp [options]

Says what of a map B is another than in A, the version before: entities, brushes, surfaces by area and
material, displacements, props, overlays, cubemaps, light, visibility and packed files. Things are matched
by what they are and not by their order: entities by the editor's number, name, class and place. How a map
is written (its branch's records, byte order, packing) is no difference.

  --json               print one JSON object instead of text: {a, b, isSame, entities, solids, surfaces,
                       displacements, staticProps, details, overlays, cubemaps, light, visibility,
                       packed, file, places}: see docs/commands.md
  --report FILE.html   write a page with tables, and pictures of the places that changed, from the same
                       cameras in both; it needs nothing else
${contentHelp("  --content PATH       ")}
                       for the pictures
  --pictures NUMBER    most places that are drawn; 12; 0 draws none
  --limit NAME=NUMBER  what each map may cost in place of what docs/limits.md says; may be repeated

A part that cannot be compared, because it is damaged or missing in one of the maps, says so. Exit code 0
whether there are differences or not, 2 where one of the maps cannot be read.`,

  async run(args) {
    const { values, positionals } = parseOptions("diff", args, {
      json: { type: "boolean", default: false },
      report: { type: "string" },
      content: { type: "string", multiple: true, default: [] },
      pictures: { type: "string", default: "12" },
      limit: { type: "string", multiple: true, default: [] },
    });
    const [pathA, pathB] = positionals;
    if (positionals.length !== 2) throw new UsageError("wants two maps, A and B", "diff");
    const pictureCount = Number(values.pictures);
    if (!Number.isInteger(pictureCount) || pictureCount < 0) {
      throw new UsageError(`--pictures is a whole number, not "${values.pictures}"`, "diff");
    }
    const limits = parseLimits("diff", values.limit);
    const { report, content } = values;
    if (report !== undefined) await checkOutput(report, [pathA, pathB, ...content]);
    const { diffFiles } = await import("../diff/diff-files.ts");
    const { diff, files } = await diffFiles(pathA, pathB, limits);
    if (report !== undefined) {
      const { writeDiffReport } = await import("../diff/write-diff-report.ts");
      await writeDiffReport(diff, files, { out: report, content, pictureCount, limits });
    }
    if (values.json) {
      printJson(diff);
      return;
    }
    const { formatDiff } = await import("../diff/format-diff.ts");
    const lines = formatDiff(diff);
    printLines(report === undefined ? lines : [...lines, "", `wrote ${report}`]);
  },
};
