/** `visleaf pak`: lists, extracts, adds or removes the files packed in a map. */

import type { ZipRecord } from "../../../formats/zip/read-records.ts";
import { CliError, UsageError } from "../../errors.ts";
import { checkOutput, writeWhole } from "../../files/write-whole.ts";
import { formatTable } from "../../format-summary.ts";
import { parseLimits } from "../../options/parse-limits.ts";
import { parseOptions } from "../../options/parse-options.ts";
import {
  addToPak,
  type ChangedPak,
  listFilesToAdd,
  type OpenPak,
  openPak,
  removeFromPak,
} from "../../pak/change-pak.ts";
import { extractPak } from "../../pak/extract-pak.ts";
import { printJson, printLines } from "../../terminal.ts";
import type { Verb } from "../../verb.ts";

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

/** Options of each action besides --json. */
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

Lists, extracts, adds or removes the files packed in a map (.bsp), in LUMP_PAKFILE. PATH is a path in the
pakfile, in any case, with either slash, or a glob: * and ? within a folder, ** across folders. FILE is a
file, stored under its path as typed, or a folder, whose files are stored under their paths in it. Existing
files are replaced. Paths are stored in lower case.

  -o, --out PATH       extract: folder to write into; add, remove: map to write instead of MAP
  --as PATH            path in the pakfile, for one added file
  --under FOLDER       folder in the pakfile for the added files
  --store, --lzma      store new files plain, which every game reads, or by LZMA (method 14), which newer
                       branches read
  --force              extract: replace files in DIR that have other content; without it, nothing is
                       written if there are any
  --limit NAME=NUMBER  change a limit of docs/limits.md (unpackedBytes)
  --json               print one JSON object instead of text: {map, byteLength, entries: [{path,
                       byteLength, packedByteLength, method, crc}]}, {out, files: [{path, byteLength}]},
                       or {out, byteLength, added, replaced, removed}

Other files keep their bytes and order, and the rest of the map stays the same. Without --out the map is
replaced after the new one is complete. Exit code 2 for a bad map or archive, and if some files are
damaged; the others are still written.

  visleaf pak de_office.bsp extract "materials/**" --out office
  visleaf pak de_office.bsp add wall.vmt wall.vtf --under materials/brick`,

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

const METHODS: Readonly<Record<number, string>> = { 0: "stored", 8: "deflate", 14: "lzma" };

function listPak(map: string, { records, zip }: OpenPak, json: boolean): void {
  const entries = records.map(describeRecord);
  if (json) {
    printJson({ map, byteLength: zip.length, entries });
    return;
  }
  const rows = entries.map(({ path, byteLength: bytes, packedByteLength: packed, ...rest }) => {
    return { bytes, packed, ...rest, path };
  });
  const files = `${records.length} file${records.length === 1 ? "" : "s"}`;
  printLines([...(rows.length > 0 ? formatTable(rows, "") : []), `${files}, ${zip.length} bytes`]);
}

/** Describes an entry with its name as stored, so that wrong names are visible. */
function describeRecord(record: ZipRecord) {
  const { name, byteLength, compressedByteLength, method, crc } = record;
  return {
    path: name,
    byteLength,
    packedByteLength: compressedByteLength,
    method: METHODS[method] ?? `method ${method}`,
    crc: crc.toString(16).padStart(8, "0"),
  };
}
