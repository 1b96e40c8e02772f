/** Names that a mistyped one may have meant. */

const MOST = 3;

/** The nearest names first; none where all are far. Letters put in, left out, changed or swapped count one each. */
export function nearNames(typed: string, names: readonly string[]): string[] {
  const wanted = typed.toLowerCase().slice(0, 64);
  const limit = Math.max(1, Math.floor(wanted.length / 3));
  return names
    .map((name) => ({ name, steps: nearness(wanted, name) }))
    .filter(({ steps }) => steps <= limit)
    .sort((a, b) => a.steps - b.steps || (a.name < b.name ? -1 : 1))
    .slice(0, MOST)
    .map(({ name }) => name);
}

/** A word that the name is made of, as `drawdisp` of `r_drawdisp`, is next to being right. */
function nearness(wanted: string, name: string): number {
  if (wanted.length >= 3 && name.includes(wanted)) return 0.5;
  return countSteps(wanted, name);
}

/** Optimal string alignment. */
function countSteps(a: string, b: string): number {
  let before = new Array<number>(b.length + 1).fill(0);
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const changed = last[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1);
      row[j] = Math.min(row[j - 1] + 1, last[j] + 1, changed);
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (isSwap) row[j] = Math.min(row[j], before[j - 2] + 1);
    }
    before = last;
    last = row;
  }
  return last[b.length];
}
