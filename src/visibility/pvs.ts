/** Decodes PVS rows: one bit for each cluster that may be visible from a cluster. */

import type { Pvs } from "../map/types.ts";

/** Returns the bytes of a decoded row. */
function rowBytes(pvs: Pvs): number {
  return (pvs.clusterCount + 7) >>> 3;
}

/**
 * Decodes a cluster's row into a bit set of `clusterCount` bits. `checkPvsRows` validates rows at
 * load, so this function does not.
 */
export function decodePvsRow(pvs: Pvs, cluster: number, out: Uint32Array): void {
  const { bytes } = pvs;
  const end = rowBytes(pvs);
  let read = pvs.rowOffset[cluster];
  let write = 0;
  out.fill(0);
  while (write < end) {
    const value = bytes[read++];
    if (value === 0) {
      write += bytes[read++];
    } else {
      out[write >>> 2] |= value << ((write & 3) * 8);
      write++;
    }
  }
  // Rows have whole bytes: clear the bits past the last cluster.
  const tail = pvs.clusterCount & 31;
  if (tail !== 0) out[pvs.clusterCount >>> 5] &= (1 << tail) - 1;
}

/** Result of `checkPvsRows`. */
export interface PvsCheck {
  /** First cluster whose row is broken; -1 if all rows are sound. */
  readonly brokenCluster: number;
  /**
   * Bytes of rows read. Rows that share an offset count once; rows that merely overlap count fully.
   */
  readonly bytesRead: number;
}

/**
 * Finds the first cluster whose row leaves the lump, exceeds its length, or has a zero run of
 * length 0. Stops after `maxBytes`.
 */
export function checkPvsRows(pvs: Pvs, maxBytes = Number.POSITIVE_INFINITY): PvsCheck {
  const { rowOffset, clusterCount } = pvs;
  const checked = new Set<number>();
  let bytesRead = 0;
  for (let cluster = 0; cluster < clusterCount && bytesRead <= maxBytes; cluster++) {
    const start = rowOffset[cluster];
    if (checked.has(start)) continue;
    checked.add(start);
    const end = findRowEnd(pvs, start);
    if (end < 0) return { brokenCluster: cluster, bytesRead };
    bytesRead += end - start;
  }
  return { brokenCluster: -1, bytesRead };
}

/** Returns the offset after a row, or -1 if the row is broken. */
function findRowEnd(pvs: Pvs, start: number): number {
  const { bytes } = pvs;
  const end = rowBytes(pvs);
  let read = start;
  let write = 0;
  while (write < end) {
    if (read >= bytes.length) return -1;
    if (bytes[read++] !== 0) {
      write++;
    } else {
      if (read >= bytes.length || bytes[read] === 0) return -1;
      write += bytes[read++];
    }
  }
  return write > end ? -1 : read;
}
