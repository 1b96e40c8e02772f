/** What shadows of models look like. */

import { shadowMode } from "../../render/shadows/shadow-mode.ts";
import type { PropShadows, Viewer } from "../../viewer/index.ts";
import { make } from "../dom.ts";

const MODES: readonly (readonly [PropShadows, label: string])[] = [
  ["silhouette", "Shape"],
  ["blob", "Blob"],
  ["off", "Off"],
];

export interface ShadowsChoice {
  readonly element: HTMLElement;
  /** Shows what was chosen elsewhere. */
  readonly show: () => void;
}

export function createShadowsChoice(viewer: Viewer): ShadowsChoice {
  const inputs = MODES.map(([mode]) =>
    make("input", { type: "radio", name: "prop-shadows", id: `shadows-${mode}`, value: mode }),
  );
  for (const input of inputs) {
    input.addEventListener("change", () => {
      viewer.settings.propShadows = input.value as PropShadows;
    });
  }
  const element = make(
    "fieldset",
    {
      class: "sides",
      title: "Shadows of characters, doors and what else is not part of the map itself",
    },
    make("legend", {}, "Model shadows"),
    ...inputs.map((input, i) => make("label", {}, input, MODES[i][1])),
  );
  const show = (): void => {
    const mode = shadowMode(viewer.settings);
    for (const input of inputs) input.checked = input.value === mode;
  };
  show();
  return { element, show };
}
