/** `visleaf site`: writes a static gallery of a folder of maps. */

import { stat } from "node:fs/promises";
import { basename, join, relative, resolve } from "node:path";
import { contentHelp } from "../content/content-help.ts";
import { CliError, EXIT_BAD_FILE, EXIT_DONE, EXIT_FAILED, UsageError } from "../errors.ts";
import { catchSignals } from "../files/write-whole.ts";
import { listMapsIn, withoutCompressedCopies } from "../many/list-files.ts";
import { parseJobs } from "../many/run-many.ts";
import { onlyPositional, parseOptions, parseSize } from "../options/parse-options.ts";
import { findPageFolder } from "../serve/serve-page-folder.ts";
import { buildSite } from "../site/build-site.ts";
import { drawProgress, hasProgressLine, printLines, say } from "../terminal.ts";
import type { Verb } from "../verb.ts";

const DEFAULT_OUT = "site";

/** @throws UsageError unless it is the address of a folder on the web */
function parseMapsUrl(text: string | undefined): string | null {
  if (text === undefined) return null;
  if (/^https?:\/\/[^?#]+$/.test(text) && URL.canParse(text)) return text;
  throw new UsageError(`--maps is an http or https address without query, not "${text}"`, "site");
}

export const siteVerb: Verb = {
  help: `visleaf site DIR [-o OUT] [options]

Writes a static gallery of all maps in a folder, at any depth: OUT/index.html with a card for each map
(picture, name, title, author, size, check), and a page for each with its overview, findings, a link that
opens it, and snippets to embed it. OUT/view is the viewer. Any static host will do: nothing runs on the
server. Titles and authors come from the map's entities. A .bsp.bz2 is left out if its .bsp lies beside it.

  -o, --out OUT        folder to write into; default: site, in the current folder
  --title TEXT         heading of the gallery; default: the folder's name
${contentHelp("  --content PATH       ")}
                       With it, each map is packed with the content that it uses.
  --maps URL           where the folder's maps lie on the web; default: they are copied into OUT
  --size WIDTHxHEIGHT  pixels of each picture; 960x540
  --jobs N             maps at once; 1
  --force              make maps again that have not changed

Each map is drawn and checked in processes of its own. A map that cannot be read gets a card that says why
and does not end the others; the exit code is 2 then, and 1 if something else failed. A later run makes
only maps that are new, have changed or failed. Files of maps that are gone are left in OUT.

  visleaf site maps -o public --content tf --jobs 4`,

  async run(args) {
    const { values, positionals } = parseOptions("site", args, {
      out: { type: "string", short: "o", default: DEFAULT_OUT },
      title: { type: "string" },
      content: { type: "string", multiple: true, default: [] },
      maps: { type: "string" },
      size: { type: "string", default: "960x540" },
      jobs: { type: "string", default: "1" },
      force: { type: "boolean", default: false },
    });
    const folder = onlyPositional("site", positionals, "folder");
    const { out, content, size, force } = values;
    parseSize("site", "--size", size);
    const jobs = parseJobs(values.jobs);
    const mapsUrl = parseMapsUrl(values.maps);
    if (!(await stat(folder)).isDirectory()) throw new CliError(`${folder} is no folder`);
    if (relative(resolve(folder), resolve(out)) === "") {
      throw new UsageError("--out is the folder of the maps itself: name another one", "site");
    }
    const inSite = resolve(join(out, "maps"));
    const listed = (await listMapsIn(folder)).filter(({ path }) =>
      relative(inSite, path).startsWith(".."),
    );
    const files = withoutCompressedCopies(listed);
    const left = listed.length - files.length;
    if (left > 0) say(`left out ${left} compressed ${left === 1 ? "copy" : "copies"} of maps`);
    if (files.length === 0) throw new CliError(`there is no map in ${folder}`);
    refuseSameNames(files.map(({ name }) => name));
    const pageFolder = await findPageFolder(say);
    const controller = new AbortController();
    const stopCatching = catchSignals(() => controller.abort());
    let done = 0;
    let keptCount = 0;
    try {
      const maps = await buildSite(files, {
        ...{ out, content, size, mapsUrl, jobs, force, pageFolder, signal: controller.signal },
        title: values.title ?? basename(resolve(folder)),
        onMap(map, isKept) {
          done++;
          if (isKept) keptCount++;
          if (hasProgressLine()) drawProgress(null);
          for (const fault of isKept ? [] : map.faults) say(`${map.name}: ${fault}`);
          if (hasProgressLine()) drawProgress(`${done} of ${files.length} maps`);
        },
      });
      if (hasProgressLine()) drawProgress(null);
      const broken = maps.filter(({ facts }) => facts === null).length;
      const kept = keptCount === 0 ? "" : `, ${keptCount} up to date`;
      const bad = broken === 0 ? "" : `, ${broken} broken`;
      printLines([`wrote ${join(out, "index.html")}: ${maps.length} maps${kept}${bad}`]);
      if (controller.signal.aborted || maps.some(({ isFinal }) => !isFinal)) return EXIT_FAILED;
      return maps.some(({ faults }) => faults.length > 0) ? EXIT_BAD_FILE : EXIT_DONE;
    } finally {
      stopCatching();
    }
  },
};

/** @throws CliError if two maps would have the same folder, as a.bsp and A.bsp would */
function refuseSameNames(names: readonly string[]): void {
  const seen = new Set<string>();
  for (const name of names) {
    const lower = name.toLowerCase();
    if (seen.has(lower)) {
      throw new CliError(`two maps are called ${name}: the site has one folder for each name`);
    }
    seen.add(lower);
  }
}
