/** Hands a file to the browser's downloads. */

/** The download reads the blob after the click. */
const KEEP_MS = 10_000;

export function saveFile(name: string, blob: Blob): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), KEEP_MS);
}

/** A date as part of a file's name, UTC. */
export function timeStamp(date: Date): string {
  return date.toISOString().slice(0, 19).replace("T", "_").replaceAll(":", "-");
}
