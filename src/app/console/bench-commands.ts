/** Variables of the engine that are a way of seeing, or a mark over the picture: looked up by the name it has here. */

import type { RenderSettings } from "../../viewer/index.ts";
import { type ConsoleCommand, ConsoleError } from "./console-types.ts";
import { readNumber } from "./switch-commands.ts";

interface BenchRow {
  readonly name: string;
  readonly form: string;
  readonly help: string;
  /** Names of a setting, the first of which that there is. */
  readonly settings: readonly string[];
}

const ROWS: readonly BenchRow[] = [
  { name: "mat_luxels", form: "0|1", help: "The grid of luxels on surfaces.", settings: [] },
  { name: "mat_showlowresimage", form: "0|1", help: "Textures at their lowest mip.", settings: [] },
  { name: "mat_leafvis", form: "0|1|2|3", help: "Boxes of leaves.", settings: [] },
  { name: "r_drawclipbrushes", form: "0|1|2", help: "Clip brushes.", settings: [] },
  { name: "r_drawlights", form: "0|1", help: "Lights with their radius.", settings: [] },
  { name: "ent_text", form: "", help: "Entities with their key values.", settings: [] },
  { name: "showtriggers_toggle", form: "", help: "Triggers.", settings: [] },
  { name: "r_lod", form: "-1|0|…|7", help: "Detail of models: -1 is by size.", settings: [] },
];

export const BENCH_COMMANDS: readonly ConsoleCommand[] = ROWS.map(makeCommand);

function makeCommand({ name, form, help, settings: names }: BenchRow): ConsoleCommand {
  return {
    name,
    form,
    help,
    word: names[0] ?? "not yet in visleaf",
    run([text], { settings }) {
      const setting = names.find(
        (one) => typeof settings[one as keyof RenderSettings] === "boolean",
      );
      if (setting === undefined) throw new ConsoleError(`${name} is not yet in visleaf.`);
      const old = settings[setting as keyof RenderSettings];
      const value = text === undefined ? !old : readNumber(text) !== 0;
      Object.assign(settings, { [setting]: value });
      return undefined;
    },
  };
}
