/** Formats a studio checksum as tools do: eight hexadecimal digits. */
export function formatChecksum(checksum: number): string {
  return (checksum >>> 0).toString(16).padStart(8, "0");
}
