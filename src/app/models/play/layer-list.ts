/** What plays over the sequence: a few layers, each with its weight. */

import type { ModelInfo, ModelViewer } from "../../../viewer/model/index.ts";
import { make } from "../../dom.ts";
import { makeSliderRow } from "../model-rows.ts";
import { createSearchList } from "../search-list.ts";
import { listSequences } from "./list-sequences.ts";

export interface LayerList {
  readonly element: HTMLElement;
  /** Shows those that there are now, whoever added them. */
  follow(): void;
}

type Layer = ModelViewer["layers"][number];

export function createLayerList(viewer: ModelViewer, info: ModelInfo): LayerList {
  const { sequences } = info;
  const summary = make("summary", {}, "Play over it …");
  const choice = make("details", {}, summary);
  // Its rows are drawn as far as they are in view; what was searched for is gone with it.
  choice.addEventListener("toggle", () => {
    choice.replaceChildren(summary);
    if (!choice.open) return;
    const list = createSearchList("sequence to play over it", (row) => {
      choice.open = false;
      choice.replaceChildren(summary);
      summary.focus();
      viewer.addLayer(row);
      viewer.isPlaying = true;
      follow();
    });
    choice.append(list.element);
    list.setItems(listSequences(sequences));
    list.focus();
  });
  const rows = make("ul", { class: "model-layers" });
  let shown: readonly Layer[] = [];

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
      summary.focus();
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
  return { element: make("div", { class: "model-over" }, rows, choice), follow };
}
