/** Formats numbers for people. */

/** Formats as `1,234,567`. */
export const formatCount = (count: number): string =>
  String(count).replace(/\B(?=(\d{3})+$)/g, ",");

/** Formats as `1.23 MB`, with units of 1000. */
export function formatBytes(byteLength: number): string {
  if (byteLength < 1000) return `${byteLength} B`;
  const units = ["kB", "MB", "GB"];
  let value = byteLength / 1000;
  let unit = 0;
  // Values that would round to 1000 move to the next unit.
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000;
    unit++;
  }
  return `${value < 10 ? value.toFixed(2) : value < 100 ? value.toFixed(1) : value.toFixed(0)} ${units[unit]}`;
}
