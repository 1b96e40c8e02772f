/** `visleaf bench`: measures loading and drawing of maps, and compares reports. */

import { access } from "node:fs/promises";
import { DEFAULT_FRAME_OPTIONS, type FrameReport } from "../../bench/frame-cost/frame-report.ts";
import type { Comparison } from "../../bench/report/compare-reports.ts";
import { parseReport } from "../../bench/report/parse-report.ts";
import { ABLATIONS, type BenchReport } from "../../bench/report/report.ts";
import { ALLOCATION_FRAMES, DEFAULT_BENCH_OPTIONS } from "../../bench/types.ts";
import type { BenchRequest } from "../bench/bench-request.ts";
import {
  joinOptionalValues,
  type Outputs,
  printReport,
  STDOUT,
  warnBusy,
  writeJson,
  writePage,
} from "../bench/outputs.ts";
import {
  BACKENDS,
  compareOrRefuse,
  comparisonData,
  failOnRegression,
  MAX_EDGE,
  MAX_FRAMES,
  MAX_REPEAT,
  parseBackend,
  parseBudget,
  parseCompareTarget,
  parseCount,
  parsePercent,
  printComparison,
  readPath,
  runAgainst,
  runOn,
} from "../bench/run-sides.ts";
import { contentHelp } from "../content/content-help.ts";
import { openContent, printProblems } from "../content/open-content.ts";
import { CliError, UsageError } from "../errors.ts";
import { readInput } from "../files/inputs.ts";
import { parseSide } from "../files/map-file.ts";
import { checkOutputs } from "../files/write-whole.ts";
import { parseOptions, parseSize } from "../options/parse-options.ts";
import type { Verb } from "../verb.ts";

const readReport = async (file: string) =>
  parseReport(new TextDecoder().decode(await readInput(file)), file);

async function compareFiles(files: readonly string[], { json, report }: Outputs) {
  if (files.length !== 2) {
    throw new UsageError(`--compare wants two reports, got ${files.length}`, "bench");
  }
  const [a, b] = await Promise.all(files.map(readReport));
  const comparison = compareOrRefuse(a, b);
  await writePage([a, b], report);
  if (json !== undefined) await writeJson(comparisonData(comparison), json);
  if (json !== STDOUT) printComparison(comparison, `${files[1]} over ${files[0]}`);
  return comparison;
}

const { size, frames, repeat } = DEFAULT_BENCH_OPTIONS;

