import type { StudioNodesFile } from "../../../formats/studio/write/write-motion-types.ts";
import { qcError } from "../qc/qc-statements.ts";
import type { QcSequence } from "../qc/qc-types.ts";

/** Rows are bytes, and 0 is none. */
const MAX_NODES = 0xff;

/** Nodes in the order in which sequences first name them, and by which to go from each to each other. */
export function buildNodes(sequences: readonly QcSequence[]): {
  readonly nodes: StudioNodesFile;
  /** From 1 on; 0: none. */
  rowOf(name: string): number;
} {
  const rows = new Map<string, number>();
  const names: string[] = [];
  const rowOf = (name: string) => (name === "" ? 0 : (rows.get(name.toLowerCase()) ?? 0));
  for (const { transition, line } of sequences) {
    for (const name of [transition.entry, transition.exit]) {
      if (name === "" || rowOf(name) !== 0) continue;
      rows.set(name.toLowerCase(), names.push(name));
      if (names.length <= MAX_NODES) continue;
      throw qcError("bad-count", "node", line, `at most ${MAX_NODES} nodes`, `${names.length}`);
    }
  }
  const count = names.length;
  const ways = Array.from({ length: count }, () => new Set<number>());
  for (const { transition } of sequences) {
    const [from, to] = [rowOf(transition.entry), rowOf(transition.exit)];
    if (from === 0 || to === 0 || from === to) continue;
    ways[from - 1].add(to - 1);
    if (transition.isReversible) ways[to - 1].add(from - 1);
  }
  const next = new Uint8Array(count * count);
  for (let from = 0; from < count; from++) walk(ways, from, next.subarray(from * count));
  return { nodes: { names, next }, rowOf };
}

/** Writes the first step of a shortest way to each node. */
function walk(ways: readonly ReadonlySet<number>[], from: number, next: Uint8Array): void {
  const queue = [...ways[from]];
  for (const to of queue) next[to] = to + 1;
  for (let i = 0; i < queue.length; i++) {
    for (const to of ways[queue[i]]) {
      if (to === from || next[to] !== 0) continue;
      next[to] = next[queue[i]];
      queue.push(to);
    }
  }
}
