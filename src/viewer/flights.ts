/** Flights for those who make or read them themselves: a viewer plays their files without this. */

export {
  createFlight,
  FLIGHT_FORMAT,
  type Flight,
  type FlightKeys,
  KEY_SIZE as FLIGHT_KEY_SIZE,
  parseFlight,
} from "./camera/flight.ts";
