/**
 * Which array textures share the slots of a bind group, for draws of materials whose textures lie
 * anywhere: the fewer groups, the fewer draws.
 */

export interface SlotGroups {
  /** Group of each demand. */
  readonly groupOf: Uint16Array;
  /** Contents of each group's slots, in order; at least one group, which may have none. */
  readonly groups: readonly (readonly number[])[];
}

/** Demands of the same contents. */
interface DemandRow {
  readonly contents: readonly number[];
  readonly members: number[];
}

/**
 * Fills one group after the other, each time with the demand that comes first by: most contents, as they
 * are harder to place; fewest slots to add; most used contents; order. Contents that are in several
 * groups take a slot in each.
 * @param demands what each material needs in slots, each content once; nothing: any group will do
 * @param capacity slots of a group; what needs more by itself has a group of its own
 */
export function packTextureSlots(
  demands: readonly (readonly number[])[],
  capacity: number,
): SlotGroups {
  const groupOf = new Uint16Array(demands.length);
  const groups: number[][] = [];
  let left = sortedRows(demands);
  while (left.length > 0) {
    const group = [...left[0].contents];
    for (let row: DemandRow | null = left[0]; row !== null; row = nextRow(left, group, capacity)) {
      group.push(...missingFrom(group, row.contents));
      for (const demand of row.members) groupOf[demand] = groups.length;
      left = left.filter((other) => other !== row);
    }
    groups.push(group);
  }
  if (groups.length === 0) groups.push([]);
  return { groupOf, groups };
}

/** Demands with contents, equal ones in one row, sorted by what does not change while packing. */
function sortedRows(demands: readonly (readonly number[])[]): DemandRow[] {
  const uses = new Map<number, number>();
  const rows = new Map<string, DemandRow>();
  demands.forEach((contents, demand) => {
    for (const content of contents) uses.set(content, (uses.get(content) ?? 0) + 1);
    if (contents.length === 0) return;
    const key = contents.join(" ");
    const row = rows.get(key);
    if (row === undefined) rows.set(key, { contents, members: [demand] });
    else row.members.push(demand);
  });
  const usesOf = ({ contents }: DemandRow) =>
    contents.reduce((sum, content) => sum + (uses.get(content) ?? 0), 0);
  // The sort keeps the order of equals.
  return [...rows.values()].sort(
    (a, b) => b.contents.length - a.contents.length || usesOf(b) - usesOf(a),
  );
}

function missingFrom(group: readonly number[], contents: readonly number[]): number[] {
  return contents.filter((content) => !group.includes(content));
}

/** The next row to join a group; null: none fits. */
function nextRow(
  left: readonly DemandRow[],
  group: readonly number[],
  capacity: number,
): DemandRow | null {
  let best: DemandRow | null = null;
  let bestCount = capacity - group.length + 1;
  for (const row of left) {
    const count = missingFrom(group, row.contents).length;
    // What needs no slot more is taken at once.
    if (count === 0) return row;
    if (best !== null && row.contents.length !== best.contents.length) continue;
    if (count < bestCount) {
      best = row;
      bestCount = count;
    }
  }
  return best;
}
