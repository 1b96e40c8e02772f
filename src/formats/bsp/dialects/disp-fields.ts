import { byte, int } from "../../binary/columns.ts";

/**
 * Fields of a displacement that readers do not take: where its samples of light begin, and behind them, or
 * what stands between, its neighbours: eight `CDispSubNeighbor`, four `CDispCornerNeighbors`.
 */
export const dispFields = (
  samples: number,
  neighbors: number,
  edgeBytes = 48,
  cornerBytes = 40,
) => ({
  lightmapAlphaStart: int(samples),
  lightmapSamplePositionStart: int(samples + 4),
  edgeNeighbors: byte(neighbors, edgeBytes),
  cornerNeighbors: byte(neighbors + edgeBytes, cornerBytes),
});
