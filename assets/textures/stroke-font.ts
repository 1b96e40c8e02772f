/** Capital letters as strokes, as many as the demo's signs need. */

type Point = readonly [number, number];

/** Strokes of each letter on a grid 4 wide and 6 high, from the upper left: "x y x y …". */
const LETTERS: Readonly<Record<string, readonly string[]>> = {
  A: ["0 6 2 0 4 6", "0.7 4 3.3 4"],
  C: ["4 1 3 0 1 0 0 1.2 0 4.8 1 6 3 6 4 5"],
  E: ["4 0 0 0 0 6 4 6", "0 3 3 3"],
  F: ["4 0 0 0 0 6", "0 3 3 3"],
  G: ["4 1 3 0 1 0 0 1.2 0 4.8 1 6 3 6 4 5 4 3.2 2.4 3.2"],
  H: ["0 0 0 6", "4 0 4 6", "0 3 4 3"],
  I: ["2 0 2 6"],
  L: ["0 0 0 6 4 6"],
  M: ["0 6 0 0 2 3.4 4 0 4 6"],
  N: ["0 6 0 0 4 6 4 0"],
  O: ["1 0 3 0 4 1.2 4 4.8 3 6 1 6 0 4.8 0 1.2 1 0"],
  R: ["0 6 0 0 3 0 4 0.9 4 2.3 3 3.2 0 3.2", "2.2 3.2 4 6"],
  S: ["4 1 3 0 1 0 0 0.9 0 2.1 1 3 3 3 4 3.9 4 5.1 3 6 1 6 0 5"],
  T: ["0 0 4 0", "2 0 2 6"],
  U: ["0 0 0 4.8 1 6 3 6 4 4.8 4 0"],
  V: ["0 0 2 6 4 0"],
  Y: ["0 0 2 3 4 0", "2 3 2 6"],
};

/** Distance between the left edges of two letters, in grid units. */
const ADVANCE = 5.6;
const LETTER_HEIGHT = 6;

/**
 * Returns the signed distance from a point to a text with strokes `weight` wide, negative inside.
 * Units are the text's height; x runs right from the text's middle, y down from it.
 */
export function textDistance(text: string, x: number, y: number, weight: number): number {
  const width = text.length * ADVANCE - (ADVANCE - 4);
  const gridX = x * LETTER_HEIGHT + width / 2;
  const gridY = (y + 0.5) * LETTER_HEIGHT;
  const nearest = Math.floor((gridX + (ADVANCE - 4) / 2) / ADVANCE);
  let distance = Number.POSITIVE_INFINITY;
  for (let i = Math.max(0, nearest - 1); i <= Math.min(text.length - 1, nearest + 1); i++) {
    for (const line of strokesOf(text[i])) {
      for (let k = 1; k < line.length; k++) {
        const near = segmentDistance(gridX - i * ADVANCE, gridY, line[k - 1], line[k]);
        distance = Math.min(distance, near);
      }
    }
  }
  return distance / LETTER_HEIGHT - weight / 2;
}

/** Returns the text's width divided by its height. */
export function textAspect(text: string): number {
  return (text.length * ADVANCE - (ADVANCE - 4)) / LETTER_HEIGHT;
}

const STROKES: ReadonlyMap<string, readonly (readonly Point[])[]> = new Map(
  Object.entries(LETTERS).map(([letter, lines]) => [letter, lines.map(readPoints)]),
);

function readPoints(line: string): Point[] {
  const numbers = line.split(" ").map(Number);
  return numbers.flatMap((x, i) => (i % 2 === 0 ? [[x, numbers[i + 1]] as const] : []));
}

function strokesOf(letter: string): readonly (readonly Point[])[] {
  const strokes = STROKES.get(letter);
  if (!strokes) throw new RangeError(`no strokes for the letter "${letter}"`);
  return strokes;
}

function segmentDistance(x: number, y: number, [ax, ay]: Point, [bx, by]: Point): number {
  const [dx, dy] = [bx - ax, by - ay];
  const length2 = dx * dx + dy * dy;
  const along = Math.min(Math.max(((x - ax) * dx + (y - ay) * dy) / length2, 0), 1);
  return Math.hypot(x - ax - dx * along, y - ay - dy * along);
}
