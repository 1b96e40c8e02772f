/** PVS rows: which clusters may be seen from a cluster, one bit each. */

import type { Pvs } from "../map/types.ts";

/** Bytes of a decoded row. */
function rowBytes(pvs: Pvs): number {
  return (pvs.clusterCount + 7) >>> 3;
}

/**
 * Decodes a cluster's row into a bit set of `clusterCount` bits.
 * Rows are checked at load (`checkPvsRows`), so that this one need not.
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
  // Rows are coded in whole bytes: the last may have bits past the last cluster.
  const tail = pvs.clusterCount & 31;
  if (tail !== 0) out[pvs.clusterCount >>> 5] &= (1 << tail) - 1;
}

/** What `checkPvsRows` found: a cluster whose row is broken, and the bytes of rows that it went through. */
export interface PvsCheck {
  /** -1: every row is sound. */
  readonly brokenCluster: number;
  /** Rows that share an offset count once, others though they overlap. */
  readonly bytesRead: number;
}

/**
 * Looks for the first cluster whose row leaves the lump, skips past its own end or stands still on a
 * run of no zeros; and no longer than until `maxBytes` were read.
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

/** The byte behind a row; -1 where it is broken. */
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
