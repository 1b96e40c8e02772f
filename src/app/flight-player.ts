/** Flies the viewer's camera along a recorded flight, until it ends or anything is touched. */

import type { Flight } from "../viewer/flight.ts";
import type { Viewer } from "../viewer/viewer-types.ts";

/** What a person does that takes the camera out of the flight's hands. */
const TOUCHES = ["pointerdown", "keydown", "wheel", "touchstart"];

/** A frame that takes longer than this holds the flight up instead of skipping part of it. */
const MAX_STEP_MS = 100;

export interface FlightPlayer {
  /** Whether the camera is the flight's, or will be as soon as that has come. */
  readonly active: boolean;
  /** What plays, by the name that it was started with. */
  readonly playing: string | null;
  /** Plays what `read` gives from its beginning. Rejects with what `read` rejects with. */
  start(name: string, read: () => Promise<Flight>): Promise<void>;
  /** To be called before each frame. */
  update(nowMs: number): void;
  stop(): void;
}

/** `onChange` is called when a flight begins and when it ends. */
export function createFlightPlayer(viewer: Viewer, onChange: () => void): FlightPlayer {
  let flight: Flight | null = null;
  let playing: string | null = null;
  let seconds = 0;
  let lastMs = 0;
  let listening: AbortController | null = null;

  const stop = (): void => {
    listening?.abort();
    listening = null;
    if (flight === null) return;
    flight = playing = null;
    onChange();
  };

  /** Hears of touches before anyone else, and before the flight has come. */
  const listen = (): AbortController => {
    listening = new AbortController();
    const options = { signal: listening.signal, capture: true, passive: true };
    for (const name of TOUCHES) window.addEventListener(name, stop, options);
    return listening;
  };

  return {
    get active() {
      return listening !== null;
    },
    get playing() {
      return playing;
    },
    async start(name, read) {
      stop();
      const { signal } = listen();
      try {
        const recorded = await read();
        if (signal.aborted) return;
        flight = recorded;
        playing = name;
      } catch (error) {
        stop();
        throw error;
      }
      seconds = lastMs = 0;
      viewer.controls.stop();
      onChange();
    },
    update(nowMs) {
      if (flight === null) return;
      if (lastMs > 0) seconds += Math.min(nowMs - lastMs, MAX_STEP_MS) / 1000;
      lastMs = nowMs;
      flight.setPose(viewer.camera, seconds);
      if (!flight.isLoop && seconds >= flight.duration) stop();
    },
    stop,
  };
}
