/** Recordings of players: DEM, and the head of Momentum Mod's MTV. */

export { FormatError, type FormatErrorCode, type FormatErrorDetail } from "../../core/errors.ts";
export { isDem, parseDem, type Recording } from "./parse-dem.ts";
export { isMtv, type MtvHead, parseMtvHead } from "./parse-mtv.ts";
