/**
 * Counts a map's costs, with progress, for the printed report and for comparisons of two compiles.
 */

import {
  aimCamera,
  type Closing,
  COST_MEASURES,
  type CostComparison,
  type CostMap,
  type CostMeasure,
  type CountedMap,
  comparePortals,
  countClusterCosts,
  createCostCounter,
  createVisibleRows,
  findStandingPlaces,
  isCannotTell,
  measurePlace,
  openCostMap,
  type PlaceCost,
  rankPlaces,
  rebuildPortals,
  type ViewCost,
} from "../../analysis/cost/index.ts";
import type { ContentSource } from "../../content/types.ts";
import type { Limits } from "../../core/limits.ts";
import type { CameraPose } from "../../map/types.ts";
import { inFile } from "../compile/bad-source.ts";
import type { CompileProgress } from "../compile/compile-progress.ts";
import { readMapWith } from "../files/map-file.ts";

/** Counts a map's costs from all of its clusters. */
export async function countMap(
  path: string,
  content: readonly ContentSource[],
  limits: Limits,
  progress: CompileProgress,
): Promise<CountedMap> {
  progress.progress("open", 0);
  const file = await readMapWith(path, content);
  const map = await inFile(path, () => openCostMap(file, { limits }));
  const standing = await findStandingPlaces(map, (done) => progress.progress("floors", done));
  const report = (done: number) => progress.progress("clusters", done);
  return { map, standing, costs: await countClusterCosts(map, standing, report) };
}

export interface RankedPlace {
  readonly rank: number;
  readonly cluster: number;
  readonly camera: CameraPose;
  readonly triangles: number;
  readonly world: number;
  readonly displacements: number;
  readonly brushEntities: number;
  readonly props: number;
  readonly propCount: number;
  readonly translucentSurfaces: number;
  readonly translucent: number;
  readonly batches: number;
  readonly sees: number;
}

export function listWorst(
  { map, costs }: CountedMap,
  measure: CostMeasure,
  top: number,
  isAll: boolean,
): RankedPlace[] {
  const rows = createVisibleRows(map);
  const counter = createCostCounter(map);
  return rankPlaces(costs, measure, top, isAll).map((cost, i) => {
    const { x, y, z, places, walked, ...counts } = cost;
    return { rank: i + 1, camera: aimCamera(map, rows, counter, cost), ...counts };
  });
}

/** Summarizes the map's visibility for the head of the report. */
export function describeVisibility({ map, costs }: CountedMap) {
  const portals = rebuildPortals(map.bsp);
  const clusterCount = map.pvs?.clusterCount ?? 0;
  const meanSees = costs.reduce((sum, { sees }) => sum + sees, 0) / Math.max(costs.length, 1);
  const compared = isCannotTell(portals) ? null : comparePortals(portals, map.pvs);
  return {
    portals,
    visibility: {
      clusters: clusterCount,
      visited: costs.length,
      stoodIn: costs.filter(({ places }) => places > 0).length,
      walkedTo: costs.some(({ walked }) => walked !== null)
        ? costs.filter(({ walked }) => (walked ?? 0) > 0).length
        : null,
      meanSees,
      portals: compared?.portalCount ?? null,
      pairs: compared?.pairCount ?? null,
      unseenPairs: compared === null ? null : compared.unseenPairs.length / 2,
    },
  };
}

export async function measureAt(
  map: CostMap,
  portals: ReturnType<typeof rebuildPortals>,
  place: readonly [number, number, number],
  progress: CompileProgress,
) {
  return measurePlace(map, portals, place, (stage, done) => progress.progress(stage, done));
}

const number = (value: number) => Math.round(value).toLocaleString("en-US");
const percent = (part: number, whole: number) =>
  `${whole === 0 ? 0 : ((part / whole) * 100).toFixed(part > 0 && part < whole / 100 ? 1 : 0)} %`;
const at = (x: number, y: number, z: number) => [x, y, z].map((v) => Math.round(v)).join(",");
const poseText = ({ camera: { x, y, z, pitch, yaw } }: RankedPlace) =>
  `${at(x, y, z)},${pitch},${yaw}`;

