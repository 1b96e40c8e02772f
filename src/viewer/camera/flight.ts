/**
 * Reads recorded flights in two forms:
 *
 * - JSON: `{"format": "visleaf-path/1", "map": "name", "fov": 90, "poses": [[t, x, y, z, pitch,
 * yaw], …]}`, as the page records them; `map` and `fov` are optional. With a `duration`, after
 * which it is back at its first pose, it is a loop; `format` is then optional.
 * - Plain text with a camera per line: `x y z pitch yaw t`. `#` and `//` start comments.
 *
 * Times are seconds and increase; positions are inches; angles are degrees, pitch positive
 * downwards.
 */

import { FormatError } from "../../core/errors.ts";
import { clampPitch, MAX_FOV, MIN_FOV, type ViewerCamera, wrapYaw } from "./camera.ts";

// Catmull-Rom spline of a flight over time.

/** Numbers of a recorded pose: seconds, x, y, z, pitch, yaw. */
export const KEY_SIZE = 6;

export interface Flight {
  /** Seconds of one round; 0 if the flight stands still. */
  readonly duration: number;
  /**
   * Whether the end equals the start, so that the flight can repeat; otherwise it stays at its end.
   */
  readonly isLoop: boolean;
  /** Field of view and map of the recording; `null` if not stated. */
  readonly fov: number | null;
  readonly map: string | null;
  /** Sets a camera to the flight's pose at a time, but not its field of view. */
  setPose(camera: ViewerCamera, seconds: number): void;
}

export interface FlightKeys extends Pick<Flight, "fov" | "map"> {
  /** `KEY_SIZE` numbers each, at least one key; times increase from 0. */
  readonly keys: readonly (readonly number[])[];
  /** Time at which a loop is back at its first key; `null` if the flight ends at its last key. */
  readonly loopAfter: number | null;
}

/**
 * Creates a spline flight. The speed at a pose is that of the straight line between its neighbours,
 * so there are no kinks; at the ends of a flight that is no loop, it is that of the first or last
 * segment. Turns take the shorter way round.
 */
export function createFlight({ keys, loopAfter, fov, map }: FlightKeys): Flight {
  const count = keys.length;
  const isLoop = loopAfter !== null;
  const duration = loopAfter ?? keys[count - 1][0];
  const channels = KEY_SIZE - 1;
  // Extra poses before the first and after the last avoid special cases.
  const rows = count + 3;
  const times = new Float64Array(rows);
  const values = new Float64Array(rows * channels);
  const yawOf = (row: number) => row * channels + 4;
  for (let row = 0; row < rows; row++) {
    const turn = isLoop ? Math.floor((row - 1) / count) : 0;
    const key = keys[Math.min(Math.max(row - 1 - turn * count, 0), count - 1)];
    times[row] = key[0] + turn * duration;
    for (let channel = 0; channel < channels; channel++) {
      values[row * channels + channel] = key[1 + channel];
    }
    if (row > 0) {
      const before = values[yawOf(row - 1)];
      values[yawOf(row)] = before + wrapYaw(values[yawOf(row)] - before);
    }
  }
  const slope = (row: number, channel: number): number => {
    const rise = values[(row + 1) * channels + channel] - values[(row - 1) * channels + channel];
    return rise / (times[row + 1] - times[row - 1]);
  };
  const valueAt = (row: number, seconds: number, channel: number): number => {
    const span = times[row + 1] - times[row];
    const from = values[row * channels + channel];
    const to = values[(row + 1) * channels + channel];
    if (span === 0) return from;
    const t = (seconds - times[row]) / span;
    const [t2, t3] = [t * t, t * t * t];
    return (
      (2 * t3 - 3 * t2 + 1) * from +
      (t3 - 2 * t2 + t) * span * slope(row, channel) +
      (3 * t2 - 2 * t3) * to +
      (t3 - t2) * span * slope(row + 1, channel)
    );
  };
  const wrapTime = (seconds: number): number => {
    if (isLoop) return ((seconds % duration) + duration) % duration;
    return Math.min(Math.max(seconds, 0), duration);
  };
  return {
    duration,
    isLoop,
    fov,
    map,
    setPose(camera, seconds) {
      const time = wrapTime(seconds);
      let row = 1;
      for (let end = count; row < end; ) {
        const middle = (row + end + 1) >> 1;
        if (times[middle] <= time) row = middle;
        else end = middle - 1;
      }
      camera.x = valueAt(row, time, 0);
      camera.y = valueAt(row, time, 1);
      camera.z = valueAt(row, time, 2);
      camera.pitch = clampPitch(valueAt(row, time, 3));
      camera.yaw = wrapYaw(valueAt(row, time, 4));
    },
  };
}

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

/** Collects poses in order of time. Times are shifted so that the first is 0. */
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

/**
 * Returns the line that a JSON parser's message states, by line or by offset, else the last line.
 */
function lineOfMessage(text: string, message: string): number {
  const line = /line (\d+)/.exec(message);
  if (line) return Number(line[1]);
  const position = /position (\d+)/.exec(message);
  return lineAt(text, position ? Number(position[1]) : text.trimEnd().length);
}

/** Returns the line on which each element of the array "poses" begins, in valid JSON. */
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
