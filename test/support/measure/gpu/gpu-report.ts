/** What `npm run bench:gpu` measures, and its tables in Markdown. */

import { ABLATIONS, type Ablation } from "../../../../src/bench/report/report.ts";
import type { RenderSettings } from "../../../../src/render/types.ts";

/** A change of the renderer against "everything on". */
export interface Switch {
  readonly name: string;
  readonly without?: Ablation;
  readonly settings?: Partial<RenderSettings>;
}

/** Settings that draw something, each turned off by itself. */
const DRAWN = [
  "bloom",
  "autoExposure",
  "colorCorrection",
  "waterReflection",
  "propShadows",
  "props",
  "details",
  "sprites",
  "decals",
  "ropes",
  "sky",
  "translucent",
  "fog",
  "lightmaps",
  "specular",
  "bumps",
  "phong",
  "lightStyles",
  "animations",
] as const satisfies readonly (keyof RenderSettings)[];

/** In order of interest, because a budget may end the list early. */
export const SWITCHES: readonly Switch[] = [
  ...ABLATIONS.map((without) => ({ name: without, without })),
  ...DRAWN.map((name) => ({ name, settings: { [name]: false } })),
  { name: "fxaa on", settings: { fxaa: true } },
  { name: "sharpen on", settings: { sharpen: 0.5 } },
];

/** Times are milliseconds. */
export interface Measured {
  readonly framesPerSecond: number;
  /** Time of a frame, submitted back to back with the others. */
  readonly frameMs: number;
  /** JavaScript of a frame, with and in `queue.submit`; medians. */
  readonly jsMs: number;
  readonly submitMs: number;
  readonly submitP95Ms: number;
  /** Sum of the passes, each by itself; null without timestamps. */
  readonly gpuMs: number | null;
  /** Passes that were drawn; medians. */
  readonly passes: Readonly<Record<string, number>>;
  readonly draws: number;
  readonly triangles: number;
}

export interface SizeReport {
  readonly size: readonly [width: number, height: number];
  readonly plain: Measured;
  /** The same after all switches: differences show noise. */
  again: Measured | null;
  readonly switches: { readonly name: string; readonly measured: Measured }[];
}

export interface PipelineTimes {
  readonly pipelines: number;
  readonly modules: number;
  readonly wgslBytes: number;
  /** Time in which at least one pipeline was compiling, and the sum over all. */
  readonly busyMs: number;
  readonly sumMs: number;
  readonly slowest: readonly { readonly label: string; readonly ms: number }[];
}

export interface SceneReport {
  readonly name: string;
  readonly load: {
    readonly firstFrameMs: number;
    readonly completeMs: number;
    readonly stageMs: Readonly<Record<string, number>>;
  };
  readonly warnings: number;
  /** Compiled until everything on was complete. */
  readonly compiled: PipelineTimes;
  readonly sizes: SizeReport[];
}

export interface GpuReport {
  readonly schema: "visleaf-gpu/1";
  readonly adapter: string;
  readonly commit: string | null;
  readonly host: string;
  readonly cores: number;
  readonly date: string;
  /** Frames of a rate, and frames whose passes were timed. */
  readonly frames: number;
  readonly timedFrames: number;
  readonly scenes: SceneReport[];
  /** Why measurements are missing, or null. */
  partial: string | null;
}

type Row = readonly string[];

function formatMarkdown(head: Row, rows: readonly Row[]): string[] {
  const line = (cells: Row) => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map((_, i) => (i === 0 ? "---" : "--:"))), ...rows.map(line)];
}

const ms = (value: number | null) => (value === null ? "–" : value.toFixed(3));
const ratio = (value: number | null, over: number | null) =>
  value === null || over === null || over === 0 ? "–" : (value / over).toFixed(2);
/** Passes of culling, with and without the late phase. */
const CULLING = ["cull", "occlusion", "revealed"];
const cullingMs = ({ gpuMs, passes }: Measured) =>
  gpuMs === null ? null : CULLING.reduce((sum, name) => sum + (passes[name] ?? 0), 0);

interface Column {
  readonly title: string;
  readonly report: SizeReport;
}

const listColumns = ({ scenes }: GpuReport): Column[] =>
  scenes.flatMap(({ name, sizes }) =>
    sizes.map((report) => ({ title: `${name} ${report.size[1]}p`, report })),
  );