/** Formats columns as wide as their widest cell: right-aligned, except the last. */
function formatTable(rows: readonly (readonly string[])[]): string[] {
  const widths = rows[0].map((_, i) => Math.max(...rows.map((row) => row[i].length)));
  return rows.map((row) =>
    row
      .map((cell, i) => (i === row.length - 1 ? cell : cell.padStart(widths[i])))
      .join("  ")
      .trimEnd(),
  );
}

export function formatWorst(worst: readonly RankedPlace[], measure: CostMeasure): string[] {
  if (worst.length === 0) return ["There is no place that a visitor may be in."];
  const head = ["", "triangles", "world", "displ.", "props", "(of)", "blended", "batches", "sees"];
  const rows = worst.map((place) => [
    `${place.rank}.`,
    number(place.triangles),
    number(place.world + place.brushEntities),
    number(place.displacements),
    number(place.props),
    number(place.propCount),
    number(place.translucentSurfaces),
    number(place.batches),
    number(place.sees),
    poseText(place),
  ]);
  const title = `Places from which most is drawn (${COST_MEASURES[measure]}), and a --camera for each:`;
  return [title, ...formatTable([[...head, "camera"], ...rows])];
}

export function formatVisibility(
  name: string,
  v: {
    readonly clusters: number;
    readonly visited: number;
    readonly stoodIn: number;
    readonly walkedTo: number | null;
    readonly meanSees: number;
    readonly portals: number | null;
    readonly pairs: number | null;
    readonly unseenPairs: number | null;
  },
): string[] {
  const lines = [
    v.clusters === 0
      ? `${name}: never run through vvis, so everything is drawn from everywhere`
      : `${name}: ${number(v.clusters)} clusters, ${number(v.stoodIn)} with floor to stand on${v.walkedTo === null ? "" : `, ${number(v.walkedTo)} of them walked to`}; each sees ${number(v.meanSees)} in the mean`,
  ];
  if (v.portals !== null) {
    const fault =
      v.unseenPairs === 0
        ? "all of which see each other"
        : `of which ${v.unseenPairs} do not see each other`;
    lines.push(
      `${number(v.portals)} portals join ${number(v.pairs ?? 0)} pairs of clusters, ${fault}`,
    );
  }
  return lines;
}

const costText = (cost: ViewCost) =>
  `${number(cost.world + cost.brushEntities + cost.displacements + cost.props)} triangles (world ${number(cost.world + cost.brushEntities)}, displacements ${number(cost.displacements)}, ${number(cost.propCount)} props ${number(cost.props)}), ${number(cost.translucentSurfaces)} translucent surfaces, ${number(cost.batches)} batches`;

export function formatPlace(place: PlaceCost): string[] {
  const { sample, closings } = place;
  const lines = [
    `At ${at(place.x, place.y, place.z)} (cluster ${place.cluster}): ${costText(place.cost)}`,
    `  sees ${number(place.sees)} clusters${place.sees < place.pvs ? `, ${number(place.pvs - place.sees)} more are behind closed area portals` : ""}`,
  ];
  if (isCannotTell(sample)) {
    lines.push(`  The part that is never seen is unknown, because ${sample.because}.`);
  } else {
    lines.push(
      `  ${percent(sample.neverSeen, sample.triangles)} of what is drawn is never seen from there: ${number(sample.neverSeen)} triangles (95 %: ${number(sample.neverSeenLow)} to ${number(sample.neverSeenHigh)}), by ${number(sample.lines)} lines of sight`,
      `  something is seen in ${number(sample.seenClusters)} of ${number(sample.clusters)} clusters`,
    );
  }
  if (isCannotTell(closings)) {
    lines.push(`  The effect of closing openings is unknown, because ${closings.because}.`);
    return lines;
  }
  if (closings.floodSaves > 0) {
    lines.push(
      `  vvis at its best leaves ${number(closings.beforeClusters)} clusters: ${number(closings.floodSaves)} triangles less. The map was compiled with -fast, or by something older.`,
    );
  }
  const all = closings.before;
  const whole = all.world + all.brushEntities + all.displacements + all.props;
  if (closings.closings.length === 0) {
    lines.push(
      `  Of ${number(closings.openings)} openings that can be seen through, ${number(closings.doorways)} are holes in walls no larger than a gate. Closing any of them saves nothing.`,
      ...hintLines(place, whole),
    );
    return lines;
  }
  lines.push(
    `  Of ${number(closings.openings)} openings that can be seen through, ${number(closings.doorways)} are holes in walls no larger than a gate. Closing them saves, by a new flood of the PVS:`,
    ...formatTable(closings.closings.slice(0, 6).map((closing) => closingRow(closing, whole))).map(
      (line) => `  ${line}`,
    ),
    ...hintLines(place, whole),
  );
  return lines;
}

