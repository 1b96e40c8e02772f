/** The panel's controls of light, exposure and field of view. */

import type { LightSideName, Viewer } from "../../viewer/index.ts";
import { make, setText } from "../dom.ts";

const SIDES: readonly LightSideName[] = ["hdr", "ldr"];

/** Exposure range in stops, up and down. */
const STOPS = 4;

const MIN_SLIDER_FOV = 50;
const MAX_SLIDER_FOV = 120;

export interface LightPanel {
  /** Shows the map's light. Called when a map is shown, has loaded, or was relit. */
  update(): void;
  /** Shows an exposure and a field of view that were changed elsewhere. */
  show(): void;
}

/**
 * Creates the panel. The field of view goes into `lens`. `onError` receives errors of a light
 * change.
 */
export function createLightPanel(
  container: HTMLElement,
  lens: HTMLElement,
  viewer: Viewer,
  onError: (error: unknown) => void,
): LightPanel {
  const inputs = SIDES.map((side) =>
    make("input", { type: "radio", name: "side", id: `side-${side}`, value: side }),
  );
  const legend = make("legend", {}, "Baked light");
  const sides = make(
    "fieldset",
    { class: "sides" },
    legend,
    ...inputs.map((input) => make("label", {}, input, input.value.toUpperCase())),
  );

  const update = (): void => {
    const map = viewer.map;
    for (const input of inputs) {
      const side = input.value as LightSideName;
      input.checked = map?.side === side;
      // The other light is built from the whole map, so it is available after loading.
      input.disabled = !map?.sides.includes(side) || (viewer.summary === null && map.side !== side);
    }
    sides.title = describeSides(map?.sides ?? []);
  };
  for (const input of inputs) {
    input.addEventListener("change", () => {
      for (const other of inputs) other.disabled = true;
      viewer
        .setLightSide(input.value as LightSideName)
        .catch(onError)
        .finally(update);
    });
  }

  const exposure = makeSlider(EXPOSURE, (stops) => {
    viewer.settings.exposure = 2 ** stops;
    return `×${(2 ** stops).toFixed(2)}`;
  });
  const fov = makeSlider(FIELD_OF_VIEW, (degrees) => {
    viewer.camera.fov = degrees;
    return `${degrees}°`;
  });
  const show = (): void => {
    exposure.set(Math.log2(viewer.settings.exposure));
    fov.set(viewer.camera.fov);
  };
  show();
  container.replaceChildren(sides, exposure.element);
  lens.replaceChildren(fov.element);
  update();
  // Flights and the console change the field of view too.
  viewer.on("statschange", () => {
    if (viewer.camera.fov !== fov.value) show();
  });
  return { update, show };
}

function describeSides(sides: readonly LightSideName[]): string {
  if (sides.length === 0) return "This map has no light of its own";
  if (sides.length === 2) return "This map has HDR and LDR light";
  return `This map has ${sides[0].toUpperCase()} light only`;
}

interface SliderRange {
  readonly id: string;
  readonly label: string;
  readonly min: number;
  readonly max: number;
  readonly step: number;
}

const EXPOSURE = { id: "exposure", label: "Exposure", min: -STOPS, max: STOPS, step: 0.1 };
const FIELD_OF_VIEW = {
  ...{ id: "fov", label: "Field of view" },
  ...{ min: MIN_SLIDER_FOV, max: MAX_SLIDER_FOV, step: 1 },
};

interface Slider {
  readonly element: HTMLElement;
  /** Value applied last. */
  readonly value: number;
  /** Shows a value without applying it. */
  set(value: number): void;
}

/**
 * Makes a slider. `apply` uses a value and returns its text. A double click restores the initial
 * value.
 */
export function makeSlider(
  { id, label, min, max, step }: SliderRange,
  apply: (value: number) => string,
): Slider {
  const input = make("input", {
    type: "range",
    id,
    min: String(min),
    max: String(max),
    step: String(step),
  });
  const output = make("output", { for: id });
  let first: number | null = null;
  let value = 0;
  const take = (next: number): void => {
    value = next;
    setText(output, apply(next));
  };
  const set = (next: number): void => {
    first ??= next;
    input.value = String(next);
    take(next);
  };
  input.addEventListener("input", () => take(input.valueAsNumber));
  input.addEventListener("dblclick", () => set(first ?? 0));
  const text = make("label", { for: id }, label);
  const element = make("div", { class: "slider" }, text, output, input);
  return {
    element,
    set,
    get value() {
      return value;
    },
  };
}
