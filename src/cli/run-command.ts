/** Lists the verbs, prints help, and reports each kind of failure with its exit code. */

import { FormatError } from "../core/errors.ts";
import {
  CliError,
  EXIT_BAD_FILE,
  EXIT_DONE,
  EXIT_FAILED,
  type ExitCode,
  UsageError,
} from "./errors.ts";
import { describeFileError, isFileSystemError } from "./files/describe-file-error.ts";
import { forgetInputs } from "./files/inputs.ts";
import { didYouMean } from "./nearest.ts";
import { NoGpuError } from "./render/open-gpu.ts";
import { printText, say, sayBug, sayLine } from "./terminal.ts";
import type { Verb } from "./verb.ts";

interface VerbEntry {
  readonly summary: string;
  /** Kind of file that the first argument names, for messages about a missing one. */
  readonly wants?: string;
  load(): Promise<Verb>;
}

export const VERBS: Readonly<Record<string, VerbEntry>> = {
  inspect: {
    summary: "print what is in a map, model, texture, material or archive",
    wants: "a map, model, texture, material or archive",
    load: async () => (await import("./verbs/inspect.ts")).inspectVerb,
  },
  explain: {
    summary: "explain an error or warning, and what to do",
    load: async () => (await import("./verbs/explain.ts")).explainVerb,
  },
  check: {
    summary: "find what is wrong with a map, and where",
    wants: "maps",
    load: async () => (await import("./verbs/check.ts")).checkVerb,
  },
  shot: {
    summary: "draw a map or a model into a PNG",
    wants: "a map or a model",
    load: async () => (await import("./verbs/shot.ts")).shotVerb,
  },
  video: {
    summary: "film a flight through a map into a WebM or MP4",
    wants: "a map",
    load: async () => (await import("./verbs/video.ts")).videoVerb,
  },
  overview: {
    summary: "draw a map from above, to scale, for overviews and radars",
    wants: "a map",
    load: async () => (await import("./verbs/overview.ts")).overviewVerb,
  },
  run: {
    summary: "run a map's entities, and print what happens",
    load: async () => (await import("./verbs/run.ts")).runVerb,
  },
  bench: {
    summary: "time loading and drawing of maps",
    wants: "maps",
    load: async () => (await import("./verbs/bench.ts")).benchVerb,
  },
  cost: {
    summary: "count what is drawn from each place of a map, and what would reduce it",
    wants: "a map",
    load: async () => (await import("./verbs/cost.ts")).costVerb,
  },
  serve: {
    summary: "show a folder's or a game's maps in the browser",
    wants: "a folder",
    load: async () => (await import("./verbs/serve.ts")).serveVerb,
  },
  site: {
    summary: "write a static gallery of a folder of maps",
    wants: "a folder",
    load: async () => (await import("./verbs/site.ts")).siteVerb,
  },
  mcp: {
    summary: "serve verbs as tools for assistants (Model Context Protocol)",
    wants: "folders",
    load: async () => (await import("./verbs/mcp.ts")).mcpVerb,
  },
  pack: {
    summary: "pack a map and every file that it uses into one zip",
    wants: "a map",
    load: async () => (await import("./verbs/pack.ts")).packVerb,
  },
  pak: {
    summary: "list, extract, add or remove files in a map's pakfile",
    wants: "a map",
    load: async () => (await import("./verbs/edit/pak.ts")).pakVerb,
  },
  lump: {
    summary: "extract or replace one lump of a map",
    wants: "a map",
    load: async () => (await import("./verbs/edit/lump.ts")).lumpVerb,
  },
  convert: {
    summary: "write a map in the form of another engine branch",
    wants: "a map",
    load: async () => (await import("./verbs/edit/convert.ts")).convertVerb,
  },
  repack: {
    summary: "compress a map's lumps and files by LZMA, or decompress them",
    wants: "a map",
    load: async () => (await import("./verbs/edit/repack.ts")).repackVerb,
  },
  diff: {
    summary: "list what changed between two versions of a map",
    wants: "two maps",
    load: async () => (await import("./verbs/diff.ts")).diffVerb,
  },
  repair: {
    summary: "write the sound parts of a damaged map",
    wants: "a map",
    load: async () => (await import("./verbs/edit/repair.ts")).repairVerb,
  },
  compile: {
    summary: "compile a VMF to a map, or a QC to a model",
    wants: "a VMF or a QC",
    load: async () => (await import("./verbs/compile.ts")).compileVerb,
  },
  export: {
    summary: "write a model or a map as glTF",
    wants: "a model or a map",
    load: async () => (await import("./verbs/export.ts")).exportVerb,
  },
  decompile: {
    summary: "turn a model back into QC and SMD",
    wants: "a model",
    load: async () => (await import("./verbs/decompile.ts")).decompileVerb,
  },
};

