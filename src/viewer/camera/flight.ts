/**
 * Reads camera paths in three forms:
 *
 * - JSON: `{"format": "visleaf-path/1", "map": "name", "fov": 90, "poses": [[t, x, y, z, pitch,
 * yaw], …]}`, as the page records them; `map` and `fov` are optional. With a `duration`, after
 * which it is back at its first pose, it is a loop; `format` is then optional.
 * - JSON of a camera track: `{"format": "visleaf-track/1", "map": "name", "duration": 9, "keys":
 * [{"time": 0, "at": [x, y, z], "angles": [pitch, yaw], "fov": 90, "ease": "smooth"}, …]}`. `map`,
 * `duration` (of a loop), `fov` and `ease` are optional.
 * - Plain text with a camera per line: `x y z pitch yaw t`. `#` and `//` start comments.
 *
 * Times are seconds and increase; positions are inches; angles are degrees, pitch positive
 * downwards.
 */

import { FormatError } from "../../core/errors.ts";
import { DEFAULT_FOV, MAX_FOV, MIN_FOV } from "./camera.ts";
import {
  createFlight,
  EASES,
  type Ease,
  type Flight,
  type FlightKeys,
  KEY_SIZE,
} from "./spline.ts";
import { type CameraTrack, MAX_TRACK_KEYS, TRACK_FORMAT, trackOfKeys } from "./track.ts";

export { createFlight, type Ease, type Flight, type FlightKeys, KEY_SIZE } from "./spline.ts";

export const FLIGHT_FORMAT = "visleaf-path/1";

/** Most poses: a day at ten poses per second. */
const MAX_POSES = 1_000_000;
/** Largest coordinate in inches. Source's largest world ends at 65,536; cameras may leave it. */
const MAX_COORDINATE = 1e6;

interface Fault {
  readonly code: "syntax" | "bad-value" | "bad-count" | "bad-version";
  readonly line: number;
  readonly expected: string;
  readonly found?: string;
}

/**
 * Parses a flight in any form.
 * @param name name of the file, for messages
 * @throws FormatError with the faulty line
 */
export function parseFlight(text: string, name = "poses"): Flight {
  return createFlight(readKeys(text, name).keys);
}

/**
 * Parses a camera track, or another flight as one with a smooth key for each pose.
 * @param name name of the file, for messages
 * @throws FormatError with the faulty line, or for more than 1000 keys
 */
export function parseTrack(text: string, name = "track"): CameraTrack {
  const { keys, fail } = readKeys(text, name);
  if (keys.keys.length > MAX_TRACK_KEYS) {
    fail({
      code: "bad-count",
      line: 1,
      expected: `at most ${MAX_TRACK_KEYS} keys in a track`,
      found: String(keys.keys.length),
    });
  }
  return trackOfKeys(keys, DEFAULT_FOV);
}

function readKeys(text: string, name: string): { keys: FlightKeys; fail: Fail } {
  const fail = (fault: Fault): never => {
    throw new FormatError({ format: "camera path", where: name, offset: 0, ...fault });
  };
  const source = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  const isJson = source.trimStart().startsWith("{");
  return { keys: isJson ? readJson(source, fail) : readList(source, fail), fail };
}

type Fail = (fault: Fault) => never;

const isCoordinate = (value: unknown): value is number =>
  typeof value === "number" && Math.abs(value) <= MAX_COORDINATE;

const quote = (value: unknown): string => {
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "nothing");
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
};

/** Collects poses in order of time. Times are shifted so that the first is 0. */
function createKeyList(fail: Fail, most = MAX_POSES) {
  const keys: number[][] = [];
  let start = 0;
  return {
    keys,
    add(key: readonly number[], line: number): void {
      if (keys.length === 0) start = key[0];
      const last = keys.at(-1);
      const time = key[0] - start;
      if (last !== undefined && time <= last[0]) {
        fail({
          code: "bad-value",
          line,
          expected: `a time after the last pose's ${last[0] + start} s`,
          found: `${key[0]} s`,
        });
      }
      if (keys.length === most) {
        fail({ code: "bad-count", line, expected: `at most ${most} poses` });
      }
      keys.push([time, ...key.slice(1)]);
    },
  };
}

