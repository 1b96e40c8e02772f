/**
 * Which array textures are bound together. A draw reaches those of one bind group, so a map takes as
 * many draws as it has groups, times pipelines. Bind groups with many slots make few draws, those with
 * few slots make fragments cheap.
 */

/** What a material needs to be bound. */
export interface SlotDemand {
  /** Materials of different kinds have different pipelines; lower kinds are packed first. */
  readonly kind: number;
  /** Names of the slots' contents, one or two different ones; none: any group will do. */
  readonly contents: readonly number[];
}

export interface SlotGroups {
  /** Group of each demand. */
  readonly groupOf: Uint16Array;
  /** Contents of each group's slots, in order; at least one group, which may have none. */
  readonly groups: readonly (readonly number[])[];
}

/** Demands that any group satisfies that satisfies one of them. */
interface DemandRow extends SlotDemand {
  readonly members: number[];
}

/**
 * Packs with the smallest of some capacities by which there are few enough draws.
 * @param capacities ascending; the last is taken if none is enough
 * @param maxDraws different pairs of kind and group
 */
export function packWithFewDraws(
  demands: readonly SlotDemand[],
  capacities: readonly number[],
  maxDraws: number,
): SlotGroups {
  let packed = packTextureSlots(demands, capacities[0]);
  for (let i = 1; i < capacities.length && countDraws(demands, packed) > maxDraws; i++) {
    packed = packTextureSlots(demands, capacities[i]);
  }
  return packed;
}

export function countDraws(demands: readonly SlotDemand[], { groupOf }: SlotGroups): number {
  return new Set(demands.map(({ kind }, demand) => `${kind} ${groupOf[demand]}`)).size;
}

/**
 * Fills one group after the other, each time with the demand that comes first by: kind, so that the
 * draws of a kind lie in few groups; two contents before one, as they are harder to place; fewest slots
 * to add; most used contents; order. Contents that are in several groups take a slot in each.
 * @param capacity slots of a group; what needs more by itself has a group of its own
 */
export function packTextureSlots(demands: readonly SlotDemand[], capacity: number): SlotGroups {
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
  // What needs nothing goes with others of its kind, so that it takes no draw of its own.
  demands.forEach(({ kind, contents }, demand) => {
    if (contents.length > 0) return;
    const other = demands.findIndex((d) => d.kind === kind && d.contents.length > 0);
    if (other >= 0) groupOf[demand] = groupOf[other];
  });
  return { groupOf, groups };
}

/** A group of its own for each demand: what there is to gain by packing them. */
export function separateTextureSlots(demands: readonly SlotDemand[]): SlotGroups {
  return {
    groupOf: Uint16Array.from(demands, (_, demand) => demand),
    groups: demands.map(({ contents }) => contents),
  };
}

/** Demands with contents, equal ones in one row, sorted by what does not change while packing. */
function sortedRows(demands: readonly SlotDemand[]): DemandRow[] {
  const uses = new Map<number, number>();
  const rows = new Map<string, DemandRow>();
  demands.forEach(({ kind, contents }, demand) => {
    for (const content of contents) uses.set(content, (uses.get(content) ?? 0) + 1);
    if (contents.length === 0) return;
    const key = `${kind} ${contents.join(" ")}`;
    const row = rows.get(key);
    if (row === undefined) rows.set(key, { kind, contents, members: [demand] });
    else row.members.push(demand);
  });
  const usesOf = ({ contents }: SlotDemand) =>
    contents.reduce((sum, content) => sum + (uses.get(content) ?? 0), 0);
  // The sort keeps the order of equals.
  return [...rows.values()].sort(
    (a, b) => a.kind - b.kind || b.contents.length - a.contents.length || usesOf(b) - usesOf(a),
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
    if (best !== null) {
      if (row.kind !== best.kind || row.contents.length !== best.contents.length) continue;
    }
    if (count < bestCount) {
      best = row;
      bestCount = count;
    }
  }
  return best;
}