function tabulateFrames(columns: readonly Column[]): string[] {
  const rows = columns.flatMap(({ title, report: { plain, again } }) =>
    [plain, again].flatMap((one, i) =>
      one === null
        ? []
        : [
            [
              i === 0 ? title : `${title}, again`,
              one.framesPerSecond.toFixed(0),
              ms(one.frameMs),
              ms(one.jsMs),
              `${ms(one.submitMs)} / ${ms(one.submitP95Ms)}`,
              ms(one.gpuMs),
              String(one.draws),
              String(one.triangles),
            ],
          ],
    ),
  );
  const head = ["scene", "frames/s", "frame ms", "JS ms", "submit ms, median / p95", "GPU ms"];
  return formatMarkdown([...head, "draws", "triangles"], rows);
}

function tabulatePasses(columns: readonly Column[]): string[] {
  const names = new Set(columns.flatMap(({ report }) => Object.keys(report.plain.passes)));
  const rows = [...names].map((name) => [
    name,
    ...columns.map(({ report }) => ms(report.plain.passes[name] ?? null)),
  ]);
  return formatMarkdown(["GPU ms", ...columns.map(({ title }) => title)], rows);
}

function tabulateSwitches(columns: readonly Column[]): string[] {
  const names = [...new Set(columns.flatMap((one) => one.report.switches.map(({ name }) => name)))];
  const rows = names.map((name) => [
    name,
    ...columns.map(({ report: { plain, switches } }) => {
      const found = switches.find((one) => one.name === name)?.measured;
      if (found === undefined) return "–";
      return `${ratio(found.frameMs, plain.frameMs)} / ${ratio(found.gpuMs, plain.gpuMs)}`;
    }),
  ]);
  return formatMarkdown(["frame / GPU", ...columns.map(({ title }) => title)], rows);
}

/** Compares frames that cull once with frames that also cull by depth. */
function tabulateLatePhase(columns: readonly Column[]): string[] {
  const rows = columns.flatMap(({ title, report: { plain, switches } }) => {
    const early = switches.find(({ name }) => name === "occlusion")?.measured;
    if (early === undefined) return [];
    const pair = (of: (one: Measured) => string) => `${of(plain)} / ${of(early)}`;
    return [
      [
        title,
        pair((one) => ms(cullingMs(one))),
        pair((one) => ms(one.gpuMs)),
        pair((one) => ms(one.frameMs)),
        pair((one) => String(one.triangles)),
      ],
    ];
  });
  const head = ["with / without the late phase", "culling ms", "GPU ms", "frame ms", "triangles"];
  return formatMarkdown(head, rows);
}

function tabulateCompiled({ scenes }: GpuReport): string[] {
  const rows = scenes.map(({ name, load, compiled, warnings }) => [
    name,
    load.firstFrameMs.toFixed(0),
    load.completeMs.toFixed(0),
    String(compiled.pipelines),
    String(compiled.modules),
    (compiled.wgslBytes / 1024).toFixed(0),
    compiled.busyMs.toFixed(0),
    compiled.sumMs.toFixed(0),
    compiled.slowest.map((one) => `${one.label} ${one.ms.toFixed(0)}`).join(", "),
    String(warnings),
  ]);
  const head = ["scene", "first frame ms", "complete ms", "pipelines", "modules", "WGSL KiB"];
  const more = ["compiling ms", "sum ms", "slowest ms", "warnings"];
  return formatMarkdown([...head, ...more], rows);
}

/** Returns the report as Markdown: tables without a row are left out. */
export function formatGpuReport(report: GpuReport): string {
  const columns = listColumns(report);
  const { adapter, host, cores, commit, frames, timedFrames, partial } = report;
  const parts: [string, string[]][] = [
    [`Frames: ${frames} back to back, wait at the end`, tabulateFrames(columns)],
    [`Passes: medians of ${timedFrames} frames, each pass by itself`, tabulatePasses(columns)],
    ["Switched off: time over that of everything on, frame / GPU", tabulateSwitches(columns)],
    ["Late phase", tabulateLatePhase(columns)],
    ["Loads and pipelines", tabulateCompiled(report)],
  ];
  const lines = [`${adapter}, ${host}, ${cores} cores, commit ${commit ?? "unknown"}`];
  if (partial !== null) lines.push("", `Incomplete: ${partial}`);
  for (const [title, table] of parts) {
    if (table.length > 2) lines.push("", `**${title}**`, "", ...table);
  }
  return `${lines.join("\n")}\n`;
}
