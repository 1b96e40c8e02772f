/**
 * Exports for programs that create or read flights themselves. A viewer plays files without this.
 */

export {
  createFlight,
  FLIGHT_FORMAT,
  type Flight,
  type FlightKeys,
  KEY_SIZE as FLIGHT_KEY_SIZE,
  parseFlight,
} from "./camera/flight.ts";
