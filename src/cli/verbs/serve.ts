/** `visleaf serve`: the page with the maps of a folder or a game on this machine. */

import { UsageError } from "../errors.ts";
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

/** A second one ends the process as it always does. */
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
  help: `visleaf serve DIR [--port N] [--open]

Serves the page with the maps of a folder: of each game in it (told by its gameinfo.txt, whose search
paths count as far as they lie in DIR), or else every .bsp, .bsp.bz2 and .visleaf.zip, with folders
that hold materials or models, and archives (.vpk, .gma, .zip), as their content.

  --port N   where to listen, ${DEFAULT_PORT}; the next one that is free if it is taken; 0 is any
  --open     open it in the browser

  /maps/            links to all maps        /maps.json   the same as data:
                                             [{name, title, game, size, url, content, page}]
  /maps/NAME.bsp    a map                    /content/…   a file by its content path, out of folders
                                                          and archives alike
The second game's addresses begin with /2, and so on.

Only this machine is answered (127.0.0.1), nothing is written, and nothing outside of DIR is read.
What was there at the start is served; Ctrl-C ends it.`,

  async run(args) {
    const { values, positionals } = parseOptions("serve", args, {
      port: { type: "string", default: String(DEFAULT_PORT) },
      open: { type: "boolean", default: false },
    });
    const folder = onlyPositional("serve", positionals, "folder");
    const port = parsePort(values.port);
    const pageFolder = await findPageFolder(say);
    const server = await serveFolder(folder, { port, pageFolder, onBroken: say });
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
