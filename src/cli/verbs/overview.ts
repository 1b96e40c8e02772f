/** `visleaf overview`: draws a map from above, to scale, with the game's text file. */

import { basename, join } from "node:path";
import { isCannotTell } from "../../analysis/cannot-tell.ts";
import { openCostMap } from "../../analysis/cost/index.ts";
import {
  fitPicture,
  OVERVIEW_SIZE,
  type OverviewFrame,
} from "../../analysis/overview/fit-picture.ts";
import { writeOverviewText } from "../../analysis/overview/overview-text.ts";
import { findPlayableArea } from "../../analysis/overview/playable-area.ts";
import { listSections, type OverviewSection } from "../../analysis/overview/sections.ts";
import type { Warning } from "../../core/diagnostics.ts";
import type { Limits } from "../../core/limits.ts";
import { encodePng } from "../../export/materials/encode-png.ts";
import type { LightSideName } from "../../map/types.ts";
import type { RenderSettings } from "../../render/types.ts";
import { fillBehind, type Pixels } from "../../viewer/overview/average-samples.ts";
import {
  drawTopPicture,
  TOP_SETTINGS,
  targetEdge,
  topPictureOf,
  withoutFades,
} from "../../viewer/overview/draw-top-picture.ts";
import { inFile } from "../compile/bad-source.ts";
import { createCompileProgress } from "../compile/compile-progress.ts";
import { contentHelp } from "../content/content-help.ts";
import { listMissing } from "../content/missing-content.ts";
import { openContent, printProblems } from "../content/open-content.ts";
import { CliError, EXIT_DONE, UsageError } from "../errors.ts";
import { defaultOutput, stemOf } from "../files/default-output.ts";
import { type MapFile, parseSide, readMapWith } from "../files/map-file.ts";
import { checkOutputs, writeSet } from "../files/write-whole.ts";
import { listFiles } from "../many/list-files.ts";
import { optionsAsArgs, parseJobs, runMany } from "../many/run-many.ts";
import { parseLimits } from "../options/parse-limits.ts";
import { onlyPositional, parseNumbers, parseOptions } from "../options/parse-options.ts";
import { parseSettings } from "../options/parse-settings.ts";
import { openHeadlessRenderer } from "../render/headless-renderer.ts";
import { loadMapFile } from "../render/load-map-file.ts";
import { writeWarnings } from "../shot/shot-request.ts";
import { printJson, printLines } from "../terminal.ts";
import type { Verb } from "../verb.ts";

const VERB = "overview";
const LEAST_SIZE = 16;
const MOST_SIZE = 8192;
const MOST_LAYERS = 16;

function parseEdge(text: string): number {
  const [size] = parseNumbers(VERB, "--size", text, 1, 1);
  if (Number.isInteger(size) && size >= LEAST_SIZE && size <= MOST_SIZE) return size;
  throw new UsageError(`--size is ${LEAST_SIZE} to ${MOST_SIZE} pixels, not "${text}"`, VERB);
}

/** Parses the heights at which the map is cut into layers. */
function parseLayers(text: string | undefined): number[] {
  return text === undefined ? [] : parseNumbers(VERB, "--layers", text, 1, MOST_LAYERS - 1);
}

function parseScale(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const [scale] = parseNumbers(VERB, "--scale", text, 1, 1);
  if (scale > 0) return scale;
  throw new UsageError(`--scale is more than 0 inches a pixel, not "${text}"`, VERB);
}

/** Parses whole numbers, which the game requires. */
function parsePos(text: string | undefined): readonly [number, number] | undefined {
  if (text === undefined) return undefined;
  const [x, y] = parseNumbers(VERB, "--pos", text, 2, 2);
  if (Number.isInteger(x) && Number.isInteger(y)) return [x, y];
  throw new UsageError(`--pos wants two whole numbers, not "${text}"`, VERB);
}

function parseBackground(text: string | undefined): [number, number, number] | null {
  if (text === undefined) return null;
  const match = /^#?([0-9a-f]{6})$/i.exec(text);
  if (match === null)
    throw new UsageError(`--background wants a colour as 203040, not "${text}"`, VERB);
  const color = Number.parseInt(match[1], 16);
  return [color >> 16, (color >> 8) & 255, color & 255];
}

