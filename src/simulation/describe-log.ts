/** The event log for people and programs. */

import { LOG_KINDS, type LogKind } from "./event-log.ts";
import type { MapSimulation } from "./map-simulation.ts";
import { TICK_SECONDS } from "./tick.ts";
import { formatValue, type ValueKind } from "./values.ts";

export interface LoggedEntity {
  /** Row of the entity lump; -1 for the player. */
  readonly row: number;
  readonly class: string;
  /** Empty if the entity has none. */
  readonly name: string;
}

/** One row of the event log. */
export interface LoggedEvent {
  /** Seconds since the map started. */
  readonly time: number;
  readonly kind: LogKind;
  /** Entity that sent the input; null for `fireInput`. */
  readonly caller: LoggedEntity | null;
  /** Output that sent it, as the map spells it; empty if none did. */
  readonly output: string;
  /** Target as the map spells it: a name, class or pattern. Empty for inputs that an entity posts to itself. */
  readonly target: string;
  /** Entity that received the input; null for outputs, and if the target names no entity. */
  readonly entity: LoggedEntity | null;
  readonly input: string;
  readonly value: string;
  readonly activator: LoggedEntity | null;
  /** Seconds between an output and the arrival of its input; 0 for other kinds. */
  readonly delay: number;
}

export function describeEvent(simulation: MapSimulation, index: number): LoggedEvent {
  const { strings, entities, outputs } = simulation;
  const row = simulation.log.row(index);
  const entityOf = (entity: number): LoggedEntity | null =>
    entity < 0
      ? null
      : {
          row: entities.lumpRow[entity],
          class: strings.text(entities.className[entity]),
          name: strings.text(entities.givenName[entity]),
        };
  const nameOf = (entity: number) => strings.text(entities.givenName[entity]);
  const kind = LOG_KINDS[row.kind];
  return {
    time: Math.round(row.tick * TICK_SECONDS * 1000) / 1000,
    kind,
    caller: entityOf(row.caller),
    output: row.action < 0 ? "" : strings.text(outputs.label[row.action]),
    target: strings.text(row.target),
    entity: entityOf(row.entity),
    input: strings.text(row.input),
    value: formatValue(row.valueKind as ValueKind, row.value, strings, nameOf),
    activator: entityOf(row.activator),
    delay: kind === "output" ? outputs.delay[row.action] : 0,
  };
}

function nameEntity({ row, class: className, name }: LoggedEntity): string {
  if (name !== "") return `${className} "${name}"`;
  return row < 0 ? className : `${className} (row ${row})`;
}

const WHY: Readonly<Record<LogKind, string>> = {
  output: "",
  input: "",
  effect: "",
  "no-target": "no entity has that name or class",
  "unknown-input": "the class has no such input",
  "class-not-run": "the class is not simulated",
  "input-not-run": "the input is not simulated",
  "bad-value": "the value does not fit the input",
  cut: "too many inputs in one tick",
};

/** Returns an event as a line: `0.195  logic_auto (row 3) OnMapSpawn -> door.Open() after 2 s`. */
export function formatEvent(event: LoggedEvent): string {
  const { time, kind, caller, output, target, entity, input, value, delay } = event;
  const from =
    caller === null ? "outside" : `${nameEntity(caller)}${output === "" ? "" : ` ${output}`}`;
  const to = kind === "output" || entity === null ? target || "itself" : nameEntity(entity);
  const sent = `${from} ${kind === "output" ? "->" : "=>"} ${to}.${input}(${value})`;
  const after = delay > 0 ? ` after ${delay} s` : "";
  const why = WHY[kind] === "" ? "" : `: ${WHY[kind]}`;
  return `${time.toFixed(3).padStart(8)}  ${sent}${after}${why}`;
}
