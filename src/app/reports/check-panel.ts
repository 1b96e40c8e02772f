/** The panel that lists problems of the map. */

import "./check.css";
import {
  type CheckReport,
  type Finding,
  SEVERITIES,
  type Severity,
} from "../../viewer/file/index.ts";
import type { Camera, Viewer } from "../../viewer/index.ts";
import { pointAt } from "../../viewer/marks/index.ts";
import { formatCount, make } from "../dom.ts";
import { createReportPanel, type ReportPanel, type ReportPanelOptions } from "./report-panel.ts";

// Lists findings by severity; a click flies to the place of a finding.

const TITLES: Readonly<Record<Severity, readonly [one: string, many: string]>> = {
  error: ["error", "errors"],
  warning: ["warning", "warnings"],
  note: ["note", "notes"],
};

/** Number of limits listed, starting with the ones the map is closest to. */
const MOST_LIMITS = 12;

/** Flies to the place that shows a finding. */
type Go = (pose: Partial<Camera>, finding: Finding) => void;

function drawReport(report: CheckReport, go: Go): HTMLElement[] {
  const groups = SEVERITIES.flatMap((severity) => {
    const found = report.findings.filter((finding) => finding.severity === severity);
    if (found.length === 0) return [];
    const [one, many] = TITLES[severity];
    const count = report.counts[severity];
    const title = `${formatCount(count)} ${count === 1 ? one : many}`;
    const list = make("ul", {}, ...found.map((finding) => drawFinding(finding, go)));
    const group = make(
      "details",
      { class: "found", "data-severity": severity },
      make("summary", {}, title),
      list,
    );
    // Notes start closed unless they are the only findings.
    group.open = severity !== "note" || report.counts.error + report.counts.warning === 0;
    return [group];
  });
  return [...groups, ...drawUntold(report), ...drawLimits(report)];
}

function drawFinding(finding: Finding, go: Go): HTMLElement {
  const { rule, message, why } = finding;
  const pose = finding.camera === null ? null : readPose(finding.camera);
  const text = [make("span", { class: "rule" }, rule), make("span", {}, message)];
  if (pose === null) return make("li", { title: why }, ...text);
  const button = make("button", { type: "button", title: `${why} Click to fly there.` }, ...text);
  button.addEventListener("click", () => go(pose, finding));
  return make("li", {}, button);
}

/** Parses `x,y,z,pitch,yaw`; `null` if a value is not a number. */
function readPose(camera: string): Partial<Camera> | null {
  const [x, y, z, pitch, yaw] = camera.split(",").map(Number);
  return [x, y, z, pitch, yaw].every(Number.isFinite) ? { x, y, z, pitch, yaw } : null;
}

function drawUntold({ untold }: CheckReport): HTMLElement[] {
  if (untold.length === 0) return [];
  const rows = untold.map(({ rule, because }) =>
    make("li", {}, make("span", { class: "rule" }, rule), make("span", {}, because)),
  );
  const title = `${formatCount(untold.length)} rules could not be checked`;
  return [make("details", { class: "found" }, make("summary", {}, title), make("ul", {}, ...rows))];
}

function drawLimits({ limits, limitsOf }: CheckReport): HTMLElement[] {
  if (limitsOf === null || limits.length === 0) return [];
  const rows = limits.slice(0, MOST_LIMITS).map(({ lump, used, limit, share }) => {
    const cells = [
      make("th", { scope: "row" }, lump.replace("LUMP_", "")),
      make("td", {}, `${formatCount(used)} of ${formatCount(limit)}`),
      make("td", {}, `${(share * 100).toFixed(1)} %`),
    ];
    return make("tr", {}, ...cells);
  });
  const table = make("table", {}, make("tbody", {}, ...rows));
  const title = `Limits of ${limitsOf}`;
  return [make("details", { class: "found" }, make("summary", {}, title), table)];
}

export interface CheckPanelOptions extends ReportPanelOptions {
  readonly viewer: Viewer;
}

export function createCheckPanel(options: CheckPanelOptions): ReportPanel {
  return createReportPanel(
    {
      id: "check",
      title: "Check",
      closeLabel: "Close the check",
      progressLabel: "Progress of the check",
      run(question, { reader, body, closed, say, onProgress, follow }) {
        say("Checking the map …");
        void follow(reader.ask("check", question, onProgress), (report) => {
          say(isSound(report) ? "No problems were found." : "");
          const pointer = pointAt(options.viewer);
          closed.addEventListener("abort", () => pointer.remove());
          const go = (pose: Partial<Camera>, { origin }: Finding): void => {
            pointer.show(origin);
            options.go(pose);
          };
          body.replaceChildren(...drawReport(report, go));
          reader.close();
        });
      },
    },
    options,
  );
}

function isSound({ counts: { error, warning, note } }: CheckReport): boolean {
  return error + warning + note === 0;
}
