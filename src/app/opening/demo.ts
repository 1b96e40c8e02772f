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

/** True if the user prefers reduced motion. */
export function wantsStillness(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}
