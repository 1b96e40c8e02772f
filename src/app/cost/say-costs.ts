/** What the panel of costs says above its numbers. */

import type { CostReport } from "../../viewer/file/index.ts";
import { formatCount } from "../dom.ts";

type Counted = Pick<CostReport, "clusters" | "stoodIn" | "missingProps" | "isWhole">;

export function sayCosts({ clusters, stoodIn, missingProps, isWhole }: Counted): string {
  const sentences = [
    clusters === 0
      ? "The map was never run through vvis: everything is drawn from everywhere."
      : `${formatCount(clusters)} clusters, ${formatCount(stoodIn)} of them with floor to stand on.`,
  ];
  if (!isWhole) {
    sentences.push(
      "Looking for floors was given up, for it met too much: of some places nothing is known but their middles.",
    );
  }
  if (missingProps > 0) {
    sentences.push(`${formatCount(missingProps)} props are not counted: their models are missing.`);
  }
  return sentences.join(" ");
}