function describeCommand(): string {
  const width = Math.max(...Object.keys(VERBS).map((name) => name.length));
  const verbs = Object.entries(VERBS).map(([name, { summary }]) => {
    return `  visleaf ${name.padEnd(width)}  ${summary}`;
  });
  return [
    `visleaf ${VISLEAF_VERSION}: opens and compiles Source-engine maps`,
    "",
    ...verbs,
    "",
    "  visleaf VERB --help    options and output of a verb",
    "",
    "Exit codes: 0 done, 1 could not be done, 2 bad file, 3 check found something",
  ].join("\n");
}

/**
 * Adds what a verb wants to the description of an error about its first argument.
 * @param args the arguments after the verb
 */
function describeArgumentError(
  error: NodeJS.ErrnoException,
  name: string,
  args: readonly string[],
): string {
  const text = describeFileError(error);
  const wants = VERBS[name]?.wants;
  const isArgument =
    error.path !== undefined && error.path === args.find((arg) => !arg.startsWith("-"));
  if (!isArgument || wants === undefined || text.endsWith("?")) return text;
  return `${text}: ${name} wants ${wants}`;
}

/** @param args the command line, which begins with the verb */
function reportError(error: unknown, [name = "", ...args]: readonly string[]): ExitCode {
  const asJson = args.includes("--json");
  if (error instanceof FormatError) {
    sayLine(asJson ? JSON.stringify({ error: error.toJSON() }) : `visleaf: ${error.message}`);
    return EXIT_BAD_FILE;
  }
  if (error instanceof UsageError) {
    const help = error.verb === null ? "visleaf --help" : `visleaf ${error.verb} --help`;
    say(`${error.message} (see \`${help}\`)`);
  } else if (error instanceof CliError || error instanceof NoGpuError) {
    say(error.message);
  } else if (isFileSystemError(error)) {
    say(describeArgumentError(error, name, args));
  } else {
    // A bug of visleaf: print where it happened.
    sayBug(error);
  }
  return EXIT_FAILED;
}

/** Runs one command line; returns the exit code. */
export async function runCommand(args: readonly string[]): Promise<ExitCode> {
  const [name, ...rest] = args;
  forgetInputs();
  try {
    if (name === undefined || name === "--help" || name === "-h" || name === "help") {
      printText(describeCommand());
      return name === undefined ? EXIT_FAILED : EXIT_DONE;
    }
    if (name === "--version") {
      printText(VISLEAF_VERSION);
      return EXIT_DONE;
    }
    if (!Object.hasOwn(VERBS, name)) {
      const hint = didYouMean(name, Object.keys(VERBS));
      throw new UsageError(`there is no verb "${name}"${hint}`);
    }
    const verb = await VERBS[name].load();
    if (rest.includes("--help") || rest.includes("-h")) {
      printText(verb.help);
      return EXIT_DONE;
    }
    return (await verb.run(rest)) ?? EXIT_DONE;
  } catch (error) {
    return reportError(error, args);
  }
}
