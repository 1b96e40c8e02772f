/** Parses `--settings name=value`, checked against the renderer's settings. */

import { findView, VIEWS } from "../../render/inspect/view-list.ts";
import { DEFAULT_RENDER_SETTINGS, type RenderSettings } from "../../render/types.ts";
import { UsageError } from "../errors.ts";

const SWITCH_VALUES: Readonly<Record<string, boolean>> = {
  on: true,
  true: true,
  "1": true,
  off: false,
  false: false,
  "0": false,
};

/** Named values of settings that are not only on or off. */
const CHOICES: Partial<Record<keyof RenderSettings, readonly string[]>> = {
  propShadows: ["blob", "silhouette"],
  view: VIEWS.map(({ name }) => name),
};

const isSettingName = (name: string): name is keyof RenderSettings =>
  Object.hasOwn(DEFAULT_RENDER_SETTINGS, name);

/** Checks a view's name. Throws `UsageError` if it is unknown. */
export function parseViewName(verb: string, name: string): string {
  if (findView(name) !== undefined) return name;
  const names = VIEWS.map((view) => view.name).join(", ");
  throw new UsageError(`there is no view "${name}"; there are ${names}`, verb);
}

/** Parses settings. Throws `UsageError` for an unknown name or an invalid value. */
export function parseSettings(verb: string, assignments: readonly string[]) {
  const settings: Partial<Record<keyof RenderSettings, boolean | number | string>> = {};
  for (const assignment of assignments.flatMap((text) => text.split(","))) {
    const [name, value] = assignment.split("=", 2);
    if (!isSettingName(name)) {
      const names = Object.keys(DEFAULT_RENDER_SETTINGS).join(", ");
      throw new UsageError(`there is no setting "${name}"; there are ${names}`, verb);
    }
    const isNumber = typeof DEFAULT_RENDER_SETTINGS[name] === "number";
    const choices = CHOICES[name] ?? [];
    const chosen = choices.find((choice) => choice === value);
    const parsed = isNumber ? Number(value || Number.NaN) : (chosen ?? SWITCH_VALUES[value ?? ""]);
    if (parsed === undefined || Number.isNaN(parsed)) {
      const wanted = isNumber ? "a number" : ["on", ...choices, "or off"].join(" ");
      throw new UsageError(`${name} is ${wanted}, not "${value ?? ""}"`, verb);
    }
    // Settings with names only use the empty string for off.
    const isName = DEFAULT_RENDER_SETTINGS[name] === "";
    if (isName && parsed === true)
      throw new UsageError(`${name} is ${choices.join(", ")} or off`, verb);
    settings[name] = isName && parsed === false ? "" : parsed;
  }
  return settings as Partial<RenderSettings>;
}
