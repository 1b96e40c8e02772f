/** Types of console commands and of the page that they work on. */

import type { Camera, RenderSettings, Simulation } from "../../viewer/index.ts";
import type { MarksDesk } from "../marks/marks-desk.ts";
import type { MeasureDesk } from "../measure/measure-desk.ts";
import type { WalkDesk } from "../walk/walk-desk.ts";

/** The page as seen by commands. */
export interface ConsoleHost {
  /** Writable; `onSettings` is called after a line that ran. */
  readonly settings: RenderSettings;
  readonly camera: Camera;
  /** Name of the open map, or `null` if none is open. */
  readonly mapName: string | null;
  /** Prints a line in addition to the command's answer. */
  print(text: string): void;
  clear(): void;
  /** Moves the camera; missing values are kept. `leaves`: add the previous pose to the way back. */
  put(pose: Partial<Camera>, leaves: boolean): void;
  /** Names that `openMap` accepts. */
  listMaps(): readonly string[];
  /** Opens a map; `false` if no map has this name. */
  openMap(name: string): boolean;
  saveScreenshot(): Promise<string>;
  /** Shows or hides the position readout. */
  showPosition(on: boolean): void;
  readonly isPositionShown: boolean;
  setLightSide(side: "hdr" | "ldr"): Promise<void>;
  readonly lightSide: "hdr" | "ldr" | null;
  readonly marks: Pick<MarksDesk, "words" | "show">;
  readonly measure: Pick<MeasureDesk, "isOn" | "toggle">;
  /** Simulation of the map; `null` while none is open. */
  readonly simulation: Simulation | null;
  openSimulation(): Promise<Simulation>;
  /** Names and classes of the map's entities. */
  listTargets(): readonly string[];
  readonly walk: Pick<WalkDesk, "isWalking" | "toggle" | "rules" | "setRules">;
}

/** Moves the camera for the commands of one line. */
export interface CameraMoves {
  /** Throws `ConsoleError` if no map is open. */
  put(pose: Partial<Camera>): void;
}

export interface ConsoleCommand {
  /** Name in lower case. */
  readonly name: string;
  /** Arguments, as in `<x> <y> [z]`; empty if the command has none. */
  readonly form: string;
  readonly help: string;
  /** Counterpart in visleaf: a setting's name, or where to find it. Empty without one. */
  readonly word: string;
  /** Current value as it would be typed. Absent for commands that are not variables. */
  value?(host: ConsoleHost): string;
  /** Possible arguments, for completion. */
  choices?(host: ConsoleHost): readonly string[];
  /** Returns the text to print. Throws `ConsoleError` with a sentence if the command fails. */
  run(
    args: readonly string[],
    host: ConsoleHost,
    line: CameraMoves,
  ): string | undefined | Promise<string | undefined>;
}

/** An error whose message is printed to the user. */
export class ConsoleError extends Error {}

/** Returns the error for arguments that do not match the command's form. */
export function usage({ name, form }: Pick<ConsoleCommand, "name" | "form">): ConsoleError {
  return new ConsoleError(`Usage: ${name} ${form}`.trimEnd());
}
