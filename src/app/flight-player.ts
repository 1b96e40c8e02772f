/** Plays a recorded flight in the viewer, until it ends or anything is touched. */

import type { Flight, Viewer } from "../viewer/index.ts";

/** What a person does that takes the camera out of the flight's hands. */
const TOUCHES = ["pointerdown", "keydown", "wheel", "touchstart"];

/** Buttons that are about the flight would be gone under the finger that presses them. */
const OWN_BUTTONS = "[data-plays]";

export interface FlightPlayer {
  /** Whether the camera is the flight's, or will be as soon as that has come. */
  readonly active: boolean;
  /** What plays, by the name that it was started with. */
  readonly playing: string | null;
  /** Plays what `read` gives from its beginning. Rejects with what `read` rejects with. */
  start(name: string, read: () => Promise<Flight>): Promise<void>;
  stop(): void;
}

/** `onChange` is called when a flight begins and when it ends. */
export function createFlightPlayer(viewer: Viewer, onChange: () => void): FlightPlayer {
  let playing: string | null = null;
  let turn: AbortController | null = null;

  const stop = (): void => {
    turn?.abort();
    turn = null;
    if (playing === null) return;
    playing = null;
    onChange();
  };
  return {
    get active() {
      return turn !== null;
    },
    get playing() {
      return playing;
    },
    async start(name, read) {
      stop();
      const own = new AbortController();
      const { signal } = own;
      turn = own;
      const onTouch = ({ target }: Event): void => {
        if (!(target instanceof Element && target.closest(OWN_BUTTONS))) stop();
      };
      // Touches count from now on, before the flight has come, and before anyone else hears of them.
      const options = { signal, capture: true, passive: true };
      for (const touch of TOUCHES) window.addEventListener(touch, onTouch, options);
      try {
        const flight = await read();
        if (signal.aborted) return;
        playing = name;
        const flown = viewer.play(flight, { signal });
        onChange();
        await flown;
      } finally {
        if (turn === own) stop();
      }
    },
    stop,
  };
}
