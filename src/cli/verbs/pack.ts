/** `visleaf pack`: packs a map and all its content into one zip to host. */

import { packMapFiles } from "../../analysis/content/pack-map.ts";
import type { ContentPath, ContentSource } from "../../content/types.ts";
import type { Warning } from "../../core/diagnostics.ts";
import type { DeflatedFile } from "../../formats/zip/deflate-file.ts";
import { writeZip } from "../../formats/zip/write-zip.ts";
import { inFile } from "../compile/bad-source.ts";
import { contentHelp } from "../content/content-help.ts";
import { isMissing, listMissing, type MissingContent } from "../content/missing-content.ts";
import { openContent, printProblems } from "../content/open-content.ts";
import { CliError } from "../errors.ts";
import { defaultOutput } from "../files/default-output.ts";
import { openMapPath } from "../files/map-file.ts";
import { checkOutput, writeWhole } from "../files/write-whole.ts";
import { formatTable } from "../format-summary.ts";
import { onlyPositional, parseOptions } from "../options/parse-options.ts";
import { printJson, printLines } from "../terminal.ts";
import type { Verb } from "../verb.ts";

// Gathers a map's files by loading it as the page does, and recording the files that were read.

interface PackedFile {
  readonly path: ContentPath;
  readonly byteLength: number;
  /** Size in the zip. */
  readonly packedByteLength: number;
}

interface PackedMap {
  readonly zip: Uint8Array;
  /** The map and its files, by path. */
  readonly files: readonly PackedFile[];
  /** Warnings from loading the map with all packed files available. */
  readonly warnings: readonly Warning[];
}

/**
 * Packs a map, however it is stored, with the files it uses from the sources. Files in the map's
 * own pakfile stay there. The same input gives the same bytes.
 * @throws FormatError if it is not a map that can be drawn; CliError if it is too large for a zip
 */
async function packMap(path: string, content: readonly ContentSource[]): Promise<PackedMap> {
  return inFile(path, async () => {
    const opened = await openMapPath(path);
    const { name } = opened;
    const bytes = await opened.bytes.read(0, opened.bytes.byteLength);
    // In the page's search order.
    const sources = [...(opened.content ? [opened.content] : []), ...content];
    const { files, warnings } = await packMapFiles(name, bytes, sources);
    return { zip: writeMapZip(files), files: listFiles(files), warnings };
  });
}

function writeMapZip(files: Parameters<typeof writeZip>[0]): Uint8Array {
  try {
    return writeZip(files);
  } catch (error) {
    if (error instanceof RangeError) throw new CliError(`this cannot be packed: ${error.message}`);
    throw error;
  }
}

function listFiles(files: ReadonlyMap<string, Uint8Array | DeflatedFile>): PackedFile[] {
  const list = [...files].map(([path, file]) => {
    const packedByteLength = file instanceof Uint8Array ? file.length : file.deflated.length;
    const byteLength = file instanceof Uint8Array ? file.length : file.byteLength;
    return { path, byteLength, packedByteLength };
  });
  return list.sort((a, b) => (a.path < b.path ? -1 : 1));
}

const KINDS = ["map", "materials", "textures", "models", "sky", "other"] as const;
type Kind = (typeof KINDS)[number];

const KIND_OF: Readonly<Record<string, Kind>> = {
  bsp: "map",
  vmt: "materials",
  vtf: "textures",
  mdl: "models",
  vvd: "models",
  vtx: "models",
};

interface KindTotal {
  readonly kind: Kind;
  readonly files: number;
  readonly byteLength: number;
  readonly packedByteLength: number;
}

interface PackReport {
  readonly out: string;
  /** Size of the zip, with its directory. */
  readonly byteLength: number;
  readonly kinds: readonly KindTotal[];
  readonly files: readonly (PackedFile & { readonly kind: Kind })[];
  readonly missing: MissingContent;
  /** One sentence for each file that exists but is unusable. */
  readonly faults: readonly string[];
}

function makePackReport(out: string, { zip, files, warnings }: PackedMap): PackReport {
  const listed = files.map((file) => ({ ...file, kind: kindOf(file.path) }));
  const kinds = KINDS.map((kind) => {
    const own = listed.filter((file) => file.kind === kind);
    return {
      kind,
      files: own.length,
      byteLength: own.reduce((sum, file) => sum + file.byteLength, 0),
      packedByteLength: own.reduce((sum, file) => sum + file.packedByteLength, 0),
    };
  });
  return {
    out,
    byteLength: zip.length,
    kinds: kinds.filter((total) => total.files > 0),
    files: listed,
    missing: listMissing(warnings),
    faults: warnings.filter((warning) => !isMissing(warning)).map(({ message }) => message),
  };
}

function kindOf(path: string): Kind {
  if (path.startsWith("materials/skybox/")) return "sky";
  return KIND_OF[path.slice(path.lastIndexOf(".") + 1)] ?? "other";
}

function formatPackReport(report: PackReport): string[] {
  const { out, byteLength, kinds, missing, faults } = report;
  const sum = (of: (total: KindTotal) => number) =>
    kinds.reduce((all, total) => all + of(total), 0);
  const rows = [
    ...kinds,
    {
      kind: "all",
      files: sum((total) => total.files),
      byteLength: sum((total) => total.byteLength),
      packedByteLength: sum((total) => total.packedByteLength),
    },
  ];
  const table = rows.map(({ kind, files, byteLength: bytes, packedByteLength: packed }) => {
    return { kind, files, bytes, packed };
  });
  const lacking = Object.entries(missing).flatMap(([kind, paths]) =>
    paths.length === 0 ? [] : [`missing ${kind}: ${paths.length}`, ...paths.map((p) => `  ${p}`)],
  );
  return [
    `${out}: ${(byteLength / 1e6).toFixed(1)} MB`,
    ...formatTable(table, "  "),
    ...(lacking.length > 0 ? lacking : ["nothing is missing"]),
    ...faults,
  ];
}

export const packVerb: Verb = {
  help: `visleaf pack MAP --content PATH [-o MAP.visleaf.zip] [--json]

Writes one zip to host: the map and every file that it uses. The page and the element open it like a map,
without other content. MAP is a .bsp, a .bsp.bz2, or a zip or .gma with one map in it. Files in the map's
pakfile stay there.

  -o, --out PATH   the zip to write; default: MAP.visleaf.zip, in the current folder
${contentHelp("  --content PATH   ")}
  --json           print one JSON object instead of text: {out, byteLength,
                   kinds: [{kind, files, byteLength, packedByteLength}],
                   files: [{path, kind, byteLength, packedByteLength}],
                   missing: {materials, textures, models}, faults}

Loads the map as the page does and keeps every file that was read. The map is stored, so that a page can
read it by ranges; other files are deflated. The same input gives the same bytes. Missing content is
reported and is no error. Exit code 2 for a bad map or archive: then nothing is written.`,

  async run(args) {
    const { values, positionals } = parseOptions("pack", args, {
      out: { type: "string", short: "o" },
      content: { type: "string", multiple: true, default: [] },
      json: { type: "boolean", default: false },
    });
    const path = onlyPositional("pack", positionals, "map");
    const out = values.out ?? (await defaultOutput(path, ".visleaf.zip"));
    await checkOutput(out, [path, ...values.content]);
    const content = await openContent(values.content);
    printProblems(content);
    const packed = await packMap(path, content.sources);
    await writeWhole(out, packed.zip);
    const report = makePackReport(out, packed);
    if (values.json) printJson(report);
    else printLines(formatPackReport(report));
  },
};
