/**
 * Reads the head of an MTV, a replay of Momentum Mod. The layout of the head is that of
 * momentum-mod/website. The frames behind it are packed properties of entities in a form that is
 * published nowhere, and are not read.
 */

import { FormatError, type FormatErrorCode } from "../../core/errors.ts";
import { readCString } from "../binary/read-string.ts";

export interface MtvHead {
  readonly version: number;
  readonly map: string;
  /** SHA-1 of the map's file, upper-case hexadecimal. */
  readonly mapSha1: string;
  readonly player: string;
  /** Seconds of a tick. */
  readonly tickSeconds: number;
}

const HEAD_BYTES = 193;

/** Whether bytes start as an MTV does. */
export const isMtv = (bytes: Uint8Array): boolean => readCString(bytes, 0, 4) === "MMTV";

/** Throws FormatError (MTV): `bad-magic`, `truncated`. */
export function parseMtvHead(bytes: Uint8Array): MtvHead {
  if (!isMtv(bytes)) throw fault("bad-magic", 0, "MMTV", "other bytes");
  if (bytes.length < HEAD_BYTES) {
    throw fault("truncated", bytes.length, `${HEAD_BYTES} bytes`, String(bytes.length));
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return {
    version: view.getInt32(4, true),
    map: readCString(bytes, 16, 80),
    mapSha1: readCString(bytes, 80, 121),
    tickSeconds: view.getFloat32(123, true),
    player: readCString(bytes, 135, 167),
  };
}

function fault(
  code: FormatErrorCode,
  offset: number,
  expected: string,
  found: string,
): FormatError {
  return new FormatError({ format: "MTV", code, where: "head", offset, expected, found });
}
