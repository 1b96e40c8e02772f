import type { Diagnostics } from "../../core/diagnostics.ts";
import type { MdlSequence } from "../../formats/studio/animation/animation-types.ts";

/** Maximum number of sequences that play at once with all layers. Real models have a handful. */
export const MAX_PLAYED = 64;
/** Maximum depth of layers over layers. Real models have two. */
export const MAX_LAYER_DEPTH = 8;

/**
 * Removes autolayers that lead back to their own sequence, and those that would exceed the limits
 * above. The remaining layers always end.
 */
export function cutLayers(
  sequences: readonly MdlSequence[],
  model: string,
  diagnostics: Diagnostics,
): MdlSequence[] {
  const cut: (MdlSequence | undefined)[] = new Array(sequences.length);
  /**
   * Number of sequences that each sequence plays, itself included; 0 while it is being visited, -1
   * before.
   */
  const played = new Int32Array(sequences.length).fill(-1);
  const depth = new Int32Array(sequences.length);
  let left = 0;
  const visit = (row: number, level: number): void => {
    const sequence = sequences[row];
    if (sequence.autoLayers.length === 0) {
      played[row] = depth[row] = 1;
      cut[row] = sequence;
      return;
    }
    played[row] = 0;
    let total = 1;
    let deepest = 1;
    const autoLayers = sequence.autoLayers.filter((layer) => {
      const { sequence: over } = layer;
      if (played[over] < 0 && level < MAX_LAYER_DEPTH) visit(over, level + 1);
      const fits =
        played[over] > 0 && total + played[over] <= MAX_PLAYED && depth[over] < MAX_LAYER_DEPTH;
      if (!fits) return false;
      total += played[over];
      deepest = Math.max(deepest, depth[over] + 1);
      return true;
    });
    left += sequence.autoLayers.length - autoLayers.length;
    played[row] = total;
    depth[row] = deepest;
    cut[row] =
      autoLayers.length === sequence.autoLayers.length ? sequence : { ...sequence, autoLayers };
  };
  for (let row = 0; row < sequences.length; row++) if (played[row] < 0) visit(row, 1);
  if (left > 0) {
    const message = `${left} layers of sequences are left out: they lead back to themselves, or are too many.`;
    diagnostics.warn("over-budget", model, message);
  }
  return cut as MdlSequence[];
}
