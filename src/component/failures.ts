/** Describes failures. The descriptions are loaded on first use. */

import type { Failure } from "./describe-failure.ts";
import type { Support } from "./describe-support.ts";

/** Describes this browser and adapter; requests nothing that costs memory. */
export async function describeSupport(): Promise<Support> {
  return (await import("./describe-support.ts")).describeSupport();
}

/**
 * Describes a failed load for users. `subject`: name of the map or model. Never rejects: if the
 * descriptions cannot be loaded, for example without a network, the error message is used.
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
