/** Describes errors of the file system in a sentence: which file, and what is wrong with it. */

import { readdirSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { CliError } from "../errors.ts";
import { didYouMean } from "../nearest.ts";

/** True for errors of the file system, which users can fix. */
export function isFileSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && "code" in error && "syscall" in error;
}

/** Reasons by error code, as the end of a sentence that begins with the path. */
const REASONS: Readonly<Record<string, string>> = {
  EACCES: "may not be opened: permission denied",
  EBUSY: "is in use by another program",
  EDQUOT: "cannot be written: your quota of the disk is used up",
  EEXIST: "exists already",
  EFBIG: "is larger than the disk allows",
  EISDIR: "is a folder, not a file",
  ELOOP: "is a link that leads back to itself",
  EMFILE: "cannot be opened: too many files are open",
  ENAMETOOLONG: "has too long a name",
  ENOSPC: "cannot be written: the disk is full",
  ENOTDIR: "lies below something that is no folder",
  EPERM: "may not be opened: the system does not allow it",
  EROFS: "cannot be written: the disk is read-only",
};

/** Returns a sentence about a file, without the system's own codes. */
export function describeFileError(error: NodeJS.ErrnoException): string {
  const { code = "", path } = error;
  const subject = path ?? "a file";
  if (code === "ENOENT" && path !== undefined) return describeMissingFile(path);
  const reason = REASONS[code];
  if (reason !== undefined) return `${subject} ${reason}`;
  // Node's texts are "CODE: reason, call 'path'".
  const text = error.message.replace(/^[A-Z0-9]+: /, "").replace(/, \w+(?: '.*)?$/s, "");
  return `${subject} cannot be used: ${text}`;
}

/** Names the folder instead if it is what is missing, and a file there with a similar name. */
function describeMissingFile(path: string): string {
  const folder = dirname(path);
  const isFolder = statSync(folder, { throwIfNoEntry: false })?.isDirectory() ?? false;
  if (!isFolder) return `there is no file ${path}, because there is no folder ${folder}`;
  const hint = didYouMean(basename(path), listNames(folder));
  const named =
    folder === "." || hint === ""
      ? hint
      : hint.replace(/mean (.*)\?$/s, (_, name) => `mean ${join(folder, name)}?`);
  return `there is no file ${path}${named}`;
}

function listNames(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    // The folder may be entered but not listed: there is no hint then.
    return [];
  }
}

/** @throws CliError unless the path is a file: reading a pipe could wait forever */
export function refuseNonFile(
  path: string,
  stats: { isFile(): boolean; isDirectory(): boolean },
): void {
  if (stats.isFile()) return;
  throw new CliError(
    stats.isDirectory() ? `${path} is a folder, not a file` : `${path} is no file`,
  );
}
