/** Shows the texts of a simulation over the canvas. Fetched with the first map that has any. */

import type { ScreenText } from "./screen-texts.ts";

/** Pixels: height of the font, and of the picture below which it shrinks. */
const FONT_SIZE = 24;
const FULL_HEIGHT = 480;

export interface TextLayer {
  /** Shows texts, and hides those that are not among them. */
  show(texts: readonly ScreenText[]): void;
  remove(): void;
}

interface Line {
  readonly element: HTMLElement;
  readonly parts: readonly [shown: HTMLElement, fresh: HTMLElement, hidden: HTMLElement];
}

export function createTextLayer(canvas: HTMLCanvasElement): TextLayer {
  const layer = document.createElement("div");
  layer.className = "visleaf-texts";
  layer.setAttribute("role", "status");
  layer.style.cssText = "position:absolute;pointer-events:none;overflow:hidden";
  layer.hidden = true;
  canvas.after(layer);
  const lines = new Map<number, Line>();

  function makeLine(): Line {
    const element = document.createElement("div");
    element.style.cssText =
      "position:absolute;white-space:pre;font-family:'Trebuchet MS',sans-serif;font-weight:700;line-height:1.15";
    const parts = [0, 1, 2].map(() => document.createElement("span"));
    parts[2].style.visibility = "hidden";
    element.append(...parts);
    layer.append(element);
    return { element, parts: parts as unknown as Line["parts"] };
  }

  function place({ element }: Line, { x, y }: ScreenText): void {
    const { clientWidth: width, clientHeight: height } = layer;
    const { style, offsetWidth, offsetHeight } = element;
    style.textAlign = x === -1 ? "center" : x < 0 ? "right" : "left";
    style.left = `${edgeOf(x, offsetWidth, width)}px`;
    style.top = `${edgeOf(y, offsetHeight, height)}px`;
  }

  return {
    show(texts) {
      layer.hidden = texts.length === 0;
      if (!layer.hidden) {
        const { offsetLeft, offsetTop, offsetWidth, offsetHeight } = canvas;
        Object.assign(layer.style, {
          ...{ left: `${offsetLeft}px`, top: `${offsetTop}px` },
          ...{ width: `${offsetWidth}px`, height: `${offsetHeight}px` },
          fontSize: `${FONT_SIZE * Math.min(1, offsetHeight / FULL_HEIGHT)}px`,
        });
      }
      for (const [entity, line] of lines) {
        if (texts.some((text) => text.entity === entity)) continue;
        line.element.remove();
        lines.delete(entity);
      }
      for (const text of texts) {
        const line = lines.get(text.entity) ?? makeLine();
        lines.set(text.entity, line);
        const old = text.letters - text.freshLetters;
        const { parts, element } = line;
        setText(parts[0], text.text.slice(0, old));
        setText(parts[1], text.text.slice(old, text.letters));
        setText(parts[2], text.text.slice(text.letters));
        parts[0].style.color = text.color;
        parts[1].style.color = text.freshColor;
        element.style.opacity = String(text.opacity);
        place(line, text);
      }
    },
    remove: () => layer.remove(),
  };
}

/** Sets a text if it differs, so that assistive technology reads it once. */
function setText(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

/** Returns the left or upper edge of a text in a picture (`XPosition`, message.cpp). */
export function edgeOf(place: number, size: number, whole: number): number {
  const edge =
    place === -1 ? (whole - size) / 2 : place < 0 ? (1 + place) * whole - size : place * whole;
  return Math.max(Math.min(edge, whole - size), 0);
}
