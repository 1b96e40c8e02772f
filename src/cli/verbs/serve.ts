/** `visleaf serve`: serves the page with the maps of a folder or a game on this machine. */

import { UsageError } from "../errors.ts";
import { openDiskFolder } from "../files/disk-folder.ts";
import { onlyPositional, parseOptions } from "../options/parse-options.ts";
import { serveFolder } from "../serve/serve-folder.ts";
import { openBrowser } from "../serve/serve-open-browser.ts";
import { findPageFolder } from "../serve/serve-page-folder.ts";
import { printLines, say } from "../terminal.ts";
import type { Verb } from "../verb.ts";

const DEFAULT_PORT = 8080;
const INTERRUPTS = ["SIGINT", "SIGTERM"] as const;

function parsePort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (port <= 65535) return port;
  throw new UsageError(`--port is 0 to 65535, not "${text}"`, "serve");
}

/** Resolves on the first interrupt. A second one ends the process as usual. */
function untilInterrupted(): Promise<void> {
  return new Promise((done) => {
    const stop = () => {
      for (const signal of INTERRUPTS) process.off(signal, stop);
      done();
    };
    for (const signal of INTERRUPTS) process.on(signal, stop);
  });
}

export const serveVerb: Verb = {
  help: `visleaf serve DIR [--port N] [--open] [--pictures FOLDER]

Serves the page with the maps of a folder. If DIR has games (folders with a gameinfo.txt), their maps are
listed and their search paths are the content, as far as they lie in DIR: name the folder above a mod to
include the games beside it. In any other folder, serves every .bsp, .bsp.bz2 and .visleaf.zip up to four
folders deep; content is every folder with materials or models, and every .vpk, .gma and .zip.

  --port N   port, 8080 or the next free one; 0 picks any
  --open     open the page in the browser
  --pictures FOLDER
             pictures of the maps for the gallery, as \`visleaf shot DIR --out FOLDER\` writes them

  /maps/            gallery of all maps
  /maps.json        the same as data: [{name, title, game, size, url, content, page}]
  /maps/NAME.bsp    a map
  /content/PATH     a content file, from folders and archives

Addresses of the second game begin with /2, and so on. Listens on 127.0.0.1 only, writes nothing, and
reads nothing outside DIR. DIR is listed once at the start; a recompiled map is picked up at once, a new
name after a restart. Damaged archives are skipped and reported once. Ctrl-C stops it.`,

  async run(args) {
    const { values, positionals } = parseOptions("serve", args, {
      port: { type: "string", default: String(DEFAULT_PORT) },
      open: { type: "boolean", default: false },
      pictures: { type: "string" },
    });
    const folder = onlyPositional("serve", positionals, "folder");
    const port = parsePort(values.port);
    // Before the page, which may have to be built.
    await openDiskFolder(folder, true);
    const pageFolder = await findPageFolder(say);
    const server = await serveFolder(folder, {
      ...{ port, pageFolder, onBroken: say },
      pictureFolder: values.pictures,
    });
    try {
      for (const problem of server.problems) say(problem);
      if (port !== 0 && server.port !== port) say(`port ${port} is taken: this is ${server.port}`);
      printLines([server.startUrl]);
      printLines([server.found]);
      if (values.open) openBrowser(server.startUrl, say);
      await untilInterrupted();
    } finally {
      await server.close();
    }
  },
};
