/** Plays a flight in the viewer until it ends or the user gives any input. */

import type { Flight, Viewer } from "../../viewer/index.ts";

/** Input events that end a flight. */
const TOUCHES = ["pointerdown", "keydown", "wheel", "touchstart"];

/**
 * Key that starts and ends a flight, by the flight's name. Buttons of a flight have `data-plays`.
 */
const OWN_KEYS: Readonly<Record<string, string>> = { tour: "t" };

export interface FlightPlayer {
  /** Whether a flight controls the camera or is being loaded. */
  readonly active: boolean;
  /** Name of the playing flight as given to `start`, or `null`. */
  readonly playing: string | null;
  /** Plays the flight that `read` returns. Rejects like `read`. */
  start(name: string, read: () => Promise<Flight>): Promise<void>;
  /** Stops this flight if it plays, otherwise starts it. */
  toggle(name: string, read: () => Promise<Flight>): Promise<void>;
  stop(): void;
  /** Calls a listener when a flight starts or ends. */
  onChange(listener: () => void): void;
}

export function createFlightPlayer(viewer: Viewer): FlightPlayer {
  const listeners: (() => void)[] = [];
  let playing: string | null = null;
  let turn: AbortController | null = null;

  const onChange = (): void => {
    for (const listener of listeners) listener();
  };

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
    // Listens before the flight has loaded, and before other listeners.
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
    onChange: (listener) => void listeners.push(listener),
  };
}

function isOwnTouch(event: Event, name: string): boolean {
  if (event instanceof KeyboardEvent) return event.key.toLowerCase() === OWN_KEYS[name];
  const button = event.target instanceof Element && event.target.closest("[data-plays]");
  return button instanceof HTMLElement && button.dataset.plays === name;
}
