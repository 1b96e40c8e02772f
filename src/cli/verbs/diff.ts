/** `visleaf diff`: lists the differences of two versions of a map. */

import { contentHelp } from "../content/content-help.ts";
import { UsageError } from "../errors.ts";
import { checkOutput } from "../files/write-whole.ts";
import { parseLimits } from "../options/parse-limits.ts";
import { parseOptions } from "../options/parse-options.ts";
import { printJson, printLines } from "../terminal.ts";
import type { Verb } from "../verb.ts";

export const diffVerb: Verb = {
  help: `visleaf diff A.bsp B.bsp [options]

Lists what changed from map A to map B: entities, brushes, surfaces by area and material, displacements,
props, overlays, cubemaps, light, visibility, packed files. Things are matched by identity and not by their
order: entities by the editor's number, name, class and place. Record layout, byte order and packing do
not count as changes.

  --json               print one JSON object instead of text: {a, b, isSame, problemsA, problemsB,
                       entities, surfaces, displacements, solids, staticProps, details, overlays,
                       cubemaps, light, ambient, visibility, areas, packed, file: {facts, lumps,
                       limits}, places, morePlaces}. Each part has changes, and untold: null or why it
                       cannot be compared; places are [{box, camera, words, count}], 40 at most
  --report FILE.html   write a self-contained page with tables, and pictures of the changed places from
                       the same cameras in both maps
${contentHelp("  --content PATH       ")}
                       Used for the pictures only.
  --pictures NUMBER    places to draw; 12; 0 draws none
  --limit NAME=NUMBER  change a limit of docs/limits.md; repeatable

Exit code 0 with or without differences, 2 if a map cannot be read. Parts that are damaged or missing in one
map are reported. docs/mapping.md says how each part is matched.

  visleaf diff court_a12.bsp court_a13.bsp --report court.html --content tf`,

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
    const { diffFiles } = await import("../report/diff-files.ts");
    const { diff, files } = await diffFiles(pathA, pathB, limits);
    if (report !== undefined) {
      const { writeDiffReport } = await import("../report/write-diff-report.ts");
      await writeDiffReport(diff, files, { out: report, content, pictureCount, limits });
    }
    if (values.json) {
      printJson(diff);
      return;
    }
    const { formatDiff } = await import("../report/diff-files.ts");
    const lines = formatDiff(diff);
    printLines(report === undefined ? lines : [...lines, "", `wrote ${report}`]);
  },
};
