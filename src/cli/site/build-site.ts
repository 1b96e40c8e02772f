/**
 * Builds a static site of maps. Each map's pictures and findings are made by the command's own verbs,
 * in processes of their own; results are kept, so that a later run continues.
 */

import { mkdir, readdir, stat } from "node:fs/promises";
import { basename, dirname, extname, join, relative } from "node:path";
import { FormatError } from "../../core/errors.ts";
import { inFile } from "../compile/bad-source.ts";
import { CliError, EXIT_BAD_FILE, EXIT_DONE, EXIT_FOUND } from "../errors.ts";
import { describeFileError, isFileSystemError } from "../files/describe-file-error.ts";
import { openMapPath } from "../files/map-file.ts";
import { copyWhole, writeWhole } from "../files/write-whole.ts";
import type { ListedFile } from "../many/list-files.ts";
import { messagesOf, runChild } from "../many/run-child.ts";
import { inJobs } from "../many/run-many.ts";
import { formatGallery, type GalleryMap } from "./gallery-page.ts";
import { type MapFacts, readMapFacts } from "./map-facts.ts";
import { formatMapPage } from "./map-page.ts";
import {
  MOST_FINDINGS,
  readKept,
  type SiteFinding,
  type SiteMap,
  type SiteSource,
} from "./site-map.ts";

export interface SiteOptions {
  readonly out: string;
  readonly title: string;
  readonly content: readonly string[];
  /** Pixels of each map's picture. */
  readonly size: string;
  /** Address of the folder in which the maps lie on the web; null to copy them into the site. */
  readonly mapsUrl: string | null;
  readonly jobs: number;
  /** Whether maps that are up to date are made again. */
  readonly force: boolean;
  /** Folder of the built page, which shows the maps. */
  readonly pageFolder: string;
  readonly signal: AbortSignal;
  /** Called after each map. */
  onMap(map: SiteMap, isKept: boolean): void;
}

/** Milliseconds between two galleries of a run, which takes hours for thousands of maps. */
const GALLERY_MS = 30_000;

const PICTURE = "picture.png";
const OVERVIEW = "overview";

/** Encodes each folder and name of a path for an address. */
const encodePath = (path: string) => path.split("/").map(encodeURIComponent).join("/");

/** Returns the maps in the order of the files. Maps after an interrupt are missing. */
export async function buildSite(
  files: readonly ListedFile[],
  options: SiteOptions,
): Promise<readonly SiteMap[]> {
  const { out, title, jobs, signal, pageFolder } = options;
  await mkdir(out, { recursive: true });
  await copyPage(pageFolder, join(out, "view"));
  const made: (SiteMap | undefined)[] = files.map(() => undefined);
  const listMade = () => made.filter((map) => map !== undefined);
  const writeGallery = () =>
    writeWhole(join(out, "index.html"), formatGallery(title, listMade().map(cardOf)));
  let writtenMs = performance.now();
  let writing: Promise<void> = Promise.resolve();
  await inJobs(files, jobs, signal, async (file, index) => {
    const { map, isKept } = await makeMap(file, options);
    if (signal.aborted) return;
    made[index] = map;
    options.onMap(map, isKept);
    if (performance.now() - writtenMs < GALLERY_MS) return;
    writtenMs = performance.now();
    writing = writing.then(writeGallery);
    await writing;
  });
  await writing;
  await writeGallery();
  return listMade();
}

/** Copies the page without the demo map, the benchmark's page and source maps. */
async function copyPage(from: string, to: string): Promise<void> {
  const entries = await readdir(from, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name);
    const inside = relative(from, path);
    if (!entry.isFile() || /visleaf_demo|\.map$|^src\b/.test(inside)) continue;
    await mkdir(dirname(join(to, inside)), { recursive: true });
    await copyWhole(path, join(to, inside));
  }
}

function cardOf(map: SiteMap): GalleryMap {
  const { name, title, author, byteLength, picture, check, faults, facts } = map;
  const folder = `maps/${encodePath(name)}`;
  return {
    ...{ name, title, author, byteLength, game: null },
    href: `${folder}/index.html`,
    picture: picture === null ? null : `${folder}/${picture}`,
    counts: check?.counts ?? null,
    fault: facts === null ? (faults[0] ?? "it cannot be read") : null,
  };
}

/** The name of the map's copy, which keeps how the map is stored. */
function fileNameOf(path: string, hasContent: boolean): string {
  const stem = basename(path).replace(/\.(?:bsp|bsp\.bz2|visleaf\.zip|zip|gma)$/i, "");
  if (hasContent) return `${stem}.visleaf.zip`;
  return /\.bsp\.bz2$/i.test(path) ? `${stem}.bsp.bz2` : stem + extname(path).toLowerCase();
}

