/** Flights for those who make or read them themselves: a viewer plays their files without this. */

export { FLIGHT_FORMAT, type Flight, parseFlight } from "./camera/flight.ts";
export {
  createFlight,
  type FlightKeys,
  KEY_SIZE as FLIGHT_KEY_SIZE,
} from "./camera/flight-curve.ts";
