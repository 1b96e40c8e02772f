/** The panel of what is wrong with the map. */

import "./check.css";
import type { CheckReport, Finding } from "../../viewer/file/index.ts";
import type { Camera, Viewer } from "../../viewer/index.ts";
import { pointAt } from "../../viewer/marks/index.ts";
import {
  createReportPanel,
  type ReportPanel,
  type ReportPanelOptions,
} from "../reports/report-panel.ts";
import { drawReport } from "./draw-report.ts";

export interface CheckPanelOptions extends ReportPanelOptions {
  readonly viewer: Viewer;
}

export function createCheckPanel(options: CheckPanelOptions): ReportPanel {
  return createReportPanel(
    {
      id: "check",
      title: "Check",
      closeLabel: "Close the check",
      progressLabel: "Rules that are done",
      run(question, { reader, body, closed, say, onProgress, follow }) {
        say("Looking at the map …");
        void follow(reader.ask("check", question, onProgress), (report) => {
          say(isSound(report) ? "Nothing is wrong with it." : "");
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
