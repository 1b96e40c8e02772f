/** What the console's commands are, and what they may reach. */

import type { Camera, RenderSettings } from "../../viewer/index.ts";
import type { MarksDesk } from "../marks/marks-desk.ts";
import type { MeasureDesk } from "../measure/measure-desk.ts";
import type { WalkDesk } from "../walk/walk-desk.ts";

/** The page, as commands see it. */
export interface ConsoleHost {
  /** May be written; `onSettings` is called after a line that did something. */
  readonly settings: RenderSettings;
  readonly camera: Camera;
  /** null: no map is shown. */
  readonly mapName: string | null;
  /** Says something besides what a command answers. */
  print(text: string): void;
  clear(): void;
  /** Puts the camera there; what is left out stays. `leaves`: where it was is a step on the way back. */
  put(pose: Partial<Camera>, leaves: boolean): void;
  /** Names of maps that can be opened, as `openMap` takes them. */
  listMaps(): readonly string[];
  /** false: there is none of that name. */
  openMap(name: string): boolean;
  saveScreenshot(): Promise<string>;
  /** Shows or hides where the camera is. */
  showPosition(on: boolean): void;
  readonly isPositionShown: boolean;
  setLightSide(side: "hdr" | "ldr"): Promise<void>;
  readonly lightSide: "hdr" | "ldr" | null;
  readonly marks: Pick<MarksDesk, "words" | "show">;
  readonly measure: Pick<MeasureDesk, "isOn" | "toggle">;
  readonly walk: Pick<WalkDesk, "isWalking" | "toggle" | "rules" | "setRules">;
}

/** How the commands of one line move the camera. */
export interface CameraMoves {
  /** Throws `ConsoleError` where no map is open. */
  put(pose: Partial<Camera>): void;
}

export interface ConsoleCommand {
  /** As it is typed, lower case. */
  readonly name: string;
  /** Of what follows it: `<x> <y> [z]`; empty: nothing does. */
  readonly form: string;
  readonly help: string;
  /** What it is in visleaf: a setting's name, or where to find it; empty where there is none. */
  readonly word: string;
  /** What it is now, as it would be typed; left out where it is no variable. */
  value?(host: ConsoleHost): string;
  /** What may follow, for completion. */
  choices?(host: ConsoleHost): readonly string[];
  /** Returns what to print. Throws `ConsoleError` with a sentence where it cannot be done. */
  run(
    args: readonly string[],
    host: ConsoleHost,
    line: CameraMoves,
  ): string | undefined | Promise<string | undefined>;
}

/** What a person is told of a line that cannot be carried out. */
export class ConsoleError extends Error {}

/** The command's form is not kept. */
export function usage({ name, form }: Pick<ConsoleCommand, "name" | "form">): ConsoleError {
  return new ConsoleError(`Usage: ${name} ${form}`.trimEnd());
}
