/** PVS rows: which clusters may be seen from a cluster, one bit each. */

import type { Pvs } from "../map/types.ts";

/** Bytes of a decoded row. */
function rowBytes(pvs: Pvs): number {
  return (pvs.clusterCount + 7) >>> 3;
}

/**
 * Decodes a cluster's row into a bit set of `clusterCount` bits.
 * Rows are checked at load (`findBrokenRow`), so that this one need not.
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

/**
 * The first cluster whose row leaves the lump, skips past its own end or stands still on a run of
 * no zeros; -1 if every row is sound.
 */
export function findBrokenRow(pvs: Pvs): number {
  const { bytes, rowOffset, clusterCount } = pvs;
  const end = rowBytes(pvs);
  for (let cluster = 0; cluster < clusterCount; cluster++) {
    let read = rowOffset[cluster];
    let write = 0;
    while (write < end) {
      if (read >= bytes.length) return cluster;
      if (bytes[read++] !== 0) {
        write++;
      } else {
        if (read >= bytes.length || bytes[read] === 0) return cluster;
        write += bytes[read++];
      }
    }
    if (write > end) return cluster;
  }
  return -1;
}