export const benchVerb: Verb = {
  help: `visleaf bench MAP... [options]
visleaf bench MAP... --compare SWITCH=off|FOLDER [options]
visleaf bench --compare A.json B.json [--json [FILE]] [--report FILE.html]
visleaf bench MAP... --device null [options]

Times loading and drawing along the same camera path in every run, one frame at a time on an idle GPU.
docs/performance.md describes the method and the report.

${contentHelp("  --content PATH          ")}
  --path FILE             a flight recorded in the page, or cameras, one per line: x y z pitch yaw t;
                          default: the map's own tour
  --size WIDTHxHEIGHT     pixels; ${size.join("x")}
  --frames N              poses per round of the path; ${frames}
  --repeat N              starts, each with a first visit and a measured round; ${repeat}, the fewest that
                          allow an estimate of noise
  --allocation-frames N   frames over which allocation is measured, all starts together; ${ALLOCATION_FRAMES}
  --side hdr|ldr          which light to use if the map has both; hdr
  --ablations             measure each map again with one of these off: ${ABLATIONS.slice(0, 3).join(", ")},
                          ${ABLATIONS.slice(3).join(", ")}
  --budget SECONDS        start no further round that would probably end later; without one complete round,
                          exit code 1
  --device null           what a frame costs before a GPU gets it, on Dawn's null device: its own JavaScript,
                          calls, writes, allocations, and the load's processor time. In seconds, also on a
                          busy machine. With --content, --path, --size, --side, --budget, --json,
                          --frames (hot frames; ${DEFAULT_FRAME_OPTIONS.frames}) and --repeat (processes per map; ${DEFAULT_FRAME_OPTIONS.repeat})
  --backend chromium|dawn headless browser, or Node with the package webgpu; chromium
  --json [FILE]           write the whole report as JSON to FILE (.json), or to stdout instead of the table
  --report FILE.html      write the report as a page with plots
  --compare SWITCH=off    alternate runs with and without one of the switches above
  --compare FOLDER        alternate with another visleaf: a checkout, an installed package or its dist
  --compare A.json B.json compare two reports without running
  --baseline FILE.json    compare this run with an older report
  --fail-on-regression[=PERCENT]
                          after a comparison: exit code 1 if figures are worse by more than their noise
                          and by more than PERCENT, 0; one line for each

In the table, "Drawn / needed" is the world's drawn triangles over those in visible clusters and in view,
and "Allocated a frame" is JavaScript heap including WebGPU objects. The range after a figure is the 95 %
confidence interval of its median. An interrupted benchmark (SIGINT, SIGTERM, SIGHUP) keeps its
measurements, gives the reason in "partial", and ends in exit code 1. --json and --report files are written
after each run.`,

  async run(args) {
    const { values, positionals } = parseOptions("bench", joinOptionalValues(args), {
      content: { type: "string", multiple: true, default: [] },
      path: { type: "string" },
      size: { type: "string", default: size.join("x") },
      frames: { type: "string" },
      repeat: { type: "string" },
      "allocation-frames": { type: "string" },
      budget: { type: "string" },
      device: { type: "string" },
      side: { type: "string", default: DEFAULT_BENCH_OPTIONS.side },
      ablations: { type: "boolean", default: false },
      backend: { type: "string" },
      json: { type: "string" },
      report: { type: "string" },
      compare: { type: "string" },
      baseline: { type: "string" },
      "fail-on-regression": { type: "string" },
    });
    if (values.device !== undefined) refuseWithDevice(values);
    const { json, report: page } = values;
    const { compare, baseline } = values;
    const outputs = [json === STDOUT ? undefined : json, page];
    const inputs = [...positionals, ...values.content, values.path, compare, baseline];
    const isGiven = (path: string | undefined) => path !== undefined;
    await checkOutputs(outputs.filter(isGiven), inputs.filter(isGiven));
    const percent = parsePercent(values["fail-on-regression"]);
    const judge = (comparison: Comparison): void => {
      if (percent !== null) failOnRegression(comparison, percent);
    };
    if (compare !== undefined && baseline !== undefined) {
      throw new UsageError("--compare and --baseline are two comparisons: take one", "bench");
    }
    if (compare === undefined && baseline === undefined && percent !== null) {
      throw new UsageError("--fail-on-regression wants --compare or --baseline", "bench");
    }
    if (compare !== undefined && /\.json$/i.test(compare)) {
      judge(await compareFiles([compare, ...positionals], values));
      return;
    }
    if (positionals.length === 0) throw new UsageError("wants at least one map", "bench");
    const budgetSeconds = parseBudget(values.budget);
    if (values.device !== undefined) {
      const { runOnNull } = await import("../bench/bench-null.ts");
      const hot = DEFAULT_FRAME_OPTIONS;
      await Promise.all(positionals.map((path) => access(path)));
      const path = await readPath(values.path);
      endPartial(
        await runOnNull({
          maps: positionals,
          content: values.content,
          size: parseSize("bench", "--size", values.size, MAX_EDGE),
          side: parseSide("bench", values.side),
          frames: parseCount("--frames", values.frames ?? String(hot.frames), MAX_FRAMES),
          repeat: parseCount("--repeat", values.repeat ?? String(hot.repeat), MAX_REPEAT),
          path: path && { ...path, file: values.path! },
          budgetSeconds,
          json,
        }),
      );
      return;
    }
    const target = compare === undefined ? null : parseCompareTarget(compare);
    const backend = parseBackend(values.backend ?? BACKENDS[0]);
    const content = await openContent(values.content);
    printProblems(content);
    const request: BenchRequest = {
      maps: positionals,
      content: content.sources,
      size: parseSize("bench", "--size", values.size, MAX_EDGE),
      side: parseSide("bench", values.side),
      frames: parseCount("--frames", values.frames ?? String(frames), MAX_FRAMES),
      repeat: parseCount("--repeat", values.repeat ?? String(repeat), MAX_REPEAT),
      allocationFrames: parseCount(
        "--allocation-frames",
        values["allocation-frames"] ?? String(ALLOCATION_FRAMES),
        MAX_FRAMES,
      ),
      path: await readPath(values.path),
      ablations: values.ablations ? ABLATIONS : [],
    };
    // Report missing files before a browser is started.
    const others = target?.kind === "build" ? [target.folder] : [];
    await Promise.all([...request.maps, ...others].map((path) => access(path)));
    const before = baseline === undefined ? null : await readReport(baseline);
    if (target !== null) {
      const [comparison, report] = await runAgainst(backend, request, target, {
        ...values,
        budgetSeconds,
      });
      endPartial(report);
      judge(comparison);
      return;
    }
    const [report] = await runOn(
      backend,
      request,
      [null],
      async ([kept]) => {
        if (values.json !== undefined && values.json !== STDOUT) await writeJson(kept, values.json);
        await writePage([kept], values.report);
      },
      budgetSeconds,
    );
    if (values.json !== undefined) await writeJson(report, values.json);
    if (values.json !== STDOUT) printReport(report);
    warnBusy(report);
    await writePage(before === null ? [report] : [before, report], values.report);
    endPartial(report);
    if (before === null) return;
    const comparison = compareOrRefuse(before, report);
    if (values.json !== STDOUT) printComparison(comparison, `this run over ${baseline}`);
    judge(comparison);
  },
};

/** Options that measure something else than `--device null` does. */
const WITH_A_GPU = [
  ...["backend", "ablations", "report", "compare", "baseline"],
  ...["fail-on-regression", "allocation-frames"],
] as const;

function refuseWithDevice(
  values: Readonly<Partial<Record<(typeof WITH_A_GPU)[number] | "device", unknown>>>,
): void {
  if (values.device !== "null") {
    throw new UsageError(`--device is null, not "${values.device}"`, "bench");
  }
  const other = WITH_A_GPU.find((name) => values[name] !== undefined && values[name] !== false);
  if (other !== undefined) throw new UsageError(`--device null goes without --${other}`, "bench");
}

/** @throws CliError if the report is incomplete */
function endPartial({ partial, runs }: Pick<BenchReport | FrameReport, "partial" | "runs">): void {
  if (partial !== null) throw new CliError(`${partial}; ${runs.length} runs were kept`);
}
