/** The demo map, which the page opens by default, and its flight. */

import { type Flight, type MapSource, parseFlight } from "../../viewer/index.ts";

export const DEMO: MapSource = {
  name: "visleaf_demo",
  url: new URL("../../../assets/visleaf_demo.bsp", import.meta.url).href,
};

const FLIGHT_URL = new URL("../../../assets/visleaf_demo.flight.json", import.meta.url).href;

export async function readDemoFlight(): Promise<Flight> {
  const response = await fetch(FLIGHT_URL);
  if (!response.ok)
    throw new Error(`the demo's flight was answered with status ${response.status}`);
  return parseFlight(await response.text());
}

/** Sentences about things beside the flight, by the second at which the page shows them. */
export const DEMO_STOPS: readonly (readonly [seconds: number, text: string])[] = [
  [0, "Dust drifts in the hall."],
  [5, "The fountain is a particle system."],
  [13, "Trees, grass and hills, with a distant 3D skybox."],
  [19, "The lift goes up to the roof by a timer, or at a button."],
  [24, "The chimney smokes."],
  [29, "Gears, pistons, a press and a cart: brushes that move. The crane is an animated model."],
  [43, "Lamps light the court; its water reflects them."],
  [52, "A fan, a turntable, and a lamp on a switch."],
  [62, "A lamp flickers in the corridor."],
  [69, "These doors open when one comes near. Behind them it rains."],
  [78, "Switch the sound on below, or press a key and fly yourself."],
];

/** Returns a flight that also tells at which stop it is, whenever the stop changes. */
export function tellStops(flight: Flight, onStop: (text: string) => void): Flight {
  let told = "";
  return {
    ...flight,
    setPose(camera, seconds) {
      const at = flight.duration > 0 ? seconds % flight.duration : 0;
      let text = "";
      for (const [from, stop] of DEMO_STOPS) if (at >= from) text = stop;
      if (text !== told) onStop(text);
      told = text;
      flight.setPose(camera, seconds);
    },
  };
}

/** True if the user prefers reduced motion. */
export function wantsStillness(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}