function readList(text: string, fail: Fail): FlightKeys {
  const list = createKeyList(fail);
  for (const [i, content] of text.split(/\r\n|\r|\n/).entries()) {
    const words = content.split(/#|\/\//)[0].trim();
    if (words === "") continue;
    const numbers = words.split(/\s+/).map((word) => Number(word));
    if (numbers.length !== KEY_SIZE || !numbers.every(isCoordinate)) {
      fail({
        code: "syntax",
        line: i + 1,
        expected: "six numbers, x y z pitch yaw t",
        found: quote(words),
      });
    }
    const [x, y, z, pitch, yaw, t] = numbers;
    list.add([t, x, y, z, pitch, yaw], i + 1);
  }
  if (list.keys.length === 0) {
    fail({ code: "bad-count", line: 1, expected: "a line x y z pitch yaw t, or a JSON object" });
  }
  return { keys: list.keys, loopAfter: null, fov: null, map: null };
}

function readJson(text: string, fail: Fail): FlightKeys {
  let data: Record<string, unknown>;
  try {
    data = JSON.parse(text);
  } catch (error) {
    const { message } = error as Error;
    return fail({ code: "syntax", line: lineOfMessage(text, message), expected: "valid JSON" });
  }
  const { format, duration, map = null } = data;
  const lineOf = (key: string) => lineAt(text, Math.max(0, text.indexOf(`"${key}"`)));
  const isTrack = format === TRACK_FORMAT;
  if (format !== undefined && format !== FLIGHT_FORMAT && !isTrack) {
    const expected = `${FLIGHT_FORMAT} or ${TRACK_FORMAT}`;
    fail({ code: "bad-version", line: lineOf("format"), expected, found: quote(format) });
  }
  const read = isTrack ? readTrackKeys : readPoses;
  const { keys, ...rest } = read({ text, data, lineOf, fail });
  const last = keys[keys.length - 1][0];
  if (duration !== undefined && !(isCoordinate(duration) && duration > last)) {
    const expected = `"duration": seconds after the last pose's ${last} s`;
    fail({ code: "bad-value", line: lineOf("duration"), expected, found: quote(duration) });
  }
  return {
    ...{ keys, ...rest },
    loopAfter: duration === undefined ? null : (duration as number),
    map: typeof map === "string" ? map : null,
  };
}

interface JsonPath {
  readonly text: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly lineOf: (key: string) => number;
  readonly fail: Fail;
}

type PathKeys = Omit<FlightKeys, "loopAfter" | "map">;

/** Returns a named array of the file, and the line on which each of its elements begins. */
function readRows({ text, data, lineOf, fail }: JsonPath, name: string, row: string) {
  const rows = data[name];
  if (Array.isArray(rows) && rows.length > 0) {
    return { rows: rows as readonly unknown[], lines: linesOf(text, name, rows.length) };
  }
  const expected = `"${name}": an array of ${row}`;
  return fail({ code: "bad-count", line: lineOf(name), expected, found: quote(rows) });
}

const isFov = (value: unknown): value is number =>
  typeof value === "number" && value >= MIN_FOV && value <= MAX_FOV;

function readPoses(path: JsonPath): PathKeys {
  const { data, lineOf, fail } = path;
  const { rows, lines } = readRows(path, "poses", "[t, x, y, z, pitch, yaw]");
  const { fov = null } = data;
  if (fov !== null && !isFov(fov)) {
    const expected = `"fov": ${MIN_FOV} to ${MAX_FOV} degrees`;
    fail({ code: "bad-value", line: lineOf("fov"), expected, found: quote(fov) });
  }
  const list = createKeyList(fail);
  for (const [i, pose] of rows.entries()) {
    if (!isNumbers(pose, KEY_SIZE)) {
      const expected = "six numbers, [t, x, y, z, pitch, yaw]";
      return fail({ code: "bad-value", line: lines[i], expected, found: quote(pose) });
    }
    list.add(pose, lines[i]);
  }
  return { keys: list.keys, fov: isFov(fov) ? fov : null };
}

const isNumbers = (value: unknown, count: number): value is number[] =>
  Array.isArray(value) && value.length === count && value.every(isCoordinate);

const isEase = (value: unknown): value is Ease => EASES.includes(value as Ease);

function readTrackKeys(path: JsonPath): PathKeys {
  const { fail } = path;
  const { rows, lines } = readRows(path, "keys", "{time, at, angles, fov, ease}");
  const list = createKeyList(fail, MAX_TRACK_KEYS);
  const fovs: number[] = [];
  const eases: Ease[] = [];
  for (const [i, row] of rows.entries()) {
    const line = lines[i];
    const fault = (expected: string, value: unknown) =>
      fail({ code: "bad-value", line, expected, found: quote(value) });
    if (typeof row !== "object" || row === null) {
      return fault("a key {time, at, angles, fov, ease}", row);
    }
    const { time, at, angles, fov = DEFAULT_FOV, ease = "smooth" } = row as Record<string, unknown>;
    if (!isCoordinate(time)) return fault('"time": seconds', time);
    if (!isNumbers(at, 3)) return fault('"at": [x, y, z]', at);
    if (!isNumbers(angles, 2)) return fault('"angles": [pitch, yaw]', angles);
    if (!isFov(fov)) return fault(`"fov": ${MIN_FOV} to ${MAX_FOV} degrees`, fov);
    if (!isEase(ease)) return fault(`"ease": ${EASES.join(", ")}`, ease);
    list.add([time, ...at, ...angles], line);
    fovs.push(fov);
    eases.push(ease);
  }
  return { keys: list.keys, fov: fovs[0], fovs, eases };
}

const lineAt = (text: string, offset: number): number => text.slice(0, offset).split("\n").length;

/**
 * Returns the line that a JSON parser's message states, by line or by offset, else the last line.
 */
function lineOfMessage(text: string, message: string): number {
  const line = /line (\d+)/.exec(message);
  if (line) return Number(line[1]);
  const position = /position (\d+)/.exec(message);
  return lineAt(text, position ? Number(position[1]) : text.trimEnd().length);
}

/** Returns the line on which each element of a named array begins, in valid JSON. */
function linesOf(text: string, name: string, count: number): number[] {
  const lines: number[] = [];
  let at = text.indexOf("[", text.indexOf(`"${name}"`)) + 1;
  let line = lineAt(text, at);
  let depth = 0;
  let isInString = false;
  let isExpected = true;
  for (; at < text.length && lines.length < count; at++) {
    const c = text[at];
    if (c === "\n") line++;
    if (isInString) {
      if (c === "\\") at++;
      else if (c === '"') isInString = false;
      continue;
    }
    if (isExpected && c.trim() !== "") {
      lines.push(line);
      isExpected = false;
    }
    if (c === '"') isInString = true;
    else if (c === "[" || c === "{") depth++;
    else if (c === "]" || c === "}") depth--;
    else if (c === "," && depth === 0) isExpected = true;
  }
  return lines;
}
