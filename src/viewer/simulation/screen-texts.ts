/** Texts of `game_text` at a time: `CHudMessage`, message.cpp of Source SDK 2013. */

import type { MapSimulation } from "../../simulation/index.ts";
import { parseVectorOf } from "../../simulation/values.ts";

/** A text that the map shows over the picture. */
export interface ScreenText {
  /** Row of the entity. */
  readonly entity: number;
  /** Whole text; lines are separated by "\n". */
  readonly text: string;
  /**
   * Place of the text's left and upper edges, 0 to 1 of the picture's size. −1 is its middle; other
   * negative numbers are those of the right and lower edges, less 1.
   */
  readonly x: number;
  readonly y: number;
  /** Number of letters that are shown; the others keep their place. */
  readonly letters: number;
  /** Number of the last of these letters that were just written, and have `freshColor`. */
  readonly freshLetters: number;
  /** CSS colours. */
  readonly color: string;
  readonly freshColor: string;
  /** 0 to 1. */
  readonly opacity: number;
}

/** Effect that writes letter after letter. */
const WRITES = 2;
/** Channels of the engine (`MAX_NETMESSAGE`). */
const CHANNELS = 6;
const NONE: readonly ScreenText[] = [];

const cssColor = (text: string): string => {
  const [r, g, b] = parseVectorOf(text).map((byte) => Math.min(Math.max(Math.round(byte), 0), 255));
  return `rgb(${r}, ${g}, ${b})`;
};

/** Finds the entities of a simulation once, and reads their texts. */
export class ScreenTexts {
  #simulation: MapSimulation | null = null;
  #entityCount = -1;
  readonly #rows: number[] = [];

  /**
   * Returns the texts at a time in seconds, by channel. Allocates nothing while there are none.
   * @param seconds time of the last tick, or up to one tick before it
   */
  read(simulation: MapSimulation, seconds: number): readonly ScreenText[] {
    this.#find(simulation);
    let channels: Map<number, number> | null = null;
    for (let i = 0; i < this.#rows.length; i++) {
      const row = this.#rows[i];
      const start = Number(simulation.readState(row, "start"));
      if (start < 0 || start > simulation.time) continue;
      const channel = Number(simulation.readState(row, "channel")) % CHANNELS;
      channels ??= new Map();
      const other = channels.get(channel);
      // A later text replaces an earlier one of its channel, also after the later one ended.
      const isOlder = other !== undefined && Number(simulation.readState(other, "start")) > start;
      if (!isOlder) channels.set(channel, row);
    }
    if (channels === null) return NONE;
    const shown = [...channels].sort(([a], [b]) => a - b);
    return shown.flatMap(([, row]) => readText(simulation, row, seconds) ?? []);
  }

  #find(simulation: MapSimulation): void {
    if (this.#simulation === simulation && this.#entityCount === simulation.entities.count) return;
    this.#simulation = simulation;
    this.#entityCount = simulation.entities.count;
    this.#rows.length = 0;
    let row = simulation.findClass("game_text", -1);
    for (; row >= 0; row = simulation.findClass("game_text", row)) this.#rows.push(row);
  }
}

function readText(simulation: MapSimulation, row: number, seconds: number): ScreenText | null {
  const number = (field: string) => Number(simulation.readState(row, field));
  const string = (field: string) => String(simulation.readState(row, field));
  // Hammer stores the line break that a mapper types as "/n".
  const text = string("message").replaceAll(/[\\/]n/g, "\n");
  const writes = number("effect") === WRITES;
  const [fadeIn, fadeOut] = [number("fadeIn"), number("fadeOut")];
  const age = Math.max(seconds - number("start"), 0);
  // The engine fades a text in letter by letter if it writes it.
  const shownAt = (writes ? fadeIn * text.length : fadeIn) + number("holdTime");
  if (text === "" || age >= shownAt + Math.max(fadeOut, 0)) return null;
  const out = fadeOut > 0 ? Math.max((age - shownAt) / fadeOut, 0) : 0;
  const comes = !writes && age < fadeIn ? age / fadeIn : 1;
  const lettersAt = (time: number) =>
    !writes || fadeIn <= 0 ? text.length : Math.min(Math.floor(time / fadeIn), text.length);
  const letters = lettersAt(age);
  const old = writes ? lettersAt(Math.max(age - number("fxTime"), 0)) : letters;
  return {
    ...{ entity: row, text, x: number("x"), y: number("y") },
    ...{ letters, freshLetters: letters - old },
    ...{ color: cssColor(string("color")), freshColor: cssColor(string("color2")) },
    opacity: Math.min(comes, 1 - out),
  };
}