export const overviewVerb: Verb = {
  help: `visleaf overview MAP [--out NAME] [options]
visleaf overview MAP... --out DIR [--jobs N] [--force] [options]

Draws a map from straight above, without perspective, north up, as game overviews and radars are made.
Writes NAME_radar.png, transparent where the map is empty, and NAME.txt, the game's
resource/overviews/NAME.txt: pos_x and pos_y are the upper left corner in the world, scale is units per
pixel of a 1024-pixel picture. Of several maps, or a folder of maps, NAME is DIR/MAP; those newer than their
map are kept, a bad map does not end the others, and the exit code is the worst.

  -o, --out NAME                 output name, with or without a folder; default: MAP, in the current folder
  --jobs N                       several maps: processes at once; 1
  --force                        several maps: draw again what is newer than its map
  --size N                       pixels along an edge; 1024
  --scale N                      units per pixel of a 1024-pixel picture; default: fits the walkable area
  --pos X,Y                      upper left corner; default: centres the walkable area
  --top Z                        cut off everything above this height
  --layers Z,Z…                  cut the map at these heights, one picture per layer: the highest is
                                 NAME_radar.png, then NAME_lower_radar.png, NAME_lower2_radar.png …
  --background RRGGBB            fill colour instead of transparency
  --time SECONDS                 moment shown, for animated materials; 0
${contentHelp("  --content PATH                 ")}
  --side hdr|ldr                 which light to use if the map has both; hdr
  --texture-budget MB            memory for textures; larger ones are shown smaller; 1024
  --limit NAME=NUMBER            change a limit of docs/limits.md; repeatable
  --settings NAME=VALUE          as in \`visleaf shot\`: props=off, exposure=2; repeatable
  --json                         print one JSON object: {map, text, size, posX, posY, scale, unitsPerPixel,
                                 area: {source, minX, minY, maxX, maxY, lowest, highest}, layers: [{name,
                                 file, top, bottom, altitudeMax, altitudeMin, covered}], missing}.
                                 area.source is walked, standing or inside; covered is 0 to 1. Of several
                                 maps an array, with "file"

Leaves out sky, fog, sprites, ropes, grass, and everything outside the part of the map that can be seen
from where players walk. Progress goes to stderr. docs/mapping.md describes the use in games.

  visleaf overview de_nuke.bsp --layers -495 --size 2048 --out radar/de_nuke`,

  async run(args) {
    const { values, positionals } = parseOptions("overview", args, {
      out: { type: "string", short: "o" },
      jobs: { type: "string", default: "1" },
      force: { type: "boolean", default: false },
      size: { type: "string", default: "1024" },
      scale: { type: "string" },
      pos: { type: "string" },
      top: { type: "string" },
      layers: { type: "string" },
      background: { type: "string" },
      time: { type: "string", default: "0" },
      content: { type: "string", multiple: true, default: [] },
      side: { type: "string", default: "hdr" },
      "texture-budget": { type: "string", default: "1024" },
      limit: { type: "string", multiple: true, default: [] },
      settings: { type: "string", multiple: true, default: [] },
      json: { type: "boolean", default: false },
    });
    if (positionals.length === 0) onlyPositional("overview", positionals, "map");
    const { files, isMany } = await listFiles(positionals);
    const jobs = parseJobs(values.jobs);
    if (isMany) {
      const folder = values.out ?? ".";
      return runMany({
        ...{ verb: "overview", files, jobs, isJson: values.json, force: values.force },
        options: optionsAsArgs(values, ["jobs", "force", "out"]),
        outputOf: ({ name }) => {
          const out = join(folder, name);
          return { out, written: [`${out}_radar.png`, `${out}.txt`] };
        },
      });
    }
    const [{ path }] = files;
    const out = values.out ?? (await defaultName(path));
    const name = basename(out);
    const size = parseEdge(values.size);
    const scale = parseScale(values.scale);
    const pos = parsePos(values.pos);
    const heights = parseLayers(values.layers);
    const statedTop =
      values.top === undefined ? null : parseNumbers("overview", "--top", values.top, 1, 1)[0];
    const background = parseBackground(values.background);
    const [seconds] = parseNumbers("overview", "--time", values.time, 1, 1);
    const side = parseSide("overview", values.side);
    const [megabytes] = parseNumbers(
      "overview",
      "--texture-budget",
      values["texture-budget"],
      1,
      1,
    );
    const limits = parseLimits("overview", values.limit);
    const settings = parseSettings("overview", values.settings);
    await checkOutputs([`${out}.txt`, `${out}_radar.png`], [path, ...values.content]);
    const content = await openContent(values.content);
    printProblems(content);

    const progress = createCompileProgress();
    try {
      const file = await readMapWith(path, content.sources);
      progress.progress("open", 0);
      const map = await inFile(path, () => openCostMap(file, { limits }));
      const area = await findPlayableArea(map, (done) => progress.progress("floors", done));
      if (isCannotTell(area)) {
        throw new CliError(`an overview cannot be drawn, because ${area.because}`);
      }
      const frame = fitPicture(area.box, {
        ...(scale === undefined ? {} : { scale }),
        ...(pos === undefined ? {} : { pos }),
      });
      const bottom = area.bottom - 1;
      const top = statedTop ?? area.cut;
      if (top <= bottom) {
        throw new UsageError(`--top is above the map's lowest, ${area.bottom}`, "overview");
      }
      const sections = listSections(heights, top, bottom);
      progress.progress("draw", 0);
      const drawing = { size, frame, sections, clusters: area.clusters, seconds, side, settings };
      const textureBudget = megabytes * 2 ** 20;
      const drawn = await drawOverview(file, { ...drawing, textureBudget, limits });
      progress.finish();
      const written = new Map<string, Uint8Array | string>();
      const layers = sections.map((section, i) => {
        const picture = drawn.pictures[i];
        const covered = shareOfCovered(picture.rgba);
        if (background !== null) fillBehind(picture, background);
        const png = `${out}${section.suffix}_radar.png`;
        written.set(png, encodePng(size, size, picture.rgba, background === null));
        const { top, bottom, altitudeMax, altitudeMin } = section;
        return { name: section.name, file: png, top, bottom, altitudeMax, altitudeMin, covered };
      });
      const text = `${out}.txt`;
      written.set(text, writeOverviewText(name, frame, sections));
      await writeSet(written);
      writeWarnings(drawn.warnings);
      const unitsPerPixel = (frame.scale * OVERVIEW_SIZE) / size;
      if (values.json) {
        const { source, box, lowest, highest } = area;
        printJson({
          ...{ map: file.name, text, size, ...frame, unitsPerPixel },
          area: { source, ...box, lowest, highest },
          layers,
          missing: listMissing(drawn.warnings),
        });
        return EXIT_DONE;
      }
      printLines([
        ...layers.map(
          (layer) => `wrote ${layer.file}: heights from ${layer.bottom} to ${layer.top}`,
        ),
        `wrote ${text}: pos_x ${frame.posX}, pos_y ${frame.posY}, scale ${frame.scale}`,
      ]);
      return EXIT_DONE;
    } catch (error) {
      progress.abandon();
      throw error;
    }
  },
};

