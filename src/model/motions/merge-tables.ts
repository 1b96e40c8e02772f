/**
 * Merges the tables of a model and of the models it includes; rows with equal names become one row.
 */

import type { Attachments, IkLocks, PoseParameters } from "../../formats/studio/rig/rig-types.ts";
import type { BoneMap, MotionGroup } from "./decoded-motions.ts";

/** For each group, the merged row of each of its rows, or -1. */
export type MasterRows = readonly Int32Array[];

/**
 * Merges rows by name, ignoring case. Rows of one group may share a name: only earlier groups are
 * compared.
 * @param isReplaced whether a merged row is replaced by a later one of the same name
 */
export function mergeNames(
  groups: readonly (readonly string[])[],
  isReplaced: (group: number, row: number) => boolean = () => false,
): { readonly owner: { group: number; row: number }[]; readonly master: MasterRows } {
  const owner: { group: number; row: number }[] = [];
  const known = new Map<string, number>();
  const master = groups.map((names, group) => {
    const first = owner.length;
    const keys = names.map((name) => name.toLowerCase());
    const rows = new Int32Array(names.length);
    for (let row = 0; row < names.length; row++) {
      const found = known.get(keys[row]);
      rows[row] = found ?? owner.push({ group, row }) - 1;
      if (found === undefined) continue;
      const held = owner[found];
      if (isReplaced(held.group, held.row)) owner[found] = { group, row };
    }
    for (let row = first; row < owner.length; row++) {
      const key = keys[owner[row].row];
      if (!known.has(key)) known.set(key, row);
    }
    return rows;
  });
  return { owner, master };
}

/** Merges pose parameters. One in several models gets the range that covers all of theirs. */
export function mergePoseParameters(groups: readonly MotionGroup[]): {
  readonly table: PoseParameters;
  readonly master: MasterRows;
} {
  const tables = groups.map(({ rig }) => rig.poseParameters);
  const { owner, master } = mergeNames(tables.map(({ name }) => name));
  const pick = (column: "start" | "end" | "loop") =>
    Float32Array.from(owner, ({ group, row }) => tables[group][column][row]);
  const [start, end] = [pick("start"), pick("end")];
  tables.forEach((table, group) => {
    for (let row = 0; row < table.count; row++) {
      const to = master[group][row];
      if (owner[to].group === group && owner[to].row === row) continue;
      const ends = [start[to], end[to], table.start[row], table.end[row]];
      start[to] = Math.min(...ends);
      end[to] = Math.max(...ends);
    }
  });
  return {
    master,
    table: {
      count: owner.length,
      name: owner.map(({ group, row }) => tables[group].name[row]),
      flags: Uint32Array.from(owner, ({ group, row }) => tables[group].flags[row]),
      start,
      end,
      loop: pick("loop"),
    },
  };
}

/** Merges attachments, without those whose bone the main model lacks. */
export function mergeAttachments(
  groups: readonly MotionGroup[],
  maps: readonly BoneMap[],
): Attachments {
  const rows: { readonly group: number; readonly row: number }[] = [];
  const known = new Set<string>();
  groups.forEach(({ rig: { attachments } }, group) => {
    const added: string[] = [];
    for (let row = 0; row < attachments.count; row++) {
      const name = attachments.name[row].toLowerCase();
      if (maps[group].mainBone[attachments.bone[row]] < 0 || known.has(name)) continue;
      rows.push({ group, row });
      added.push(name);
    }
    for (const name of added) known.add(name);
  });
  const tableOf = (group: number) => groups[group].rig.attachments;
  const local = new Float32Array(rows.length * 12);
  rows.forEach(({ group, row }, i) => {
    local.set(tableOf(group).local.subarray(row * 12, row * 12 + 12), i * 12);
  });
  return {
    count: rows.length,
    name: rows.map(({ group, row }) => tableOf(group).name[row]),
    flags: Uint32Array.from(rows, ({ group, row }) => tableOf(group).flags[row]),
    bone: Int32Array.from(rows, ({ group, row }) => {
      return maps[group].mainBone[tableOf(group).bone[row]];
    }),
    local,
  };
}

/**
 * Merges IK locks, one for each chain: the first model with a lock wins. Chain numbers are those of
 * the main model.
 */
export function mergeIkLocks(groups: readonly MotionGroup[]): IkLocks {
  const chainCount = groups[0].rig.ikChains.count;
  const chain: number[] = [];
  const positionWeight: number[] = [];
  const localQuaternionWeight: number[] = [];
  for (const { rig } of groups) {
    const known = chain.length;
    for (let row = 0; row < rig.ikLocks.count; row++) {
      const own = rig.ikLocks.chain[row];
      const held = chain.indexOf(own);
      if (own >= chainCount || (held >= 0 && held < known)) continue;
      chain.push(own);
      positionWeight.push(rig.ikLocks.positionWeight[row]);
      localQuaternionWeight.push(rig.ikLocks.localQuaternionWeight[row]);
    }
  }
  return {
    count: chain.length,
    chain: Int32Array.from(chain),
    positionWeight: Float32Array.from(positionWeight),
    localQuaternionWeight: Float32Array.from(localQuaternionWeight),
  };
}

/**
 * Fills in missing knee directions of the main model from an included model with as many chains.
 */
export function mergeKnees(groups: readonly MotionGroup[]): Float32Array {
  const { ikChains, ikLinks } = groups[0].rig;
  const direction = ikLinks.kneeDirection.slice();
  const isNone = (of: Float32Array, at: number) => !(of[at] || of[at + 1] || of[at + 2]);
  for (const { rig } of groups.slice(1)) {
    if (rig.ikChains.count !== ikChains.count) continue;
    for (let chain = 0; chain < ikChains.count; chain++) {
      if (ikChains.linkCount[chain] === 0 || rig.ikChains.linkCount[chain] === 0) continue;
      const to = ikChains.firstLink[chain] * 3;
      const from = rig.ikChains.firstLink[chain] * 3;
      if (!isNone(direction, to) || isNone(rig.ikLinks.kneeDirection, from)) continue;
      for (let k = 0; k < 3; k++) direction[to + k] = rig.ikLinks.kneeDirection[from + k];
    }
  }
  return direction;
}
