/**
 * Recorded flights, in the forms that they are kept in:
 *
 * - `{"format": "visleaf-path/1", "map": "name", "fov": 90, "poses": [[t, x, y, z, pitch, yaw], …]}`,
 *   as the page records them; `map` and `fov` may be left out. With a `duration`, at which it is back
 *   at its first pose, it is a loop; `format` may then be left out.
 * - A list of cameras in plain text, a line each: `x y z pitch yaw t`. What follows `#` or `//` is a
 *   comment.
 *
 * Times are seconds and rise; positions are inches; angles are degrees, pitch positive downwards.
 */

import { FormatError } from "../../core/errors.ts";
import { MAX_FOV, MIN_FOV } from "./camera.ts";
import { createFlight, type Flight, KEY_SIZE } from "./flight-curve.ts";

export type { Flight } from "./flight-curve.ts";

export const FLIGHT_FORMAT = "visleaf-path/1";

/** A flight is read whole, into a few numbers a pose: a day at ten poses a second. */
const MAX_POSES = 1_000_000;
/** Source's world ends at 65,536 inches in the widest of its branches; cameras may leave it. */
const MAX_COORDINATE = 1e6;

interface Fault {
  readonly code: "syntax" | "bad-value" | "bad-count" | "bad-version";
  readonly line: number;
  readonly expected: string;
  readonly found?: string;
}

/**
 * Reads a flight in any of its forms.
 * @param name of the file, for messages
 * @throws FormatError with the line at fault
 */
export function parseFlight(text: string, name = "poses"): Flight {
  const fail = (fault: Fault): never => {
    throw new FormatError({ format: "camera path", where: name, offset: 0, ...fault });
  };
  const source = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  return source.trimStart().startsWith("{") ? parseJson(source, fail) : parseList(source, fail);
}

type Fail = (fault: Fault) => never;

const isCoordinate = (value: unknown): value is number =>
  typeof value === "number" && Math.abs(value) <= MAX_COORDINATE;

const quote = (value: unknown): string => {
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "nothing");
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
};

/** Adds a pose whose time must be after the last one's. Times are moved so that the first is 0. */
function createKeyList(fail: Fail) {
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
      if (keys.length === MAX_POSES) {
        fail({ code: "bad-count", line, expected: `at most ${MAX_POSES} poses` });
      }
      keys.push([time, ...key.slice(1)]);
    },
  };
}

function parseList(text: string, fail: Fail): Flight {
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
  return createFlight({ keys: list.keys, loopAfter: null, fov: null, map: null });
}

function parseJson(text: string, fail: Fail): Flight {
  let data: Record<string, unknown>;
  try {
    data = JSON.parse(text);
  } catch (error) {
    const { message } = error as Error;
    return fail({ code: "syntax", line: lineOfMessage(text, message), expected: "valid JSON" });
  }
  const { format, duration, poses, fov = null, map = null } = data;
  const lineOf = (key: string) => lineAt(text, Math.max(0, text.indexOf(`"${key}"`)));
  if (format !== undefined && format !== FLIGHT_FORMAT) {
    const found = quote(format);
    fail({ code: "bad-version", line: lineOf("format"), expected: FLIGHT_FORMAT, found });
  }
  if (!Array.isArray(poses) || poses.length === 0) {
    return fail({
      code: "bad-count",
      line: lineOf("poses"),
      expected: '"poses": an array of [t, x, y, z, pitch, yaw]',
      found: quote(poses),
    });
  }
  const isFov = typeof fov === "number" && fov >= MIN_FOV && fov <= MAX_FOV;
  if (fov !== null && !isFov) {
    const expected = `"fov": ${MIN_FOV} to ${MAX_FOV} degrees`;
    fail({ code: "bad-value", line: lineOf("fov"), expected, found: quote(fov) });
  }
  const lines = linesOfPoses(text, poses.length);
  const list = createKeyList(fail);
  for (const [i, pose] of poses.entries()) {
    if (!Array.isArray(pose) || pose.length !== KEY_SIZE || !pose.every(isCoordinate)) {
      fail({
        code: "bad-value",
        line: lines[i],
        expected: "six numbers, [t, x, y, z, pitch, yaw]",
        found: quote(pose),
      });
    }
    list.add(pose, lines[i]);
  }
  const last = list.keys[list.keys.length - 1][0];
  if (duration !== undefined && !(isCoordinate(duration) && duration > last)) {
    const expected = `"duration": seconds after the last pose's ${last} s`;
    fail({ code: "bad-value", line: lineOf("duration"), expected, found: quote(duration) });
  }
  return createFlight({
    keys: list.keys,
    loopAfter: duration === undefined ? null : (duration as number),
    fov: isFov ? fov : null,
    map: typeof map === "string" ? map : null,
  });
}

const lineAt = (text: string, offset: number): number => text.slice(0, offset).split("\n").length;

/** The line that a JSON parser's message names, by line or by offset; else the last. */
function lineOfMessage(text: string, message: string): number {
  const line = /line (\d+)/.exec(message);
  if (line) return Number(line[1]);
  const position = /position (\d+)/.exec(message);
  return lineAt(text, position ? Number(position[1]) : text.trimEnd().length);
}

/** The line on which each element of the array "poses" begins, in a text that is valid JSON. */
function linesOfPoses(text: string, count: number): number[] {
  const lines: number[] = [];
  let at = text.indexOf("[", text.indexOf('"poses"')) + 1;
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
