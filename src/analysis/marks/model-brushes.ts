/** Which brushes are whose: a model's are those that the leafs of its tree hold. */

import type { Ledger } from "../../core/ledger.ts";
import type { MarkMap } from "./mark-map.ts";

export interface ModelBrushes {
  /** Of each brush, the model that holds it; 0: the world; -1: no leaf does. */
  readonly modelOfBrush: Int32Array;
  /** Ascending, each once; of a model above 0. */
  listOf(model: number): readonly number[];
}

export function brushesOfModels({ world, brushes }: MarkMap, ledger: Ledger): ModelBrushes {
  const { models, nodes, leafs } = world;
  const modelOfBrush = new Int32Array(brushes.count).fill(-1);
  const lists: number[][] = [];
  for (let model = models.count - 1; model >= 0; model--) {
    const own = new Set<number>();
    const stack = [models.headNode[model]];
    for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
      if (node >= 0) {
        // Models may name the same trees: what is walked is drawn from the ledger.
        if (!ledger.tryTake("clusters", 1)) break;
        stack.push(nodes.children[node * 2], nodes.children[node * 2 + 1]);
        continue;
      }
      const leaf = -1 - node;
      const first = leafs.firstLeafBrush[leaf];
      const end = first + leafs.leafBrushCount[leaf];
      if (!ledger.tryTake("leafBrushes", end - first)) break;
      for (let i = first; i < end; i++) {
        const brush = brushes.leafBrushes[i];
        modelOfBrush[brush] = model;
        if (model > 0) own.add(brush);
      }
    }
    lists[model] = [...own].sort((a, b) => a - b);
  }
  return { modelOfBrush, listOf: (model) => lists[model] ?? [] };
}
