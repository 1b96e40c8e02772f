/** Adds the file name to errors in source files. */

import { FormatError } from "../../core/errors.ts";

/** Runs work on a file; a FormatError thrown by it then names the file. */
export async function inFile<T>(path: string, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw nameFile(error, path);
  }
}

/** Like `inFile`, for synchronous work. */
export function inFileSync<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw nameFile(error, path);
  }
}

const named = new WeakSet<FormatError>();

function nameFile(error: unknown, path: string): unknown {
  // Keep the innermost file's name: it is the one to fix.
  if (!(error instanceof FormatError) || named.has(error)) return error;
  const fault = new FormatError({ ...error.toJSON(), where: `${path}: ${error.where}` });
  named.add(fault);
  return fault;
}
