/** The panel of the ruler: what the last points come to, what lies under the pointer, and the units. */

import "./measure.css";
import type { MapSource, Viewer } from "../../viewer/index.ts";
import {
  findUnit,
  MapMeasure,
  type MeasuredPoint,
  slopeOf,
  UNITS,
} from "../../viewer/measure/index.ts";
import { isTouchFirst } from "../controls/input-kind.ts";
import { returnFocus } from "../controls/return-focus.ts";
import { byId, make, setText } from "../dom.ts";
import { keepUnit, keptUnit } from "./kept-unit.ts";
import { labelsOf } from "./measure-labels.ts";
import { createMeasureLayer } from "./measure-layer.ts";
import { bindMeasurePointer, type MeasurePlace } from "./measure-pointer.ts";
import { describePath, describeSurface, type MeasureRow } from "./measure-rows.ts";

export interface MeasurePanel {
  readonly isOn: boolean;
  toggle(): void;
  close(): void;
  /** Another map is shown. */
  onMap(): void;
}

export interface MeasurePanelOptions {
  readonly sourceOf: () => MapSource | null;
  readonly onChange: (isOn: boolean) => void;
}

const HOW = isTouchFirst()
  ? "Tap on two places; a third gives an angle."
  : "Click on two places. Shift: exactly there. Backspace: one back. Esc: done.";
/** On a narrow screen two rows stand side by side, but for those that are longer. */
const WIDE = 22;

export function createMeasurePanel(
  viewer: Viewer,
  { sourceOf, onChange }: MeasurePanelOptions,
): MeasurePanel {
  const ruler = new MapMeasure(viewer, sourceOf);
  const layer = createMeasureLayer(viewer);
  let unit = keptUnit();
  let hovered: MeasuredPoint | null = null;
  let unbind: (() => void) | null = null;

  const close = make("button", { type: "button", class: "icon", "aria-label": "Close" }, "×");
  const status = make("p", { class: "note", role: "status" });
  const figures = make("dl", { class: "measure-figures", "aria-live": "polite" });
  const under = make("dl", { class: "measure-figures", "aria-live": "off" });
  const units = make("select", { "aria-label": "Units" });
  units.append(...UNITS.map(({ name, title }) => make("option", { value: name }, title)));
  units.value = unit.name;
  const steep = make("input", { type: "checkbox", role: "switch", id: "measure-steep" });
  steep.checked = true;
  const back = make("button", { type: "button", class: "small" }, "Take back");
  const clear = make("button", { type: "button", class: "small" }, "Begin anew");
  const panel = make(
    "aside",
    { id: "measure", "aria-label": "Measure" },
    make("header", {}, make("h2", {}, "Measure"), close),
    status,
    figures,
    make("div", { class: "measure-buttons" }, back, clear),
    make("h3", {}, "Under the pointer"),
    under,
    units,
    make("label", {}, steep, "What is too steep to stand on"),
  );
  panel.hidden = true;
  byId("panel").before(panel);
  returnFocus(panel, viewer.canvas);

  const write = (list: HTMLElement, rows: readonly MeasureRow[]): void => {
    const have = list.children;
    while (have.length > rows.length) have[have.length - 1].remove();
    while (have.length < rows.length) list.append(make("div", {}, make("dt"), make("dd")));
    rows.forEach(([name, value], i) => {
      setText(have[i].children[0], name);
      setText(have[i].children[1], value);
      have[i].classList.toggle("is-wide", name.length + value.length > WIDE);
    });
  };
  const showPath = (): void => {
    const { points } = ruler;
    write(figures, describePath(ruler.path, unit));
    back.disabled = clear.disabled = points.length === 0;
    showLabels();
  };
  /** What stands at the panel's top, unless a point met nothing. */
  let told = HOW;
  const tell = (text: string): void => {
    told = text;
    setText(status, text);
  };
  const showLabels = (): void =>
    layer.setLabels(labelsOf(ruler.points, hovered?.point ?? null, unit));
  const hover = ({ x, y, snapPixels }: MeasurePlace): MeasuredPoint | null => {
    hovered = ruler.pointAt(x, y, { snapPixels });
    ruler.hover = hovered?.point ?? null;
    // What was said of a point that met nothing is over.
    if (hovered !== null) setText(status, told);
    layer.setSign(hovered);
    showLabels();
    showUnder();
    return hovered;
  };
  const showUnder = (): void => {
    const hit = hovered?.hit ?? null;
    if (hit === null) {
      write(under, []);
      return;
    }
    const slope = slopeOf(hit.normal);
    write(under, describeSurface(slope, ruler.surfaceOf(hit), unit, hit.prop?.model ?? null));
  };
  const addPoint = (found: MeasuredPoint | null): void => {
    if (found === null) {
      setText(status, "Nothing is met there but the sky.");
      return;
    }
    ruler.add(found.point);
    showPath();
  };
  const takeBack = (): void => {
    ruler.takeBack();
    showPath();
  };

  const end = (): void => {
    if (unbind === null) return;
    unbind();
    unbind = null;
    ruler.stop();
    hovered = null;
    layer.setSign(null);
    layer.show(false);
    panel.hidden = true;
    document.body.removeAttribute("data-measuring");
    onChange(false);
    viewer.canvas.focus({ preventScroll: true });
  };
  const begin = (): void => {
    unbind = bindMeasurePointer(viewer, {
      onHover: hover,
      onPoint: addPoint,
      onTakeBack: takeBack,
      onEnd: end,
    });
    panel.hidden = false;
    panel.dataset.state = "reading";
    document.body.toggleAttribute("data-measuring", true);
    ruler.isSteepShown = steep.checked;
    layer.show(true);
    showPath();
    onChange(true);
    tell(`${HOW} Corners are still read …`);
    const own = unbind;
    ruler.start().then(
      (warnings) => {
        if (own !== unbind) return;
        panel.dataset.state = "ready";
        tell([HOW, ...warnings].join(" "));
      },
      // What a damaged file comes to is said here: what is clicked on is measured all the same.
      (error: unknown) => {
        if (own !== unbind) return;
        panel.dataset.state = "ready";
        const why = String((error as Error).message ?? error);
        tell(`${HOW} Corners and areas cannot be told, because ${why}`);
      },
    );
    viewer.canvas.focus({ preventScroll: true });
  };

  units.addEventListener("change", () => {
    unit = findUnit(units.value);
    keepUnit(unit);
    showPath();
    showUnder();
  });
  steep.addEventListener("change", () => {
    ruler.isSteepShown = steep.checked;
  });
  back.addEventListener("click", takeBack);
  clear.addEventListener("click", () => {
    ruler.clear();
    showPath();
  });
  close.addEventListener("click", end);
  return {
    get isOn() {
      return unbind !== null;
    },
    toggle() {
      if (unbind === null) begin();
      else end();
    },
    close: end,
    onMap() {
      end();
      ruler.forget();
    },
  };
}