/** Returns the map's name. @throws CliError if a file of that name would be replaced */
async function defaultName(path: string): Promise<string> {
  for (const ending of ["_radar.png", ".txt"]) await defaultOutput(path, ending);
  return stemOf(path);
}

function shareOfCovered(rgba: Uint8Array): number {
  let sum = 0;
  for (let at = 3; at < rgba.length; at += 4) sum += rgba[at];
  return Math.round((sum / (rgba.length / 4) / 255) * 1000) / 1000;
}

interface OverviewDrawing {
  /** Edge of each picture, pixels. */
  readonly size: number;
  readonly frame: OverviewFrame;
  readonly sections: readonly OverviewSection[];
  /** See `TopPicture.clusters`. */
  readonly clusters: Uint32Array | null;
  readonly seconds: number;
  readonly side: LightSideName;
  readonly settings: Partial<RenderSettings>;
  /** In bytes. */
  readonly textureBudget: number | undefined;
  readonly limits: Limits;
}

/** One picture for each section, and the warnings. */
interface DrawnOverview {
  readonly pictures: readonly Pixels[];
  readonly warnings: readonly Warning[];
}

/** @throws NoGpuError if there is no GPU */
async function drawOverview(map: MapFile, drawing: OverviewDrawing): Promise<DrawnOverview> {
  const { size, frame, settings, side, textureBudget, limits } = drawing;
  const edge = targetEdge(size);
  const headless = await openHeadlessRenderer(edge, edge);
  try {
    const { renderer } = headless;
    Object.assign(renderer.settings, TOP_SETTINGS, settings);
    const loaded = await loadMapFile(headless, map, side, {
      ...{ textureBudgetBytes: textureBudget, limits },
      change: withoutFades,
    });
    const pictures: Pixels[] = [];
    for (const section of drawing.sections) {
      const picture = topPictureOf(frame, section, drawing.clusters, size);
      pictures.push(await drawTopPicture(renderer, picture, size, drawing.seconds));
    }
    await headless.drain();
    return { pictures, warnings: loaded.warnings };
  } finally {
    headless.close();
  }
}
