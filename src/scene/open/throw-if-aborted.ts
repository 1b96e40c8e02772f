import { CancelledError } from "../../core/errors.ts";

export function throwIfAborted(signal?: AbortSignal): void {
  if (signal?.aborted) throw new CancelledError();
}
