/**
 * Exports for programs that create or read flights themselves. A viewer plays files without this.
 */

export {
  createFlight,
  type Ease,
  FLIGHT_FORMAT,
  type Flight,
  type FlightKeys,
  KEY_SIZE as FLIGHT_KEY_SIZE,
  parseFlight,
  parseTrack,
} from "./camera/flight.ts";
export {
  type CameraTrack,
  createTrackFlight,
  formatTrack,
  MAX_TRACK_KEYS,
  TRACK_FORMAT,
  type TrackKey,
} from "./camera/track.ts";
