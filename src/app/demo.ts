/** The map that the page opens on, and the flight through it that plays by itself. */

import { type Flight, parseFlight } from "../viewer/flight.ts";
import type { MapSource } from "../viewer/map-source.ts";
import type { Viewer } from "../viewer/viewer.ts";

export const DEMO: MapSource = {
  name: "visleaf_demo",
  url: new URL("../../assets/visleaf_demo.bsp", import.meta.url).href,
};

const FLIGHT_URL = new URL("../../assets/visleaf_demo.flight.json", import.meta.url).href;

/** What a person does that takes the camera out of the flight's hands. */
const TOUCHES = ["pointerdown", "keydown", "wheel", "touchstart"];

/** A frame that takes longer than this holds the flight up instead of skipping part of it. */
const MAX_STEP_MS = 100;

export interface DemoFlight {
  /** Whether the camera is the flight's, or will be as soon as that has come. */
  readonly active: boolean;
  readonly playing: boolean;
  /** Plays from the beginning, until `stop` or until anything is touched. */
  start(): Promise<void>;
  /** To be called before each frame. */
  update(nowMs: number): void;
  stop(): void;
}

/** `onChange` is called when the flight begins and when it ends. */
export function createDemoFlight(viewer: Viewer, onChange: () => void): DemoFlight {
  let flight: Flight | null = null;
  let seconds = 0;
  let lastMs = 0;
  let listening: AbortController | null = null;

  const stop = (): void => {
    listening?.abort();
    listening = null;
    if (flight === null) return;
    flight = null;
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
      return flight !== null;
    },
    async start() {
      stop();
      const { signal } = listen();
      try {
        const recorded = await readFlight();
        if (signal.aborted) return;
        flight = recorded;
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
    },
    stop,
  };
}

async function readFlight(): Promise<Flight> {
  const response = await fetch(FLIGHT_URL);
  if (!response.ok)
    throw new Error(`the demo's flight was answered with status ${response.status}`);
  return parseFlight(await response.text());
}

/** Whether this person would rather that nothing moves by itself. */
export function wantsStillness(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}
