/**
 * Reads the camera of a DEM, the recording of one player. Layouts are those of Valve's developer
 * wiki, "DEM Format"; messages of the network, which differ between games, are passed over.
 */

import { FormatError, type FormatErrorCode } from "../../core/errors.ts";
import { readCString } from "../binary/read-string.ts";

export interface Recording {
  /** Version of the container: 2, 3 or 4. */
  readonly version: number;
  /** Version of the game's network messages. */
  readonly networkVersion: number;
  /** Server, or its address. */
  readonly server: string;
  readonly player: string;
  /** Name of the map's file, without folder and ending. */
  readonly map: string;
  /** Folder of the game. */
  readonly game: string;
  /** Seconds of a tick. */
  readonly tickSeconds: number;
  /** Number of places. */
  readonly count: number;
  /** Tick of each place; ascending. */
  readonly tick: Int32Array;
  /** 3 a place: the eyes, inches. */
  readonly position: Float32Array;
  /** 3 a place: pitch, yaw and roll, degrees; pitch is positive downwards. */
  readonly angles: Float32Array;
}

const MAGIC = "HL2DEMO\0";
const HEADER_BYTES = 1072;
const TEXT_BYTES = 260;
/** 66.67 ticks a second, if the header has no time: recordings that were cut off. */
const USUAL_TICK_SECONDS = 0.015;

// Messages: kind and tick; since version 4 also the number of a player on one screen.
const SIGN_ON = 1;
const PACKET = 2;
const SYNC_TICK = 3;
const CONSOLE_COMMAND = 4;
const USER_COMMAND = 5;
const DATA_TABLES = 6;
const STOP = 7;
/** Since version 4; before it, string tables. */
const CUSTOM_DATA = 8;
const STRING_TABLES = 9;

/** `democmdinfo_t`: flags, then place, angles and angles of the player, twice. */
const VIEW_BYTES = 76;
const USES_SECOND_PLACE = 1;
const USES_SECOND_ANGLES = 2;
/** Incoming and outgoing sequence numbers. */
const SEQUENCE_BYTES = 8;

/** Players on one screen, as games with version 4 record them: one, Portal 2, Left 4 Dead. */
const PLAYERS_ON_SCREEN = [1, 2, 4];

/** Whether bytes start as a DEM does. */
export function isDem(bytes: Uint8Array): boolean {
  return [...MAGIC].every((letter, i) => bytes[i] === letter.charCodeAt(0));
}

/**
 * Reads the camera of the player who recorded. A recording that ends early is read up to its last
 * whole message. Recordings of a server (SourceTV) may have no place of their own: all are 0.
 *
 * @throws FormatError (DEM): `bad-magic`, `bad-version`, `truncated`, `bad-value`
 */
export function parseDem(bytes: Uint8Array): Recording {
  if (!isDem(bytes)) throw fault("bad-magic", 0, "HL2DEMO", "other bytes");
  if (bytes.length < HEADER_BYTES) {
    throw fault("truncated", bytes.length, `${HEADER_BYTES} bytes`, String(bytes.length));
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const version = view.getInt32(8, true);
  if (version < 2 || version > 4)
    throw fault("bad-version", 8, "version 2, 3 or 4", String(version));
  const text = (i: number): string =>
    readCString(bytes, 16 + i * TEXT_BYTES, 16 + (i + 1) * TEXT_BYTES);
  const seconds = view.getFloat32(1056, true);
  const ticks = view.getInt32(1060, true);
  const perTick = seconds / ticks;
  const players = version < 4 ? [1] : PLAYERS_ON_SCREEN;
  // The header does not say how many views a packet has: a wrong number soon leads nowhere.
  let places: Places | null = null;
  for (const count of players) {
    const read = readPlaces(view, version, count);
    if (places === null || read.end > places.end) places = read;
    if (read.isWhole) break;
  }
  const { tick, position, angles } = places!;
  if (tick.length === 0) throw fault("bad-value", HEADER_BYTES, "packets with a camera", "none");
  return {
    ...{ version, networkVersion: view.getInt32(12, true) },
    ...{ server: text(0), player: text(1), map: text(2), game: text(3) },
    tickSeconds: perTick > 0.001 && perTick < 0.1 ? perTick : USUAL_TICK_SECONDS,
    count: tick.length,
    tick: Int32Array.from(tick),
    position: Float32Array.from(position),
    angles: Float32Array.from(angles),
  };
}

interface Places {
  readonly tick: number[];
  readonly position: number[];
  readonly angles: number[];
  /** Byte after the last whole message. */
  readonly end: number;
  /** Whether the message that ends a recording was found. */
  readonly isWhole: boolean;
}

/** Reads messages up to the first invalid one. */
function readPlaces(view: DataView, version: number, players: number): Places {
  const tick: number[] = [];
  const position: number[] = [];
  const angles: number[] = [];
  const headBytes = version < 4 ? 5 : 6;
  let at = HEADER_BYTES;
  const read = (end: number, isWhole: boolean): Places => ({
    tick,
    position,
    angles,
    end,
    isWhole,
  });
  while (at + headBytes <= view.byteLength) {
    const kind = view.getUint8(at);
    const time = view.getInt32(at + 1, true);
    const body = at + headBytes;
    if (kind === STOP) return read(body, true);
    const lengthAt = body + bytesBeforeLength(kind, version, players);
    if (Number.isNaN(lengthAt)) return read(at, false);
    let end = body;
    if (kind !== SYNC_TICK) {
      if (lengthAt + 4 > view.byteLength) return read(at, false);
      end = lengthAt + 4 + view.getInt32(lengthAt, true);
      if (end < lengthAt + 4 || end > view.byteLength) return read(at, false);
    }
    if (kind === PACKET) addPlace(body, time);
    at = end;
  }
  return read(at, false);

  function addPlace(info: number, time: number): void {
    const last = tick.at(-1) ?? -1;
    // The clock may go back when a recording goes on after a loaded game.
    if (time < last || time < 0) return;
    const flags = view.getInt32(info, true);
    const placeAt = info + ((flags & USES_SECOND_PLACE) === 0 ? 4 : 40);
    const anglesAt = info + ((flags & USES_SECOND_ANGLES) === 0 ? 16 : 52);
    const numbers = [0, 4, 8].flatMap((i) => [
      view.getFloat32(placeAt + i, true),
      view.getFloat32(anglesAt + i, true),
    ]);
    if (!numbers.every(Number.isFinite)) return;
    // The last of several packets in a tick counts.
    const row = time === last ? tick.length - 1 : tick.length;
    tick[row] = time;
    for (let axis = 0; axis < 3; axis++) {
      position[row * 3 + axis] = numbers[axis * 2];
      angles[row * 3 + axis] = numbers[axis * 2 + 1];
    }
  }
}

/** Bytes of a message before the length of its data; NaN for what is no message. */
function bytesBeforeLength(kind: number, version: number, players: number): number {
  if (kind === SIGN_ON || kind === PACKET) return players * VIEW_BYTES + SEQUENCE_BYTES;
  if (kind === SYNC_TICK || kind === CONSOLE_COMMAND || kind === DATA_TABLES) return 0;
  if (kind === USER_COMMAND) return 4;
  if (kind === CUSTOM_DATA) return version < 4 ? 0 : 4;
  return kind === STRING_TABLES && version >= 4 ? 0 : Number.NaN;
}

function fault(
  code: FormatErrorCode,
  offset: number,
  expected: string,
  found: string,
): FormatError {
  const where = offset < HEADER_BYTES ? "header" : "messages";
  return new FormatError({ format: "DEM", code, where, offset, expected, found });
}
