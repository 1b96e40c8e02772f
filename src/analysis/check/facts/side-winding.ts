import {
  chopWinding,
  makeHugeWinding,
  type Winding,
} from "../../../compile/vbsp/brushes/winding.ts";
import type { MapFacts } from "./map-facts.ts";

/** Square inches: what is smaller nobody notices. */
const LEAST_AREA = 256;

/** The polygon of a brush's side; null: the others leave nothing of it that one would see. Throws FormatError (too-large). */
export function windingOf(
  { bsp, brushes, ledger }: MapFacts,
  brush: number,
  side: number,
): Winding | null {
  const { normal, dist } = bsp.planes;
  const own = brushes.sidePlane[side];
  const at = own * 3;
  let winding: Winding | null = makeHugeWinding(
    normal[at],
    normal[at + 1],
    normal[at + 2],
    dist[own],
  );
  const end = brushes.firstSide[brush] + brushes.sideCount[brush];
  for (let other = brushes.firstSide[brush]; other < end && winding !== null; other++) {
    const plane = brushes.sidePlane[other];
    if (other === side || plane === own || brushes.sideIsBevel[other] === 1) continue;
    ledger.take("rayTests", winding.length, "LUMP_BRUSHSIDES");
    const n = plane * 3;
    winding = chopWinding(winding, -normal[n], -normal[n + 1], -normal[n + 2], -dist[plane]);
  }
  return winding !== null && areaOf(winding) >= LEAST_AREA ? winding : null;
}

function areaOf(winding: Winding): number {
  let area = 0;
  for (let i = 3; i + 3 < winding.length; i += 3) {
    const side = (to: number) => [0, 1, 2].map((axis) => winding[to + axis] - winding[axis]);
    const [u, v] = [side(i), side(i + 3)];
    const cross = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    area += Math.hypot(...cross) / 2;
  }
  return area;
}
