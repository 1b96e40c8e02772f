/**
 * Lays out a treemap: rectangles that fill one, each as large as its weight, and as near to a square as
 * filling rows one by one comes (Bruls, Huizing and van Wijk, "Squarified Treemaps", 2000).
 */

export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/**
 * @param weights any that is not above 0 gets a rectangle of no area
 * @returns a rectangle for each weight, in the weights' order
 */
export function squarify(weights: readonly number[], whole: Rect): Rect[] {
  const order = weights.map((_, i) => i).filter((i) => weights[i] > 0);
  order.sort((a, b) => weights[b] - weights[a]);
  const total = order.reduce((sum, i) => sum + weights[i], 0);
  const scale = total > 0 ? (whole.width * whole.height) / total : 0;
  const areas = order.map((i) => weights[i] * scale);
  const rects: Rect[] = weights.map(() => ({ x: whole.x, y: whole.y, width: 0, height: 0 }));
  let rest = whole;
  for (let first = 0; first < areas.length; ) {
    const side = Math.min(rest.width, rest.height);
    let end = first + 1;
    let sum = areas[first];
    while (end < areas.length) {
      const now = worstRatio(areas[first], areas[end - 1], sum, side);
      const then = worstRatio(areas[first], areas[end], sum + areas[end], side);
      if (then > now) break;
      sum += areas[end];
      end++;
    }
    const isLast = end === areas.length;
    const row = splitRow(rest, sum, isLast);
    placeRow(rects, order.slice(first, end), areas.slice(first, end), sum, row);
    rest = row.rest;
    first = end;
  }
  return rects;
}

/** Of a row along a side: how far its least square rectangle is from a square. */
function worstRatio(largest: number, smallest: number, sum: number, side: number): number {
  const thickness = sum / side;
  const squared = thickness * thickness;
  return Math.max(largest / squared, squared / smallest);
}

/** A row lies along the shorter side. */
function splitRow({ x, y, width, height }: Rect, area: number, takesAll: boolean) {
  if (width >= height) {
    const thickness = takesAll ? width : Math.min(width, area / height);
    return {
      isUpright: true,
      placed: { x, y, width: thickness, height },
      rest: { x: x + thickness, y, width: width - thickness, height },
    };
  }
  const thickness = takesAll ? height : Math.min(height, area / width);
  return {
    isUpright: false,
    placed: { x, y, width, height: thickness },
    rest: { x, y: y + thickness, width, height: height - thickness },
  };
}

function placeRow(
  rects: Rect[],
  items: readonly number[],
  areas: readonly number[],
  sum: number,
  row: { readonly placed: Rect; readonly isUpright: boolean },
): void {
  const { x, y, width, height } = row.placed;
  let done = 0;
  for (const [k, item] of items.entries()) {
    const [from, share] = [done / sum, areas[k] / sum];
    rects[item] = row.isUpright
      ? { x, y: y + from * height, width, height: share * height }
      : { x: x + from * width, y, width: share * width, height };
    done += areas[k];
  }
}
