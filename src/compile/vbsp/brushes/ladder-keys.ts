import { boundBrushes } from "./map-brush.ts";
import type { SourceMap } from "./read-map.ts";

/**
 * The keys of a `func_ladder`, whose brushes are in the world: it becomes an `info_ladder`, which tells
 * the game's bots its box.
 * @param row of the entity in the VMF, plus one
 */
export function makeLadderKeys({ worldBrushes }: SourceMap, row: number): Record<string, string> {
  const [mins, maxs] = boundBrushes(worldBrushes.filter(({ entity }) => entity === row));
  const keys: Record<string, string> = { classname: "info_ladder" };
  for (const [name, corner] of [
    ["mins", mins],
    ["maxs", maxs],
  ] as const) {
    for (const [i, axis] of ["x", "y", "z"].entries())
      keys[`${name}.${axis}`] = corner[i].toFixed(2);
  }
  return keys;
}
