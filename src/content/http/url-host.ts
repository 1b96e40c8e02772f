import type { UrlLimits } from "../types.ts";

export const URL_LIMITS: UrlLimits = { atOnce: 24, maxFileBytes: 2 ** 27, silenceMs: 30_000 };

/**
 * Returns the host of a base address, for messages and for limits; relative addresses belong to the
 * page's host.
 */
export function hostOf(base: string): string {
  try {
    return new URL(base, globalThis.location?.href).host;
  } catch {
    return base;
  }
}
