/** The runs of one or more reports as charts want them: named apart, in a colour each. */

import type { Ablation, BenchReport, BenchRun } from "../report/report.ts";

/** Colours that there are; see `plot-style.ts`. */
export const COLOR_COUNT = 8;

export interface PlotRun {
  readonly run: BenchRun;
  readonly report: BenchReport;
  /** Of the report in the list that is shown. */
  readonly reportIndex: number;
  /** Says what it differs in from the other runs of its map; empty: there is no other. */
  readonly label: string;
  /** The same with the report's letter for its name. */
  readonly shortLabel: string;
  /** 0 to `COLOR_COUNT - 1`. */
  readonly color: number;
}

/** One map and what was run on it: the plain runs, and those with something turned off. */
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

/** A switch's name for people. */
export function describeSwitch(name: Ablation): string {
  return ABLATION_NAMES[name] ?? name;
}

/** `without PVS, render bundles`; of a plain run, nothing. */
export function describeWithout(without: readonly Ablation[]): string {
  if (without.length === 0) return "";
  return `without ${without.map(describeSwitch).join(", ")}`;
}

/** A, B, ... Z, AA: what a report is called where several are shown. */
export function letterOf(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : letterOf(Math.floor(index / 26) - 1) + last;
}

function describeReport({ environment, adapter }: BenchReport): string {
  const { backend, commit, visleaf } = environment;
  const version = commit === null ? visleaf : commit.slice(0, 8);
  return `${version}, ${backend}, ${adapter}`;
}

/** What tells the reports apart: their letter, and as much as the legend has room for. */
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

/** All maps of the reports in the order in which they come, runs of the same file together. */
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