/**
 * Formats hints. Hints with the same savings as a better one, usually an inch away, are listed
 * once.
 */
function hintLines({ hints }: PlaceCost, whole: number): string[] {
  if (isCannotTell(hints)) {
    return [`  The savings of hints are unknown, because ${hints.because}.`];
  }
  const told = hints.filter(
    (hint, i) => !hints.slice(0, i).some((better) => better.here === hint.here),
  );
  if (told.length === 0) {
    return ["  No hint across its leaf, along an axis, would save anything from there."];
  }
  const rows = told
    .slice(0, 4)
    .map(({ axis, at: place, box, here, there, clusters, isBound }) => [
      `${isBound ? "at least " : ""}${number(here)} triangles (${percent(here, whole)})`,
      `${number(clusters)} clusters`,
      `${number(there)} on the other side`,
      `${axis} = ${Math.round(place)}, from ${at(box[0], box[1], box[2])} to ${at(box[3], box[4], box[5])}`,
    ]);
  return [
    "  A hint across its leaf saves, by the PVS of the half in which the place is:",
    ...formatTable(rows).map((line) => `  ${line}`),
  ];
}

function howText({ isDoor, companion }: Closing): string {
  if (isDoor) return "an area portal may stand there";
  if (companion === null) return "other ways lead around";
  const [x, y, z] = companion.opening.middle;
  return `area portals may, with another at ${at(x, y, z)}: then ${number(companion.triangles)}`;
}

function closingRow(closing: Closing, whole: number): string[] {
  const { opening, isBound } = closing;
  const { box } = opening;
  const size = [0, 1, 2].map((axis) => Math.round(box[axis + 3] - box[axis])).join(" x ");
  return [
    `${isBound ? "at least " : ""}${number(closing.triangles)} triangles (${percent(closing.triangles, whole)})`,
    `${number(closing.batches)} batches`,
    `${number(closing.clusters)} clusters`,
    size,
    `at ${at(opening.middle[0], opening.middle[1], opening.middle[2])}: ${howText(closing)}`,
  ];
}

export function formatComparison(
  name: string,
  change: CostComparison,
  measure: CostMeasure,
): string[] {
  const { meanBefore, meanAfter } = change;
  const share = meanBefore === 0 ? 0 : (meanAfter - meanBefore) / meanBefore;
  const sign = share > 0 ? "+" : "";
  const lines = [
    `Against ${name}, at ${number(change.places)} places that are in both (${COST_MEASURES[measure]}):`,
    `  ${number(meanBefore)} -> ${number(meanAfter)} in the mean (${sign}${(share * 100).toFixed(1)} %); less at ${number(change.better)} places, more at ${number(change.worse)}`,
  ];
  if (change.onlyBefore + change.onlyAfter > 0) {
    lines.push(
      `  ${number(change.onlyAfter)} places are new, ${number(change.onlyBefore)} are gone`,
    );
  }
  for (const [word, list] of [
    ["fell", change.fallen],
    ["rose", change.risen],
  ] as const) {
    for (const { x, y, z, before, after } of list) {
      lines.push(`  ${word} at ${at(x, y, z)}: ${number(before)} -> ${number(after)}`);
    }
  }
  return lines;
}
