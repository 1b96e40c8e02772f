/** `visleaf cost`: counts what is drawn from the places of a map. */

import {
  COST_MEASURES,
  type CostMeasure,
  compareCosts,
  drawHeatMap,
  findOwnModels,
  isCannotTell,
} from "../../analysis/cost/index.ts";
import { encodePng } from "../../export/materials/encode-png.ts";
import type { PropSet } from "../../map/props.ts";
import { createCompileProgress } from "../compile/compile-progress.ts";
import { contentHelp } from "../content/content-help.ts";
import { openContent, printProblems } from "../content/open-content.ts";
import { CliError, UsageError } from "../errors.ts";
import { checkOutput, writeWhole } from "../files/write-whole.ts";
import { parseLimits } from "../options/parse-limits.ts";
import { onlyPositional, parseNumbers, parseOptions } from "../options/parse-options.ts";
import {
  countMap,
  describeVisibility,
  formatComparison,
  formatPlace,
  formatVisibility,
  formatWorst,
  listWorst,
  measureAt,
} from "../report/map-costs.ts";
import { printJson, printLines } from "../terminal.ts";
import type { Verb } from "../verb.ts";

const MOST_PLACES = 1000;
const MEASURES = Object.keys(COST_MEASURES) as CostMeasure[];

function parseTop(text: string): number {
  const [value] = parseNumbers("cost", "--top", text, 1, 1);
  if (Number.isInteger(value) && value >= 1 && value <= MOST_PLACES) return value;
  throw new UsageError(`--top is a whole number from 1 to ${MOST_PLACES}, not "${text}"`, "cost");
}

function parseMeasure(text: string): CostMeasure {
  const measure = MEASURES.find((name) => name === text);
  if (measure !== undefined) return measure;
  throw new UsageError(`--by is one of ${MEASURES.join(", ")}, not "${text}"`, "cost");
}

