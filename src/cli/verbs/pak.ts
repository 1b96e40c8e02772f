/** `visleaf pak`: the files that are packed in a map. */

import { CliError, UsageError } from "../errors.ts";
import { checkOutput, writeWhole } from "../files/write-whole.ts";
import { parseLimits } from "../options/parse-limits.ts";
import { parseOptions } from "../options/parse-options.ts";
import { addToPak, type ChangedPak, removeFromPak } from "../pak/change-pak.ts";
import { extractPak } from "../pak/extract-pak.ts";
import { listFilesToAdd } from "../pak/files-to-add.ts";
import { listPak } from "../pak/list-pak.ts";
import { openPak } from "../pak/open-pak.ts";
import { printJson, printLines } from "../terminal.ts";
import type { Verb } from "../verb.ts";

const OPTIONS = {
  out: { type: "string", short: "o" },
  as: { type: "string" },
  under: { type: "string" },
  lzma: { type: "boolean", default: false },
  store: { type: "boolean", default: false },
  force: { type: "boolean", default: false },
  json: { type: "boolean", default: false },
  limit: { type: "string", multiple: true, default: [] as string[] },
} as const;

/** Which options each action takes, beside --json. */
const TAKES: Readonly<Record<string, readonly string[]>> = {
  list: [],
  extract: ["out", "force", "limit"],
  add: ["out", "as", "under", "lzma", "store"],
  remove: ["out"],
};

export const pakVerb: Verb = {
  help: `visleaf pak MAP list
visleaf pak MAP extract [PATH…] --out DIR [--force]
visleaf pak MAP add FILE… [--as PATH] [--under FOLDER]
visleaf pak MAP remove PATH…

Lists, writes out and changes the files that are packed in a map (.bsp), in its LUMP_PAKFILE. PATH is a
path in the pakfile, in any case and with either slash, or a glob: * and ? within a folder, ** through
all. FILE is a file, which goes by its path as it is typed, or a folder, each file in which goes by its
path in the folder. A file that is there already is replaced.

  -o, --out PATH       the folder to write into; of add and remove the map to write, in place of MAP
  --as PATH            the path of the one file that is added
  --under FOLDER       the folder in the pakfile that files, by their names, and folders are put into
  --store, --lzma      how new files are stored: as they are, which every game reads, or by LZMA (method
                       14), which newer branches do
  --force              extract: replace files that exist in DIR with other content; without it, nothing is
                       written if one does
  --limit NAME=NUMBER  what unpacking may cost in place of what docs/limits.md says (unpackedBytes)
  --json               print one JSON object instead of text: {map, byteLength, entries: [{path,
                       byteLength, packedByteLength, method, crc}]}, {out, files: [{path, byteLength}]},
                       or {out, byteLength, added, replaced, removed}

Files that stay keep their bytes and their order, new ones follow them, and all else in the map is
the same. Without --out the map is replaced once the new one is written whole. Exit code 2 for a bad map
or archive, also where only some of its files are damaged; the others are then written.`,

  async run(args) {
    const { values, positionals } = parseOptions("pak", args, OPTIONS);
    const [map, action, ...rest] = positionals;
    if (map === undefined || !Object.hasOwn(TAKES, action ?? "")) {
      throw new UsageError("wants a map, then list, extract, add or remove", "pak");
    }
    for (const [name, value] of Object.entries(values)) {
      const isGiven = Array.isArray(value) ? value.length > 0 : value !== false;
      if (name !== "json" && isGiven && !TAKES[action].includes(name)) {
        throw new UsageError(`${action} takes no --${name}`, "pak");
      }
    }
    const { json } = values;
    if (action === "list") {
      if (rest.length > 0) throw new UsageError("list takes no paths", "pak");
      listPak(map, await openPak(map), json);
    } else if (action === "extract") {
      await extract(map, rest, values);
    } else {
      await change(map, action === "add", rest, values);
    }
  },
};

interface Values {
  readonly out?: string;
  readonly as?: string;
  readonly under?: string;
  readonly lzma: boolean;
  readonly store: boolean;
  readonly force: boolean;
  readonly json: boolean;
  readonly limit: string[];
}

async function extract(map: string, paths: readonly string[], { out, force, limit, json }: Values) {
  if (out === undefined) throw new UsageError("extract wants --out, a folder", "pak");
  const limits = parseLimits("pak", limit);
  const pak = await openPak(map);
  const { written, damage } = await extractPak(pak, paths, { folder: out, force, limits });
  if (json) printJson({ out, files: written });
  else
    printLines([
      ...written.map(({ path }) => path),
      `${written.length} file${written.length === 1 ? "" : "s"} in ${out}`,
    ]);
  if (damage !== null) throw damage;
}

async function change(map: string, isAdd: boolean, paths: readonly string[], values: Values) {
  const { as, under, lzma, store, json, out = map } = values;
  if (paths.length === 0) throw new UsageError("wants files to add, or paths to remove", "pak");
  if (lzma && store) throw new UsageError("--lzma or --store, not both", "pak");
  if (as !== undefined && under !== undefined) {
    throw new UsageError("--as or --under, not both", "pak");
  }
  const files = isAdd ? await listFilesToAdd(paths, { as, under }) : [];
  if (isAdd && files.length === 0) throw new CliError("there are no files to add");
  const inputs = [map, ...files.map(({ file }) => file)];
  await checkOutput(out, inputs, { inPlace: map });
  const pak = await openPak(map);
  const changed = isAdd ? await addToPak(pak, files, lzma) : removeFromPak(pak, paths);
  await writeWhole(out, changed.bytes, { inPlace: map });
  if (json) {
    const { bytes, ...what } = changed;
    printJson({ out, byteLength: bytes.length, ...what });
  } else {
    printLines(describeChange(out, changed));
  }
}

function describeChange(out: string, { bytes, added, replaced, removed }: ChangedPak): string[] {
  const isReplaced = new Set(replaced);
  return [
    ...added.map(({ path }) => `${isReplaced.has(path) ? "replaced" : "added"} ${path}`),
    ...removed.map((path) => `removed ${path}`),
    `${out}: ${bytes.length} bytes`,
  ];
}
