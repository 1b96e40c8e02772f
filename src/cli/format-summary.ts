/** Formats a summary (plain JSON data) as text. */

type Scalar = string | number | boolean | null | undefined;
type Row = Record<string, unknown>;

const isScalar = (value: unknown): value is Scalar => value === null || typeof value !== "object";

function formatScalar(value: Scalar): string {
  if (value === null || value === undefined) return "-";
  if (typeof value === "number" && !Number.isInteger(value)) return String(+value.toPrecision(7));
  return String(value);
}

/** Formats a value in one line for a table's cell. */
export function formatCell(value: unknown): string {
  if (isScalar(value)) return formatScalar(value);
  if (Array.isArray(value)) return value.map(formatCell).join(" ") || "-";
  return Object.entries(value as Row)
    .map(([key, item]) => `${key} ${formatCell(item)}`)
    .join(", ");
}

/** Formats a table with columns as wide as their widest cell; numbers are right-aligned. */
export function formatTable(rows: readonly Row[], indent = ""): string[] {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const columns = names.map((name) => {
    const cells = rows.map((row) => (row[name] === undefined ? "" : formatCell(row[name])));
    const isNumeric = rows.every((row) => ["number", "undefined"].includes(typeof row[name]));
    const width = Math.max(name.length, ...cells.map((cell) => cell.length));
    const pad = (text: string) => (isNumeric ? text.padStart(width) : text.padEnd(width));
    return { head: pad(name), cells: cells.map(pad) };
  });
  const line = (texts: string[]) => (indent + texts.join("  ")).trimEnd();
  return [
    line(columns.map((column) => column.head)),
    ...rows.map((_, i) => line(columns.map((column) => column.cells[i]))),
  ];
}

const INDENT = "  ";
const LINE_WIDTH = 100;

/** Formats scalars on one line if they fit, else one on each line. */
function formatList(name: string, items: readonly unknown[], indent: string): string[] {
  const cells = items.map(formatCell);
  const line = `${indent}${name}: ${cells.join(", ") || "-"}`;
  if (line.length <= LINE_WIDTH) return [line];
  return [`${indent}${name}: ${items.length}`, ...cells.map((cell) => indent + INDENT + cell)];
}

/** Formats an object as lines: nested objects indented, arrays of objects as tables. */
export function formatSummary(summary: object, indent = ""): string[] {
  const lines: string[] = [];
  for (const [name, value] of Object.entries(summary)) {
    if (isScalar(value)) {
      lines.push(`${indent}${name}: ${formatScalar(value)}`);
    } else if (Array.isArray(value)) {
      if (value.length > 0 && value.every((item) => !isScalar(item) && !Array.isArray(item))) {
        lines.push(`${indent}${name}: ${value.length}`);
        lines.push(...formatTable(value as Row[], indent + INDENT));
      } else {
        lines.push(...formatList(name, value, indent));
      }
    } else {
      lines.push(`${indent}${name}:`, ...formatSummary(value as object, indent + INDENT));
    }
  }
  return lines;
}

/** Formats a share from 0 to 1 as percent. */
export const formatShare = (share: number): string => `${(share * 100).toFixed(1)} %`;
