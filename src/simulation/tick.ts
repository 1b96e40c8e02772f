/** Seconds of a tick, as the engine rounds them: 66.67 ticks a second. */
export const TICK_SECONDS = Math.fround(0.015);
