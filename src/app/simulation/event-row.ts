/** A row of the event log as an element. */

import type { LoggedEntity, SimulationEvent } from "../../viewer/index.ts";
import { make } from "../dom.ts";

const WHY: Readonly<Record<string, string>> = {
  "no-target": "no such entity",
  "unknown-input": "no such input",
  "class-not-run": "class not simulated",
  "input-not-run": "input not simulated",
  "bad-value": "value does not fit",
  cut: "too many in one tick",
};

export const nameOf = (entity: LoggedEntity | null, none: string): string =>
  entity === null ? none : entity.name || entity.class;

/** Row of the entity to fly to; −1 if the event has none. */
export function rowToVisit({ kind, caller, entity }: SimulationEvent): number {
  return (kind === "output" ? caller : (entity ?? caller))?.row ?? -1;
}

/** Two lines: time and sender; then target, input, value, and the reason if it has no effect. */
export function makeEventRow(event: SimulationEvent, onVisit: () => void): HTMLElement {
  const { time, kind, caller, output, target, entity, input, value, delay } = event;
  const to = kind === "output" || entity === null ? target || "itself" : nameOf(entity, "");
  const why = WHY[kind] ?? "";
  const after = delay > 0 ? ` after ${delay} s` : "";
  const from = `${nameOf(caller, "from outside")}${output === "" ? "" : ` ${output}`}`;
  const button = make(
    "button",
    { type: "button", "data-kind": kind },
    make("time", {}, time.toFixed(2)),
    make("b", {}, from),
    make("i", {}, why),
    make("span", {}, `${kind === "output" ? "→" : "⇒"} ${to}.${input}(${value})${after}`),
  );
  button.title = [`${time.toFixed(3)} s`, from, `${to}.${input}(${value})${after}`, why]
    .filter((part) => part !== "")
    .join("\n");
  button.disabled = rowToVisit(event) < 0;
  button.addEventListener("click", onVisit);
  return make("div", { role: "listitem" }, button);
}
