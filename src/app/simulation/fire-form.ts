/** The form in the Entities panel that fires an input of an entity by hand. */

import type { Viewer } from "../../viewer/index.ts";
import { make } from "../dom.ts";

/** Opens the map's simulation. Rejects like `Viewer.openSimulation`. */
export async function createFireForm(viewer: Viewer, entity: number): Promise<HTMLElement> {
  const simulation = await viewer.openSimulation();
  const inputs = simulation.inputsOf(entity);
  const choice = make("select", { "aria-label": "Input" });
  choice.append(
    ...inputs.map(({ name, isRun }) =>
      make("option", { value: name }, isRun ? name : `${name} (not simulated)`),
    ),
  );
  const parameter = make("input", {
    ...{ type: "text", "aria-label": "Parameter", maxlength: "1000" },
    ...{ autocomplete: "off", spellcheck: "false" },
  });
  const fire = make("button", { type: "submit", class: "small" }, "Fire");
  const status = make("p", { class: "note", role: "status" });
  const form = make("form", { class: "entity-fire" }, choice, parameter, fire, status);
  const showParameter = (): void => {
    const takes = inputs.find(({ name }) => name === choice.value)?.takes ?? "void";
    parameter.disabled = takes === "void";
    parameter.placeholder = takes === "void" ? "" : takes;
  };
  choice.addEventListener("change", showParameter);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const first = simulation.eventCount;
    simulation.fireAt(entity, choice.value, parameter.disabled ? "" : parameter.value);
    const wait = simulation.eventCount === first ? "in the next tick" : "now";
    status.textContent = `${choice.value} arrives ${wait}, at ${simulation.time.toFixed(2)} s.`;
  });
  if (simulation.entityAt(entity)?.isSimulated === false) {
    status.textContent = "This class is not simulated: only common inputs have an effect.";
  }
  showParameter();
  return form;
}
