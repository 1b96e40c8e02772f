/** Numbers as a person reads them. */

/** `1,234,567` */
export const formatCount = (count: number): string =>
  String(count).replace(/\B(?=(\d{3})+$)/g, ",");

/** `1.23 MB`, of 1000 each. */
export function formatBytes(byteLength: number): string {
  if (byteLength < 1000) return `${byteLength} B`;
  const units = ["kB", "MB", "GB"];
  let value = byteLength / 1000;
  let unit = 0;
  // What would be rounded to 1000 has the next unit.
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000;
    unit++;
  }
  return `${value < 10 ? value.toFixed(2) : value < 100 ? value.toFixed(1) : value.toFixed(0)} ${units[unit]}`;
}
