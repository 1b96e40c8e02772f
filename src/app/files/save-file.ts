/** Saves a file through the browser's downloads. */

/** Milliseconds until the URL is revoked; the download reads the blob after the click. */
const KEEP_MS = 10_000;

export function saveFile(name: string, blob: Blob): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), KEEP_MS);
}

/** Formats a date in UTC as part of a file name. */
export function timeStamp(date: Date): string {
  return date.toISOString().slice(0, 19).replace("T", "_").replaceAll(":", "-");
}
