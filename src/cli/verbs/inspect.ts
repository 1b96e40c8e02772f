/** `visleaf inspect`: prints the contents of a file. */

import { basename, extname } from "node:path";
import type { ByteSource } from "../../content/bytes/byte-source.ts";
import type { Limits } from "../../core/limits.ts";
import type { LumpContents } from "../../formats/bsp/tables/open-lump.ts";
import { CliError, EXIT_BAD_FILE, EXIT_DONE, UsageError } from "../errors.ts";
import { withFileBytes } from "../files/file-bytes.ts";
import { detectFileKind, type MapSummary, READABLE_EXTENSIONS } from "../files/file-kinds.ts";
import { findBeside } from "../files/find-beside.ts";
import { headlineOf } from "../files/headline.ts";
import { checkOutput, writeWhole } from "../files/write-whole.ts";
import { formatCell, formatSummary, formatTable } from "../format-summary.ts";
import { listFiles } from "../many/list-files.ts";
import { optionsAsArgs, parseJobs, runMany } from "../many/run-many.ts";
import { parseLimits } from "../options/parse-limits.ts";
import { onlyPositional, parseOptions } from "../options/parse-options.ts";
import { printJson, printJsonPieces, printLines } from "../terminal.ts";
import type { Verb } from "../verb.ts";

const MAGIC_BYTES = 4;

export const inspectVerb: Verb = {
  help: `visleaf inspect FILE... [options]

Prints what is in a map (.bsp), a model (.mdl, .vvd, .vtx, .phy), a texture (.vtf), a material (.vmt),
particle systems (.pcf) or an archive (.vpk, .gma; name the _dir.vpk of a split VPK). The first bytes
decide the kind, then the file name. The first line sums up the file. The LODs of a model are counted
if its .vvd and .vtx lie beside it.

  --lump NAME          print the rows of one lump of a map, named as in Valve's headers: faces, LUMP_FACES
  --report FILE.html   write a page about a map: its bytes as a treemap, and tables of its lumps
  --verify             read a whole VPK with its parts and check every CRC, MD5 sum and the signature:
                       one line on stderr per fault, then exit code 2
  --json               print one JSON object instead of text; of several files an array, with "file"
  --jobs N             several files: processes at once; 1
  --limit NAME=NUMBER  change a limit of docs/limits.md; NUMBER may be none; repeatable

FILE may be a folder: all maps in it. Of several files, a bad one does not end the others; the exit code is
the worst.

JSON of a map: lumps [{name, title, offset, byteLength, records, recordBytes, share, ...}] where records
is null if the lump is no array; unused and overlapping bytes; limits of the map's engine, fullest first,
[{lump, unit, used, limit, share}], and limitsOf, its branch or null. With --lump: {format, index, name,
version, offset, length, compressed, byteLength, tables: [{name, count, recordBytes, rows}]}.
JSON of a model: counts; sequenceList [{name, activity, frames, fps, flags, flagNames, animations,
events: [{frame, event, name, options}]}], animationList [{name, frames, fps, flags, flagNames,
isExternal}], attachmentList [{name, bone, origin}], hitboxList [{set, bone, group, groupName, box}],
materialList [{name, paths}]; header, with rootLOD, numAllowedRootLODs, constdirectionallightdot,
activitylistversion, eventsindexed and bonetablebyname. Lists are null, with listFault, if they cannot be
read.
JSON of particle systems: systems [{name, material, maxParticles, renderers, emitters, initializers,
operators, forces, constraints, children}], materials, functions [{list, name, count}].
JSON of --verify: {format, version, isSound, files: {count, sound}, pieces: {count, sound, otherSums},
sums, signature: {state, of, keyBits, keySha256}, faults}; state is good, wrong or unsigned.
Exit code 2 for a bad file, with one line on stderr; with --json that line is
{"error": {"format", "code", "where", "offset", "expected", "found", "message"}}

  visleaf inspect de_office.bsp --lump overlays
  visleaf inspect male_07.mdl --json | jq -r '.sequenceList[].name'`,

  async run(args) {
    const { values, positionals } = parseOptions("inspect", args, {
      json: { type: "boolean", default: false },
      lump: { type: "string" },
      report: { type: "string" },
      verify: { type: "boolean", default: false },
      limit: { type: "string", multiple: true, default: [] },
      jobs: { type: "string", default: "1" },
    });
    const limits = parseLimits("inspect", values.limit);
    if (positionals.length === 0) onlyPositional("inspect", positionals, "file");
    const { files, isMany } = await listFiles(positionals);
    const jobs = parseJobs(values.jobs);
    if (isMany) {
      if (values.report !== undefined) {
        throw new UsageError("--report is of one map", "inspect");
      }
      return runMany({
        ...{ verb: "inspect", files, jobs, isJson: values.json, force: false },
        options: optionsAsArgs(values, ["jobs"]),
        outputOf: () => null,
      });
    }
    const [{ path }] = files;
    if (values.verify) {
      const { verifyFile } = await import("../files/verify-file.ts");
      return (await verifyFile(path, values.json)) ? EXIT_DONE : EXIT_BAD_FILE;
    }
    if (values.lump !== undefined) {
      const bytes = await withFileBytes(path, (file) => file.read(0, file.byteLength));
      await inspectLump(bytes, values.lump, limits, values.json);
      return EXIT_DONE;
    }
    if (values.report !== undefined) {
      await writeReport(path, values.report, limits);
      return EXIT_DONE;
    }
    const { kind, summary } = await withFileBytes(path, (file) =>
      summarizeFile(path, file, limits),
    );
    if (values.json) printJson(summary);
    else
      printLines([
        headlineOf(path, summary),
        "",
        ...formatSummary(kind.shorten?.(summary) ?? summary),
      ]);
    return EXIT_DONE;
  },
};