async function makeMap(file: ListedFile, options: SiteOptions) {
  const { out, content, size, mapsUrl } = options;
  const folder = join(out, "maps", ...file.name.split("/"));
  const stats = await stat(file.path).catch(() => null);
  const source: SiteSource = {
    byteLength: stats?.size ?? 0,
    mtimeMs: stats?.mtimeMs ?? 0,
    options: JSON.stringify({ content, size, mapsUrl }),
    visleaf: VISLEAF_VERSION,
  };
  const note = join(folder, "map.json");
  const kept = options.force ? null : await readKept(note, source);
  if (kept !== null) return { map: kept, isKept: true };
  await mkdir(folder, { recursive: true });
  const map = await drawMap(file, folder, source, options);
  if (options.signal.aborted) return { map, isKept: false };
  const address = addressOf(map, file, mapsUrl);
  // The viewer is two folders below the root's parent: its addresses begin in view/.
  const query =
    `map=${encodeURIComponent(/^https?:/.test(address) ? address : `../${address}`)}`.replaceAll(
      "%2F",
      "/",
    );
  const root = "../".repeat(file.name.split("/").length + 1);
  await writeWhole(join(folder, "index.html"), formatMapPage(map, root, { query, map: address }));
  // Last, so that an interrupted map is made again.
  await writeWhole(note, JSON.stringify(map));
  return { map, isKept: false };
}

/** Returns the address of the map's file, from the site's root or absolute. */
function addressOf(map: SiteMap, { path, name }: ListedFile, mapsUrl: string | null): string {
  if (mapsUrl === null)
    return `maps/${encodePath(name)}/${encodeURIComponent(map.file ?? basename(path))}`;
  const folder = name.split("/").slice(0, -1);
  return mapsUrl.replace(/\/?$/, "/") + encodePath([...folder, basename(path)].join("/"));
}

/** Reads a map's facts, draws its pictures, checks it and copies it, as far as each is possible. */
async function drawMap(
  { path, name }: ListedFile,
  folder: string,
  source: SiteSource,
  { content, size, mapsUrl, signal }: SiteOptions,
): Promise<SiteMap> {
  const faults: string[] = [];
  let isFinal = true;
  const { byteLength } = source;
  const map = { source, name, byteLength };
  const facts = await readFacts(path).catch((error) => {
    faults.push(explain(error));
    return null;
  });
  if (facts === null) {
    const nothing = { picture: null, overview: null, file: null, check: null };
    return { ...map, isFinal, title: null, author: null, facts, ...nothing, faults };
  }
  const contentArgs = content.map((each) => `--content=${each}`);
  /** Runs a verb on the map; returns what it printed, or null if it failed. */
  const run = async (what: string, verb: string, ...args: string[]): Promise<string | null> => {
    const result = await runChild([verb, ...args, ...contentArgs, "--", path], signal);
    if (result.code === EXIT_DONE || result.code === EXIT_FOUND) return result.stdout;
    if (result.code !== EXIT_BAD_FILE) isFinal = false;
    faults.push(`${what}: ${messagesOf(result).join(" ").replaceAll(`${path}: `, "")}`);
    return null;
  };
  const picture = await run(
    "no picture",
    "shot",
    `--out=${join(folder, PICTURE)}`,
    `--size=${size}`,
  );
  const above = await run(
    "no overview",
    "overview",
    `--out=${join(folder, OVERVIEW)}`,
    "--size=512",
  );
  const checked = await run("not checked", "check", "--json");
  const fileName = fileNameOf(path, content.length > 0);
  let file: string | null = null;
  if (mapsUrl === null && content.length > 0) {
    const packed = await run("not packed", "pack", `--out=${join(folder, fileName)}`);
    if (packed !== null) file = fileName;
  } else if (mapsUrl === null) {
    await copyWhole(path, join(folder, fileName));
    file = fileName;
  }
  return {
    ...map,
    isFinal,
    title: facts.title,
    author: facts.author,
    facts,
    picture: picture === null ? null : PICTURE,
    overview: above === null ? null : `${OVERVIEW}_radar.png`,
    file,
    check: checked === null ? null : summarizeCheck(checked),
    faults,
  };
}

async function readFacts(path: string): Promise<MapFacts> {
  return inFile(basename(path), async () => readMapFacts((await openMapPath(path)).bytes));
}

/** @throws the error itself if it is a bug of visleaf */
function explain(error: unknown): string {
  if (error instanceof FormatError || error instanceof CliError) return error.message;
  if (isFileSystemError(error)) return describeFileError(error);
  throw error;
}

/** Keeps the counts and the first findings of a check's JSON, the most severe. */
function summarizeCheck(json: string): SiteMap["check"] {
  const [{ counts, findings }] = JSON.parse(json);
  const all = findings as readonly SiteFinding[];
  const rows = all
    .slice(0, MOST_FINDINGS)
    .map(({ severity, rule, message }) => ({ severity, rule, message }));
  return { counts, findings: rows, more: all.length - rows.length };
}
