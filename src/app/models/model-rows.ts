/** Builds rows of the model panel, and the choice of the model's light. */

import type { MapLightInput, ModelViewer } from "../../viewer/model/index.ts";
import { STUDIO_LIGHT } from "../../viewer/model/index.ts";
import { make } from "../dom.ts";

// Rows: sliders, switches and choices.

export interface SliderRow {
  readonly element: HTMLElement;
  /** Shows a value that was changed elsewhere. */
  show(value: number): void;
}

export interface SliderOptions {
  readonly label: string;
  /** A model's range may be reversed; the slider starts at the lower end. */
  readonly min: number;
  readonly max: number;
  readonly step: number;
  readonly value: number;
  readonly format?: (value: number) => string;
  readonly onInput: (value: number) => void;
}

export function makeSliderRow(options: SliderOptions): SliderRow {
  const { label, step, value, onInput } = options;
  const [min, max] = [options.min, options.max].sort((a, b) => a - b);
  const format = options.format ?? ((number: number) => String(Math.round(number * 100) / 100));
  const input = make("input", {
    ...{ type: "range", min: String(min), max: String(max), step: String(step) },
    "aria-label": label,
  });
  const output = make("output", { class: "number" });
  const element = make("label", { class: "model-slider" }, make("span", {}, label), input, output);
  element.title = label;
  const show = (shown: number): void => {
    input.value = String(shown);
    output.textContent = format(shown);
  };
  show(value);
  input.addEventListener("input", () => {
    output.textContent = format(input.valueAsNumber);
    onInput(input.valueAsNumber);
  });
  return { element, show };
}

export function makeSwitch(
  label: string,
  isOn: boolean,
  onChange: (isOn: boolean) => void,
): HTMLElement {
  const input = make("input", { type: "checkbox", role: "switch" });
  input.checked = isOn;
  input.addEventListener("change", () => onChange(input.checked));
  return make("label", {}, input, label);
}

export function makeChoice(
  label: string,
  choices: readonly string[],
  chosen: number,
  onChoose: (row: number) => void,
): HTMLElement {
  const options = choices.map((text, row) => make("option", { value: String(row) }, text));
  const select = make("select", { "aria-label": label }, ...options);
  select.selectedIndex = chosen;
  select.addEventListener("change", () => onChoose(select.selectedIndex));
  return make("label", { class: "model-choice" }, make("span", {}, label), select);
}

export function makeSection(title: string, ...children: readonly HTMLElement[]): HTMLElement {
  return make("section", {}, make("h2", {}, title), ...children);
}

/** Makes a section that starts closed, for long or rarely used parts. */
export function makeFold(title: string, ...children: readonly HTMLElement[]): HTMLElement {
  const summary = make("summary", {}, make("h2", {}, title));
  return make("section", {}, make("details", { class: "fold" }, summary, ...children));
}

/** Light of the map that is open below the model page. */
export interface OpenMapLight extends MapLightInput {
  readonly name: string;
  /** Position of the map's camera. */
  readonly at: readonly [number, number, number];
}

/**
 * Makes the choice of light.
 *
 * @param map the open map, or `null`, which leaves no choice
 */
export function makeLightChoice(viewer: ModelViewer, map: OpenMapLight | null): HTMLElement[] {
  if (map === null) return [];
  const { at, ...atStart } = map;
  const lights = [STUDIO_LIGHT, { ...atStart, at }, atStart];
  const names = ["Studio", `${map.name}, at its camera`, `${map.name}, where players start`];
  const place = make("p", { class: "note model-light-place", role: "status" });
  const tell = (): void => {
    place.textContent = describePlace(viewer);
  };
  const choose = async (row: number): Promise<void> => {
    place.textContent = row === 0 ? "" : `Reading the light of ${map.name} …`;
    // Errors are reported by the viewer's events.
    await viewer.setLight(lights[row]).catch(() => null);
    tell();
    if (row > 0 && viewer.lightPlace === null) place.textContent = `${map.name} lights nothing.`;
  };
  tell();
  const before = viewer.light;
  const isByMap = "map" in before && before.map === map.map;
  const chosen = isByMap ? (before.at === undefined ? 2 : 1) : 0;
  return [makeChoice("Light", names, chosen, (row) => void choose(row)), place];
}

function describePlace({ lightPlace }: ModelViewer): string {
  if (lightPlace === null) return "";
  const { at, entity, lamps } = lightPlace;
  const where = at.map((value) => Math.round(value)).join(", ");
  const by = lamps === 1 ? "1 lamp" : `${lamps} lamps`;
  return `${entity === null ? "" : `${entity}, `}${where}: ambient light and ${by}`;
}
