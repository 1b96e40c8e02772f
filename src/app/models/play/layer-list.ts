/** What plays over the sequence: a few layers, each with its weight. */

import type { ModelInfo, ModelViewer } from "../../../viewer/model/index.ts";
import { make } from "../../dom.ts";
import { makeSliderRow } from "../model-rows.ts";

export interface LayerList {
  readonly element: HTMLElement;
  /** Shows those that there are now, whoever added them. */
  follow(): void;
}

type Layer = ModelViewer["layers"][number];

export function createLayerList(viewer: ModelViewer, info: ModelInfo): LayerList {
  const { sequences } = info;
  const names = sequences.map(({ name }, row) => make("option", { value: String(row) }, name));
  const select = make(
    "select",
    { "aria-label": "Play over it" },
    make("option", { value: "" }, "Play over it …"),
    ...names,
  );
  const rows = make("ul", { class: "model-layers" });
  let shown: readonly Layer[] = [];
  select.addEventListener("change", () => {
    const row = Number(select.value);
    select.selectedIndex = 0;
    viewer.addLayer(row);
    viewer.isPlaying = true;
    follow();
  });

  const makeRow = (layer: Layer): HTMLElement => {
    const name = sequences[layer.sequence]?.name ?? "";
    const remove = make(
      "button",
      { type: "button", class: "icon", "aria-label": `Remove ${name}`, title: `Remove ${name}` },
      "×",
    );
    remove.addEventListener("click", () => {
      viewer.removeLayer(layer);
      follow();
      select.focus();
    });
    const weight = makeSliderRow({
      ...{ label: name, min: 0, max: 1, step: 0.01, value: layer.weight },
      format: (value) => `${Math.round(value * 100)} %`,
      onInput: (value) => viewer.setLayer(layer, { weight: value }),
    });
    return make("li", {}, weight.element, remove);
  };
  /** What is no longer the same is made anew; a slider that is dragged stays. */
  const follow = (): void => {
    const { layers } = viewer;
    if (layers.length === shown.length && layers.every((layer, i) => layer === shown[i])) return;
    shown = [...layers];
    rows.replaceChildren(...shown.map(makeRow));
  };
  follow();
  return { element: make("div", { class: "model-over" }, rows, select), follow };
}
