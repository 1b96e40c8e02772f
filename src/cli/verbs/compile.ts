/** `visleaf compile`: compiles sources to maps and models. */

import { generateMaze, MAX_MAZE_FACES } from "../../compile/generate/maze.ts";
import { buildRoomContent } from "../../compile/generate/room-content.ts";
import { MAX_FACES, MAX_PROPS, MIN_FACES } from "../../compile/generate/room-plan.ts";
import { generateRooms } from "../../compile/generate/rooms.ts";
import { readFromMap } from "../../compile/material-info.ts";
import { Content } from "../../content/content.ts";
import { decodeText } from "../../formats/keyvalues/decode-text.ts";
import { parseVmf } from "../../formats/vmf/parse-vmf.ts";
import { inFile } from "../compile/bad-source.ts";
import { type CompileProgress, createCompileProgress } from "../compile/compile-progress.ts";
import { compileMapFile, compileModelFile, portalPath } from "../compile/compile-source.ts";
import { contentHelp } from "../content/content-help.ts";
import { openContent, printProblems } from "../content/open-content.ts";
import { UsageError } from "../errors.ts";
import { defaultOutput } from "../files/default-output.ts";
import { readInput } from "../files/inputs.ts";
import { checkOutputs } from "../files/write-whole.ts";
import { onlyPositional, parseOptions } from "../options/parse-options.ts";
import { printLines } from "../terminal.ts";
import type { Verb } from "../verb.ts";

function parseWhole(option: string, text: string, min: number, max: number): number {
  const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= min && value <= max) return value;
  throw new UsageError(
    `${option} is a whole number from ${min} to ${max}, not "${text}"`,
    "compile",
  );
}

const GENERATORS = new Map([
  ["rooms", generateRooms],
  ["maze", generateMaze],
]);

/** Runs a compile with its progress on stderr. */
async function report(
  work: (progress: CompileProgress) => Promise<readonly string[]>,
): Promise<void> {
  const progress = createCompileProgress();
  try {
    const result = await work(progress);
    progress.finish();
    printLines(result);
  } catch (error) {
    progress.abandon();
    throw error;
  }
}

export const compileVerb: Verb = {
  help: `visleaf compile MAP.vmf [-o MAP.bsp] [--fast] [--content PATH] [--prt]
visleaf compile MODEL.qc [-o DIR] [--force]
visleaf compile --generate rooms|maze [-o MAP.bsp] [--faces N] [--props N] [--seed N] [--fast]

Compiles a map (vbsp, vvis and vrad in one), a model (studiomdl), or a generated test map.
docs/compilers.md lists what is supported.

  -o, --out PATH     map to write; for a model, the folder in which models/... is made. Default: the
                     source's name with .bsp, or for a model the current folder
  --force            model: replace files that have other content; without it, nothing is written if there
                     are any
  --fast             coarser light and a larger PVS, for a first look
${contentHelp("  --content PATH     ")}
  --prt              also write the portals, MAP.prt
  --generate rooms   a maze of rooms with doors, windows, lights and props
  --generate maze    small cells whose clusters, leafs and areas grow with the faces, at most ${MAX_MAZE_FACES}
  --faces N          faces to generate, ${MIN_FACES} to ${MAX_FACES}, within 5 %; 5000
  --props N          static props to generate, 0 to ${MAX_PROPS}; 0
  --seed N           another number makes other rooms; 1

Progress and times go to stderr, one line per stage. The same source gives the same bytes. Exit code 2 for
a bad source, with its file and line; then nothing is written. If the map leaks, MAP.lin shows the path
from the void to the entity.`,

  async run(args) {
    const { values, positionals } = parseOptions("compile", args, {
      out: { type: "string", short: "o" },
      fast: { type: "boolean", default: false },
      content: { type: "string", multiple: true, default: [] },
      prt: { type: "boolean", default: false },
      generate: { type: "string" },
      faces: { type: "string", default: "5000" },
      props: { type: "string", default: "0" },
      seed: { type: "string", default: "1" },
      force: { type: "boolean", default: false },
    });
    const { fast, prt } = values;
    const path = positionals[0] ?? "";
    const isModel = values.generate === undefined && /\.qc$/i.test(path);
    if (values.force && !isModel) throw new UsageError("--force is only for models", "compile");
    const out =
      values.out ?? (isModel ? "." : await defaultOutput(values.generate ?? path, ".bsp"));
    if (!isModel) {
      const portals = prt ? [portalPath(out)] : [];
      await checkOutputs([out, ...portals], [...positionals, ...values.content]);
    }
    if (values.generate !== undefined) {
      const generate = GENERATORS.get(values.generate);
      if (generate === undefined || positionals.length > 0) {
        throw new UsageError("--generate takes rooms or maze, and no file", "compile");
      }
      const most = values.generate === "maze" ? MAX_MAZE_FACES : MAX_FACES;
      const vmf = generate({
        faces: parseWhole("--faces", values.faces, MIN_FACES, most),
        props: parseWhole("--props", values.props, 0, MAX_PROPS),
        seed: parseWhole("--seed", values.seed, 0, 2 ** 32 - 1),
      });
      await report((progress) => {
        const pak = buildRoomContent(progress);
        return compileMapFile(vmf, { out, fast, prt, pak, read: readFromMap(pak) }, progress);
      });
      return;
    }
    onlyPositional("compile", positionals, "source");
    if (isModel) {
      await report((progress) => compileModelFile(path, out, { force: values.force }, progress));
      return;
    }
    if (!/\.vmf$/i.test(path)) throw new UsageError(`${path} is no .vmf and no .qc`, "compile");
    const found = await openContent(values.content);
    printProblems(found);
    const content = new Content(found.sources);
    const read = (name: string) => content.read(name);
    await report((progress) =>
      inFile(path, async () => {
        const text = decodeText(await readInput(path));
        return compileMapFile(parseVmf(text), { out, fast, prt, read }, progress);
      }),
    );
  },
};
