/**
 * Slows Dawn's polling. While a promise of Dawn is pending, its binding for Node polls from
 * `setImmediate` without a pause: a compiling pipeline keeps a second core busy, which was half of
 * the processor time of the GPU tests, and would count as a load's own.
 */

/** Polls without a pause: most promises resolve within these. */
const FAST_POLLS = 16;
/** Milliseconds between further polls. */
const SLOW_MS = 1;
/** Milliseconds without a poll after which polling is fast again. */
const REST_MS = 20;

let isInstalled = false;

/** Replaces `setImmediate`, which the binding looks up for each poll. */
export function slowDawnPolling(): void {
  if (isInstalled) return;
  isInstalled = true;
  const { setImmediate: immediately, setTimeout: later } = globalThis;
  let polls = 0;
  let lastPoll = 0;
  const poll = (callback: () => void) => {
    const now = performance.now();
    polls = now - lastPoll > REST_MS ? 0 : polls + 1;
    lastPoll = now;
    return polls < FAST_POLLS ? immediately(callback) : later(callback, SLOW_MS);
  };
  const schedule = (callback: () => void, ...args: []) =>
    isNative(callback) ? poll(callback) : immediately(callback, ...args);
  globalThis.setImmediate = Object.assign(schedule, immediately) as typeof setImmediate;
}

/** Whether a function is one of the binding's, which are native and have no name. */
const isNative = (callback: () => void) =>
  callback.name === "" && Function.prototype.toString.call(callback).includes("[native code]");
