/** A texture's mips side by side, with its alpha as grey if that is wanted. */

import type { TextureMip } from "../../viewer/file/index.ts";
import { make } from "../dom.ts";

export function drawMips(into: HTMLElement, mips: readonly TextureMip[]): void {
  if (mips.length === 0) {
    into.replaceChildren(make("p", { class: "note" }, "No mip of it can be shown."));
    return;
  }
  const canvases = mips.map(({ level, width, height }) =>
    make("canvas", {
      width: String(width),
      height: String(height),
      title: `mip ${level}: ${width} x ${height}`,
    }),
  );
  const alpha = make("input", { type: "checkbox" });
  const draw = (): void => {
    canvases.forEach((canvas, i) => {
      drawMip(canvas, mips[i], alpha.checked);
    });
  };
  alpha.addEventListener("change", draw);
  draw();
  into.replaceChildren(
    make("label", {}, alpha, " alpha alone"),
    make("div", { class: "mips" }, ...canvases),
  );
}

function drawMip(canvas: HTMLCanvasElement, mip: TextureMip, isAlpha: boolean): void {
  const { width, height } = mip;
  const pixels = new Uint8ClampedArray(mip.rgba);
  for (let i = 0; i < pixels.length; i += 4) {
    if (isAlpha) pixels.fill(pixels[i + 3], i, i + 3);
    // Colour is shown as it is stored, whatever alpha makes of it.
    pixels[i + 3] = 255;
  }
  canvas.getContext("2d")?.putImageData(new ImageData(pixels, width, height), 0, 0);
}
