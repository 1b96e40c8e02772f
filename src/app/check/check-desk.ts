/** Opens the panel of what is wrong with the map. */

import type { Viewer } from "../../viewer/index.ts";
import {
  createReportDesk,
  type ReportDesk,
  type ReportDeskOptions,
} from "../reports/report-desk.ts";

export function createCheckDesk(viewer: Viewer, options: ReportDeskOptions): ReportDesk {
  const { go, onFault } = options;
  const make = async () => {
    const { createCheckPanel } = await import("./check-panel.ts");
    return createCheckPanel({
      go,
      onFault,
      viewer,
      contentOf: () => viewer.content,
      onClose: () => viewer.canvas.focus({ preventScroll: true }),
    });
  };
  return createReportDesk("open-check", make, options);
}
