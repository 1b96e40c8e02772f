/** Chooses rows of the event log by words and by kind. The log grows and is cut while it is shown. */

import type { LoggedEntity, Simulation, SimulationEvent } from "../../viewer/index.ts";

/** Kinds of rows that can be chosen. */
export const EVENT_KINDS = {
  all: "Everything",
  output: "Outputs that fired",
  input: "Inputs that arrived",
  failed: "Without effect",
} as const;

export type EventKind = keyof typeof EVENT_KINDS;

/** Effects of triggers on the player are neither outputs nor inputs, and no failures. */
const DONE: ReadonlySet<string> = new Set(["output", "input", "effect"]);

const textOf = (entity: LoggedEntity | null): string =>
  entity === null ? "" : `${entity.class} ${entity.name}`;

/** @param words in lower case; each must occur in a name, class, output, input or value */
export function matchesEvent(
  event: SimulationEvent,
  words: readonly string[],
  kind: EventKind,
): boolean {
  if (kind === "failed" ? DONE.has(event.kind) : kind !== "all" && event.kind !== kind) {
    return false;
  }
  if (words.length === 0) return true;
  const { caller, entity, target, output, input, value } = event;
  const text =
    `${textOf(caller)} ${textOf(entity)} ${target} ${output} ${input} ${value}`.toLowerCase();
  return words.every((word) => text.includes(word));
}

export class EventFilter {
  /** Rows of the log that match, ascending. */
  readonly rows: number[] = [];
  #words: readonly string[] = [];
  #kind: EventKind = "all";
  /** Rows of the log that were tested. */
  #tested = 0;

  choose(text: string, kind: EventKind): void {
    this.#words = text
      .toLowerCase()
      .split(/\s+/)
      .filter((word) => word !== "");
    this.#kind = kind;
    this.restart();
  }

  /** Tests all rows again, because the log has other ones. */
  restart(): void {
    this.rows.length = 0;
    this.#tested = 0;
  }

  /** Tests the rows that are new. Returns whether `rows` grew. */
  follow(simulation: Simulation): boolean {
    const before = this.rows.length;
    for (; this.#tested < simulation.eventCount; this.#tested++) {
      const event = simulation.eventAt(this.#tested)!;
      if (matchesEvent(event, this.#words, this.#kind)) this.rows.push(this.#tested);
    }
    return this.rows.length > before;
  }
}
