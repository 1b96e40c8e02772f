/** Opens the panel of what places cost. */

import type { Viewer } from "../../viewer/index.ts";
import {
  createReportDesk,
  type ReportDesk,
  type ReportDeskOptions,
} from "../reports/report-desk.ts";

export function createCostDesk(viewer: Viewer, options: ReportDeskOptions): ReportDesk {
  const { go, onFault } = options;
  const make = async () => {
    const { createCostPanel } = await import("./cost-panel.ts");
    return createCostPanel({
      go,
      onFault,
      viewer,
      contentOf: () => viewer.content,
      cameraOf: () => viewer.camera,
      onClose: () => viewer.canvas.focus({ preventScroll: true }),
    });
  };
  return createReportDesk("open-cost", make, options);
}
