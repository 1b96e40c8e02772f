/** How far beams of light get: rays through what is solid of a map, as many as may be cast. */

import type { Ledger } from "../../core/ledger.ts";
import type { Trace } from "../../visibility/trace.ts";
import type { CastBeam } from "./sprite-entity.ts";

/**
 * @param openTrace asked with the first ray; null: nothing is in the way
 * @param onTooMany called once: the rays from then on meet nothing
 */
export function castBeams(
  ledger: Ledger,
  openTrace: () => Trace | null,
  onTooMany: () => void,
): CastBeam {
  let trace: Trace | null | undefined;
  return ([x, y, z], [directionX, directionY, directionZ], length) => {
    if (trace === undefined) trace = openTrace();
    if (trace === null) return length;
    const before = trace.tests;
    const isHit = trace.cast(x, y, z, directionX, directionY, directionZ, length);
    if (!ledger.tryTake("rayTests", trace.tests - before)) {
      trace = null;
      onTooMany();
      return length;
    }
    return isHit ? trace.hit.distance : length;
  };
}
