/** Commands that read or move the camera. */

import { EYE_HEIGHT } from "../../map/hulls.ts";
import { formatSetpos } from "../travel/setpos.ts";
import { type ConsoleCommand, ConsoleError, usage } from "./console-types.ts";
import { parseNumber, readSwitch } from "./switch-commands.ts";

/** Largest coordinate in inches, as in camera addresses; no map is larger. */
const MAX_COORDINATE = 131_072;

const format = (value: number): string => value.toFixed(2);

/**
 * Makes a `setpos` command. `lift`: height of the eye above the given position, in inches; 0 for
 * `setpos`, because `getpos` prints the eye's position.
 */
function makeSetpos(name: string, lift: number): ConsoleCommand {
  return {
    name,
    form: "<x> <y> [z]",
    help:
      lift === 0 ? "Moves the eye to a position." : "Moves a standing player's feet to a position.",
    word: "camera",
    run(args, host, line) {
      if (args.length < 2) throw usage(this);
      const [x, y, z = host.camera.z - lift] = args.slice(0, 3).map(parseNumber);
      if ([x, y, z].some((value) => Math.abs(value) > MAX_COORDINATE)) {
        throw new ConsoleError("That position is outside of any map.");
      }
      line.put({ x, y, z: z + lift });
      return undefined;
    },
  };
}

function makeSetang(name: string): ConsoleCommand {
  return {
    name,
    form: "<pitch> <yaw> [roll]",
    help: "Turns the view: pitch is positive downwards.",
    word: "camera",
    run(args, _host, line) {
      if (args.length < 2) throw usage(this);
      const [pitch, yaw] = args.slice(0, 2).map(parseNumber);
      line.put({ pitch, yaw });
      return undefined;
    },
  };
}

export const PLACE_COMMANDS: readonly ConsoleCommand[] = [
  makeSetpos("setpos", 0),
  makeSetpos("setpos_exact", EYE_HEIGHT),
  makeSetang("setang"),
  makeSetang("setang_exact"),
  {
    name: "spec_goto",
    form: "<x> <y> <z> [pitch] [yaw]",
    help: "Moves the eye to a position and angles that spec_pos printed.",
    word: "camera",
    run(args, _host, line) {
      if (args.length < 3) throw usage(this);
      const [x, y, z, pitch, yaw] = args.slice(0, 5).map(parseNumber);
      if ([x, y, z].some((value) => Math.abs(value) > MAX_COORDINATE)) {
        throw new ConsoleError("That position is outside of any map.");
      }
      line.put({
        ...{ x, y, z },
        ...(pitch === undefined ? {} : { pitch }),
        ...(yaw === undefined ? {} : { yaw }),
      });
      return undefined;
    },
  },
  {
    name: "getpos",
    form: "",
    help: "Prints the eye's position for setpos.",
    word: "camera",
    run(_args, { camera }) {
      const { x, y, z, pitch, yaw } = camera;
      return `setpos ${[x, y, z].map(format).join(" ")};setang ${[pitch, yaw, 0].map(format).join(" ")}`;
    },
  },
  {
    name: "getpos_exact",
    form: "",
    help: "Prints the position of a standing player's feet for setpos_exact.",
    word: "G",
    run: (_args, { camera }) => formatSetpos(camera),
  },
  {
    name: "spec_pos",
    form: "",
    help: "Prints the eye's position for spec_goto.",
    word: "camera",
    run(_args, { camera }) {
      const { x, y, z, pitch, yaw } = camera;
      return `spec_goto ${[x, y, z, pitch, yaw].map((value) => value.toFixed(1)).join(" ")}`;
    },
  },
  {
    name: "fov",
    form: "<20 to 140 degrees>",
    help: "Horizontal field of view in degrees at 4:3; 0 means 90.",
    word: "camera.fov",
    value: ({ camera }) => String(Math.round(camera.fov * 100) / 100),
    run([text], _host, line) {
      const fov = parseNumber(text);
      if (fov !== 0 && !(fov >= 20 && fov <= 140)) throw usage(this);
      // 0 means the player's default in the game.
      line.put({ fov: fov === 0 ? 90 : fov });
      return undefined;
    },
  },
  {
    name: "cl_showpos",
    form: "0|1",
    help: "Shows position, angles and speed over the picture.",
    word: "cl_showpos",
    value: ({ isPositionShown }) => (isPositionShown ? "1" : "0"),
    run([text], host) {
      host.showPosition(readSwitch(this, text));
      return undefined;
    },
  },
];
