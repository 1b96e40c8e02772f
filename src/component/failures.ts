/** What is said of failures is fetched when there is one. */

import type { Failure } from "./describe-failure.ts";
import type { Support } from "./describe-support.ts";

/** What this browser and adapter can do; asks for nothing that would cost memory. */
export async function describeSupport(): Promise<Support> {
  return (await import("./describe-support.ts")).describeSupport();
}

/**
 * What to tell someone whose map is not shown. `subject`: what was to be opened, by its name. Never
 * rejects: where even the words cannot be had, as without a network, the error speaks for itself.
 */
export async function describeFailure(error: unknown, subject: string): Promise<Failure> {
  try {
    return await (await import("./describe-failure.ts")).describeFailure(error, subject);
  } catch {
    const detail = error instanceof Error ? error.message : String(error);
    const title = `Could not open ${subject}`;
    return { code: "failed", title, advice: [], detail, canRetry: true };
  }
}