export const costVerb: Verb = {
  help: `visleaf cost MAP [options]

Counts what the engine would draw from every cluster of a map in all directions: triangles of the world,
displacements and props (in the LOD for their distance), translucent surfaces, batches. Lists the most
expensive places, each with a camera for \`visleaf shot --camera\`. docs/mapping.md explains the figures.

  --place X,Y,Z        also measure one place: how much of what is drawn there is never seen (by lines of
                       sight, with the sampling interval), and what closing each opening or adding a hint
                       would save. "worst" is the first of the list
  --top N              places in the list; 10
  --all                also list places that nobody walks to: roofs, and what only a lift reaches
  --by NAME            rank by ${MEASURES.join(", ")}; triangles
  --against OTHER.bsp  compare with another compile at the same places
  --heat FILE.png      write a map from above, north up: the highest cost of each floor column from blue
                       to red, with white crosses at the listed places
${contentHelp("  --content PATH       ")}
  --limit NAME=NUMBER  change a limit of docs/limits.md; repeatable
  --json               print one JSON object instead of text: {map, by, visibility, worst, place,
                       against, heat, warnings}
                       visibility: {clusters, visited, stoodIn, walkedTo, meanSees, portals, pairs,
                       unseenPairs}; worst: [{rank, camera: {x, y, z, pitch, yaw}, cluster, sees,
                       triangles, world, displacements, brushEntities, props, propCount,
                       translucentSurfaces, translucent, batches}]
                       place: null, or {x, y, z, cluster, cost, pvs, sees, sample, closings, hints};
                       parts that cannot be judged are {because}; isBound marks a lower bound
                       sample: {things, triangles, neverSeen, neverSeenLow, neverSeenHigh, clusters,
                       seenClusters, lines}; closings: {before, beforeClusters, isBound, floodSaves,
                       openings, doorways, closings: [{opening: {box, middle, area, normal, portals},
                       isDoor, clusters, after, triangles, batches, isBound, companion}]}
                       hints: [{axis, at, box, here, there, clusters, isBound}]
                       against: {places, onlyBefore, onlyAfter, meanBefore, meanAfter, better, worse,
                       fallen, risen}

Props whose models are not found are not counted, and named in a warning. Progress goes to stderr.

  visleaf cost de_office.bsp --content cstrike --place worst --heat heat.png`,

  async run(args) {
    const { values, positionals } = parseOptions("cost", args, {
      place: { type: "string" },
      top: { type: "string", default: "10" },
      all: { type: "boolean", default: false },
      by: { type: "string", default: "triangles" },
      against: { type: "string" },
      heat: { type: "string" },
      content: { type: "string", multiple: true, default: [] },
      limit: { type: "string", multiple: true, default: [] },
      json: { type: "boolean", default: false },
    });
    const path = onlyPositional("cost", positionals, "map");
    const top = parseTop(values.top);
    const measure = parseMeasure(values.by);
    const limits = parseLimits("cost", values.limit);
    const stated =
      values.place === undefined || values.place === "worst"
        ? null
        : parseNumbers("cost", "--place", values.place, 3, 3);
    const { against } = values;
    const inputs = [path, ...values.content, ...(against === undefined ? [] : [against])];
    if (values.heat !== undefined) await checkOutput(values.heat, inputs);
    const content = await openContent(values.content);
    printProblems(content);

    const progress = createCompileProgress();
    try {
      const counted = await countMap(path, content.sources, limits, progress);
      const { map, standing, costs } = counted;
      const worst = listWorst(counted, measure, top, values.all);
      const { portals, visibility } = describeVisibility(counted);
      const from = stated ?? (values.place === "worst" ? eyeOf(worst) : null);
      const place =
        from === null ? null : await measureAt(map, portals, [from[0], from[1], from[2]], progress);
      if (place !== null && isCannotTell(place)) {
        throw new CliError(`the cost of --place is unknown, because ${place.because}`);
      }
      const change =
        against === undefined
          ? null
          : compareCosts(
              await countMap(against, content.sources, limits, progress),
              counted,
              measure,
              top,
            );
      const heat =
        values.heat === undefined
          ? null
          : drawHeatMap(
              standing,
              costs,
              measure,
              worst.map(({ camera }) => camera),
            );
      progress.finish();
      if (values.heat !== undefined) {
        if (heat === null) throw new CliError("there is no floor to draw heat on");
        await writeWhole(values.heat, encodePng(heat.width, heat.height, heat.rgba, false));
      }
      const warnings = map.warnings.map(({ message }) => message);
      if (!standing.isWhole) warnings.push(PART_OF_FLOORS);
      if (values.json) {
        printJson({
          map: map.name,
          by: measure,
          visibility,
          worst,
          place,
          against: change,
          heat: heat && { file: values.heat, low: heat.low, high: heat.high },
          warnings,
        });
        return;
      }
      printLines([
        ...formatVisibility(map.name, visibility),
        ...propLine(map.statedProps, map.props),
        ...(standing.isWhole ? [] : [PART_OF_FLOORS]),
        "",
        ...formatWorst(worst, measure),
        ...(place === null ? [] : ["", ...formatPlace(place)]),
        ...(change === null ? [] : ["", ...formatComparison(against ?? "", change, measure)]),
        ...(heat === null
          ? []
          : [
              "",
              `wrote ${values.heat}: blue is ${heat.low}, red ${heat.high} ${COST_MEASURES[measure]}`,
            ]),
      ]);
    } catch (error) {
      progress.abandon();
      throw error;
    }
  },
};

const PART_OF_FLOORS =
  "The search for floors reached its limit: some places are known only by their middles";

function eyeOf(worst: ReturnType<typeof listWorst>): [number, number, number] {
  if (worst.length === 0) throw new CliError("the map has no place that a visitor may be in");
  const { x, y, z } = worst[0].camera;
  return [x, y, z];
}

/** Returns a line if none of the props' models were found, so that they are not counted. */
function propLine(stated: number, props: PropSet | null): string[] {
  const isOwn = props === null ? () => false : findOwnModels(props);
  const rows = Array.from({ length: props?.instanceCount ?? 0 }, (_, instance) => instance);
  if (stated === 0 || rows.some(isOwn)) return [];
  return [
    `None of the models of its ${stated} static props were found: they are not counted (see --content)`,
  ];
}
