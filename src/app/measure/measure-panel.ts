/**
 * The ruler's panel: measurements of the points and of the surface under the pointer, and the unit.
 */

import { describePath, describeSurface, labelsOf, type MeasureRow } from "./measure-rows.ts";
import "./measure.css";
import type { MapSource, Viewer } from "../../viewer/index.ts";
import {
  findUnit,
  MapMeasure,
  type MeasuredPoint,
  slopeOf,
  UNITS,
  type UnitRow,
} from "../../viewer/measure/index.ts";
import { isTouchFirst } from "../controls/input-kind.ts";
import { returnFocus } from "../controls/return-focus.ts";
import { byId, make, setText } from "../dom.ts";
import { createMeasureLayer } from "./measure-layer.ts";
import { bindMeasurePointer, type MeasurePlace } from "./measure-pointer.ts";

// The unit chosen last, stored across visits.

const KEY = "visleaf measure unit";

/** Stores the unit. Private windows may refuse; the default unit is then used at each visit. */
function keepUnit({ name }: UnitRow): void {
  try {
    localStorage.setItem(KEY, name);
  } catch (error) {
    console.warn(error);
  }
}

function keptUnit(): UnitRow {
  try {
    return findUnit(localStorage.getItem(KEY));
  } catch {
    return findUnit(null);
  }
}

export interface MeasurePanel {
  readonly isOn: boolean;
  toggle(): void;
  close(): void;
  /** Clears the points after another map was opened. */
  onMap(): void;
}

export interface MeasurePanelOptions {
  readonly sourceOf: () => MapSource | null;
  readonly onChange: (isOn: boolean) => void;
}

const HOW = isTouchFirst()
  ? "Tap on two places; a third gives an angle."
  : "Click on two places. Shift: exactly there. Backspace: one back. Esc: done.";
/** Characters above which a row spans both columns on narrow screens. */
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
  const clear = make("button", { type: "button", class: "small" }, "Start again");
  const panel = make(
    "aside",
    { id: "measure", class: "docked", "aria-label": "Measure" },
    make("header", {}, make("h2", {}, "Measure"), close),
    status,
    figures,
    make("div", { class: "measure-buttons" }, back, clear),
    make("h3", {}, "Under the pointer"),
    under,
    units,
    make("label", {}, steep, "Slopes too steep to stand on"),
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
  /** Text at the panel's top, except while a point has hit nothing. */
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
    // Clears the message about a point that hit nothing.
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
      setText(status, "Only the sky is there.");
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
      // A damaged file is reported here; measuring clicked points still works.
      (error: unknown) => {
        if (own !== unbind) return;
        panel.dataset.state = "ready";
        const why = String((error as Error).message ?? error);
        tell(`${HOW} Corners and areas are not available, because ${why}`);
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
