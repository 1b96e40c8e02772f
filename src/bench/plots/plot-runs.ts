/** Prepares the runs of reports for charts, each with a label and a colour. */

import type { Ablation, BenchReport, BenchRun } from "../report/report.ts";

/** Number of colours in `plot-style.ts`. */
export const COLOR_COUNT = 8;

export interface PlotRun {
  readonly run: BenchRun;
  readonly report: BenchReport;
  /** Index of the run's report in the shown list. */
  readonly reportIndex: number;
  /** Differences from the other runs of the map; empty if there are no others. */
  readonly label: string;
  /** The label with the report's letter instead of its name. */
  readonly shortLabel: string;
  /** Colour index, 0 to `COLOR_COUNT - 1`. */
  readonly color: number;
}

/** A map with its plain runs and its ablated runs, which turn something off. */
export interface PlotMap {
  readonly map: string;
  readonly sha256: string;
  readonly plain: readonly PlotRun[];
  readonly ablated: readonly PlotRun[];
}

const ABLATION_NAMES: Readonly<Record<Ablation, string>> = {
  pvs: "PVS",
  frustum: "frustum culling",
  occlusion: "occlusion culling",
  bundles: "render bundles",
  arrayTextures: "array textures",
  gpuCulling: "GPU culling",
  antialiasing: "antialiasing",
};

/** Returns a switch's name for readers. */
export function describeSwitch(name: Ablation): string {
  return ABLATION_NAMES[name] ?? name;
}

/** Formats `without PVS, render bundles`; empty for a plain run. */
export function describeWithout(without: readonly Ablation[]): string {
  if (without.length === 0) return "";
  return `without ${without.map(describeSwitch).join(", ")}`;
}

/** Returns a report's letter: A, B, … Z, AA. */
export function letterOf(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : letterOf(Math.floor(index / 26) - 1) + last;
}

function describeReport({ environment, adapter }: BenchReport): string {
  const { backend, commit, visleaf } = environment;
  const version = commit === null ? visleaf : commit.slice(0, 8);
  return `${version}, ${backend}, ${adapter}`;
}

/** Names reports distinctly: the letter, and a short description. */
export function nameReports(reports: readonly BenchReport[]): string[] {
  if (reports.length === 1) return [""];
  const names = reports.map(describeReport);
  const isSame = names.every((name) => name === names[0]);
  return reports.map((report, i) => {
    const time = report.environment.date.slice(0, 16).replace("T", " ");
    return `${letterOf(i)}: ${isSame ? time : names[i]}`;
  });
}

const sizeOf = (run: BenchRun): string => `${run.size[0]}×${run.size[1]}`;

/** Groups the runs of all reports by map file, in order of appearance. */
export function groupByMap(reports: readonly BenchReport[]): PlotMap[] {
  const names = nameReports(reports);
  const groups = new Map<string, Omit<PlotRun, "label" | "shortLabel" | "color">[]>();
  for (const [reportIndex, report] of reports.entries()) {
    for (const run of report.runs) {
      const key = `${run.map}\n${run.sha256}`;
      const group = groups.get(key) ?? [];
      groups.set(key, group);
      group.push({ run, report, reportIndex });
    }
  }
  return [...groups.values()].map((group) => {
    const isOneSize = group.every(({ run }) => sizeOf(run) === sizeOf(group[0].run));
    const name = ({ run }: (typeof group)[number], report: string): string => {
      const parts = [report, describeWithout(run.without), isOneSize ? "" : sizeOf(run)];
      return parts.filter(Boolean).join(", ");
    };
    const pick = (isPlain: boolean): PlotRun[] =>
      group
        .filter(({ run }) => (run.without.length === 0) === isPlain)
        .map((entry, i) => ({
          ...entry,
          label: name(entry, names[entry.reportIndex]),
          shortLabel: name(entry, reports.length > 1 ? letterOf(entry.reportIndex) : ""),
          color: i % COLOR_COUNT,
        }));
    const { map, sha256 } = group[0].run;
    return { map, sha256, plain: pick(true), ablated: pick(false) };
  });
}