async function summarizeFile(path: string, file: ByteSource, limits: Limits) {
  const start = await file.read(0, Math.min(MAGIC_BYTES, file.byteLength));
  const kind = detectFileKind(path, start);
  if (!kind) {
    const known = READABLE_EXTENSIONS.join(", ");
    throw new CliError(`${path} is not a file that can be inspected: ${known}`);
  }
  const summary =
    "summarizeParts" in kind
      ? await kind.summarizeParts(file)
      : await kind.summarize(await file.read(0, file.byteLength), {
          limits,
          readBeside: (extensions) => readBeside(path, extensions),
        });
  return { kind, summary };
}

async function writeReport(path: string, out: string, limits: Limits): Promise<void> {
  await checkOutput(out, [path]);
  const { readMapReport } = await import("../report/read-map-report.ts");
  const { formatReport } = await import("../report/report-page.ts");
  const page = await withFileBytes(path, async (file) => {
    const { summary } = await summarizeFile(path, file, limits);
    if (!("lumps" in summary))
      throw new CliError(`--report is only for maps, and ${path} is not one`);
    const bytes = await file.read(0, file.byteLength);
    const report = await readMapReport(basename(path), bytes, summary as MapSummary, limits);
    return formatReport(report);
  });
  await writeWhole(out, page);
  printLines([`wrote ${out}`]);
}

async function readBeside(path: string, extensions: readonly string[]): Promise<Uint8Array | null> {
  const stem = basename(path, extname(path));
  const find = await findBeside(path);
  const found = extensions.map((extension) => find(stem + extension)).find((file) => file !== null);
  return found ? withFileBytes(found, (file) => file.read(0, file.byteLength)) : null;
}

/** Rows of a table in text output; JSON has all. */
const SHOWN_ROWS = 20;
/** Limits of text output: numbers and other items in a list, and characters in a cell. */
const SHOWN_NUMBERS = 24;
const SHOWN_ITEMS = 6;
const SHOWN_LETTERS = 160;

async function inspectLump(bytes: Uint8Array, name: string, limits: Limits, json: boolean) {
  const { openLump } = await import("../../formats/bsp/tables/open-lump.ts");
  const { explainBadMagic } = await import("../../formats/foreign-file.ts");
  let lump: LumpContents | null;
  try {
    lump = openLump(bytes, name, limits);
  } catch (error) {
    throw explainBadMagic(error, bytes);
  }
  if (lump === null) throw new CliError(`no lump of a map is called ${name}`);
  if (json) printJsonPieces(piecesOf(lump));
  else printLines([...describe(lump)]);
}

/** Yields one JSON object in pieces, row by row, since a lump of lightmaps has millions of rows. */
function* piecesOf({ tables, ...entry }: LumpContents): Generator<string> {
  yield `${JSON.stringify({ format: "BSP", ...entry }).slice(0, -1)},"tables":[`;
  for (const [i, table] of tables.entries()) {
    const { name, count, recordBytes } = table;
    const head = JSON.stringify({ name, count, recordBytes }).slice(0, -1);
    yield `${i === 0 ? "" : ","}${head},"rows":[`;
    for (let row = 0; row < count; row++) {
      yield `${row === 0 ? "" : ","}${JSON.stringify(table.row(row))}`;
    }
    yield "]}";
  }
  yield "]}";
}

function* describe({ tables, ...entry }: LumpContents): Generator<string> {
  yield* formatSummary(entry);
  if (tables.length === 0 && entry.length > 0)
    yield "tables: none, its bytes are not known to be records";
  for (const { name, count, recordBytes, row } of tables) {
    yield `${name}: ${count}${recordBytes === 0 ? "" : ` of ${recordBytes} bytes`}`;
    const shown = Array.from({ length: Math.min(count, SHOWN_ROWS) }, (_, i) => ({
      row: i,
      ...Object.fromEntries(
        Object.entries(row(i)).map(([field, value]) => [field, shorten(value)]),
      ),
    }));
    if (shown.length > 0) yield* formatTable(shown, "  ");
    if (count > SHOWN_ROWS) yield `  and ${count - SHOWN_ROWS} more, all of them with --json`;
  }
}

/** Shortens long lists, with their length; JSON has them whole. */
function shorten(value: unknown): unknown {
  if (typeof value === "string") return cutText(value);
  if (value === null || typeof value !== "object") return value;
  return cutText(formatCell(cutLists(value)));
}

const cutText = (text: string): string =>
  text.length <= SHOWN_LETTERS ? text : `${text.slice(0, SHOWN_LETTERS - 1)}…`;

function cutLists(value: unknown): unknown {
  if (value === null || typeof value !== "object") return value;
  if (!Array.isArray(value)) {
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, cutLists(item)]));
  }
  const most = typeof value[0] === "object" ? SHOWN_ITEMS : SHOWN_NUMBERS;
  if (value.length <= most) return value.map(cutLists);
  // The length comes first, because cells are cut at their end.
  return [`(${value.length})`, ...value.slice(0, most).map(cutLists), "…"];
}
