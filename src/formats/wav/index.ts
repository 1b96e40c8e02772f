/** WAV: reads sounds, uncompressed and in Microsoft's ADPCM, with the start of their loop. */

export { FormatError, type FormatErrorCode, type FormatErrorDetail } from "../../core/errors.ts";
export { isWav, parseWav, type WavSound } from "./parse-wav.ts";
