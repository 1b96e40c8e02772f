/** The panel of what is wrong with the map. */

import "./check.css";
import type { CheckReport } from "../../viewer/file/index.ts";
import {
  createReportPanel,
  type ReportPanel,
  type ReportPanelOptions,
} from "../reports/report-panel.ts";
import { drawReport } from "./draw-report.ts";

export function createCheckPanel(options: ReportPanelOptions): ReportPanel {
  return createReportPanel(
    {
      id: "check",
      title: "Check",
      closeLabel: "Close the check",
      progressLabel: "Rules that are done",
      run(question, { reader, body, say, onProgress, follow }) {
        say("Looking at the map …");
        void follow(reader.ask("check", question, onProgress), (report) => {
          say(isSound(report) ? "Nothing is wrong with it." : "");
          body.replaceChildren(...drawReport(report, options.go));
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
