/** Plays a recorded flight in the viewer, until it ends or anything is touched. */

import type { Flight, Viewer } from "../../viewer/index.ts";

/** What a person does that takes the camera out of the flight's hands. */
const TOUCHES = ["pointerdown", "keydown", "wheel", "touchstart"];

/** By name of a flight, the key that begins it and ends it; buttons about one have `data-plays`. */
const OWN_KEYS: Readonly<Record<string, string>> = { tour: "t" };

export interface FlightPlayer {
  /** Whether the camera is the flight's, or will be as soon as that has come. */
  readonly active: boolean;
  /** What plays, by the name that it was started with. */
  readonly playing: string | null;
  /** Plays what `read` gives from its beginning. Rejects with what `read` rejects with. */
  start(name: string, read: () => Promise<Flight>): Promise<void>;
  /** Starts what does not play, and stops what does. */
  toggle(name: string, read: () => Promise<Flight>): Promise<void>;
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
  const start = async (name: string, read: () => Promise<Flight>): Promise<void> => {
    stop();
    const own = new AbortController();
    const { signal } = own;
    turn = own;
    const onTouch = (event: Event): void => {
      if (!isOwnTouch(event, name)) stop();
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
  };
  return {
    get active() {
      return turn !== null;
    },
    get playing() {
      return playing;
    },
    start,
    async toggle(name, read) {
      if (playing === name) stop();
      else await start(name, read);
    },
    stop,
  };
}

function isOwnTouch(event: Event, name: string): boolean {
  if (event instanceof KeyboardEvent) return event.key.toLowerCase() === OWN_KEYS[name];
  const button = event.target instanceof Element && event.target.closest("[data-plays]");
  return button instanceof HTMLElement && button.dataset.plays === name;
}
