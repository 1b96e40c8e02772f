/** `visleaf mcp`: the command's verbs as tools of a Model Context Protocol server. */

import { EXIT_DONE, UsageError } from "../errors.ts";
import { catchSignals } from "../files/write-whole.ts";
import { parseJobs } from "../many/run-many.ts";
import { allowFolders } from "../mcp/allowed-paths.ts";
import { parseOptions } from "../options/parse-options.ts";
import { say } from "../terminal.ts";
import type { Verb } from "../verb.ts";

export const mcpVerb: Verb = {
  help: `visleaf mcp FOLDER... [--jobs N]

Serves verbs of the command as tools of the Model Context Protocol, over standard input and output, for
assistants that look at maps: list (the maps in the folders), inspect, check, shot, overview, cost, diff.
shot, overview and the heat of cost return pictures.

  --jobs N   calls at once, each in a process of its own; 2

Reads only in the folders named, whatever links, search paths or .. lead to, and writes nothing there. A
client's configuration is

  {"mcpServers": {"visleaf": {"command": "npx", "args": ["visleaf", "mcp", "/home/me/maps"]}}}`,

  async run(args) {
    const { values, positionals } = parseOptions("mcp", args, {
      jobs: { type: "string", default: "2" },
    });
    if (positionals.length === 0) throw new UsageError("wants the folders to read", "mcp");
    const jobs = parseJobs(values.jobs);
    const paths = await allowFolders(positionals);
    const { serveTools } = await import("../mcp/serve-tools.ts");
    const controller = new AbortController();
    const stopCatching = catchSignals(() => controller.abort());
    try {
      // Standard output belongs to the protocol.
      say(`serving ${paths.roots.join(", ")} over standard input and output`);
      await serveTools(paths, jobs, controller.signal);
    } finally {
      stopCatching();
    }
    return EXIT_DONE;
  },
};
