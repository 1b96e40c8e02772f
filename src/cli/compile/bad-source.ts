/** Bad source files: the one line that says what is wrong also says in which file. */

import { FormatError } from "../../core/errors.ts";

/** Runs something on a file's content; a FormatError then names the file. */
export async function inFile<T>(path: string, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw nameFile(error, path);
  }
}

/** The same where nothing waits: for readers that are called back. */
export function inFileSync<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw nameFile(error, path);
  }
}

const named = new WeakSet<FormatError>();

function nameFile(error: unknown, path: string): unknown {
  // The innermost file is the one to mend.
  if (!(error instanceof FormatError) || named.has(error)) return error;
  const fault = new FormatError({ ...error.toJSON(), where: `${path}: ${error.where}` });
  named.add(fault);
  return fault;
}
