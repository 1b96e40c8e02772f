/** The dialog of a material: the text of its files, their location, and its textures with mips. */

import "./material.css";
import { formatBytes } from "../../content/report/format-bytes.ts";
import type { MaterialReport, MaterialTexture } from "../../viewer/file/index.ts";
import { createFileReader, placeOf, type TextureMip } from "../../viewer/file/index.ts";
import type { ContentSpec, MapSource } from "../../viewer/index.ts";
import { make } from "../dom.ts";

// Draws a texture's mips side by side; alpha is optionally shown as grey.

function drawMips(into: HTMLElement, mips: readonly TextureMip[]): void {
  if (mips.length === 0) {
    into.replaceChildren(make("p", { class: "note" }, "None of its mips can be shown."));
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
    // Colours are shown as stored, without applying alpha.
    pixels[i + 3] = 255;
  }
  canvas.getContext("2d")?.putImageData(new ImageData(pixels, width, height), 0, 0);
}

/**
 * @param source map whose pakfile is searched first, or `null` for a model's material
 * @param onFault receives errors after the dialog has become unusable
 */
export function openMaterialDialog(
  source: MapSource | null,
  content: readonly ContentSpec[],
  material: string,
  onFault: (error: unknown) => void,
): void {
  const reader = createFileReader();
  const asked = { map: source && placeOf(source).map, content };
  const close = make("button", { type: "button", class: "icon", "aria-label": "Close" }, "×");
  const status = make("p", { class: "note", role: "status" }, "Reading the material …");
  const body = make("div", { class: "material-body" }, status);
  const dialog = make(
    "dialog",
    { class: "material", "aria-labelledby": "material-title" },
    make("header", {}, make("h2", { id: "material-title" }, material), close),
    body,
  );
  close.addEventListener("click", () => dialog.close());
  // A click on the backdrop has the dialog itself as target.
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  dialog.addEventListener("close", () => {
    reader.close();
    dialog.remove();
  });
  document.body.append(dialog);
  dialog.showModal();

  const showTexture = async (path: string, into: HTMLElement): Promise<void> => {
    into.replaceChildren(make("p", { class: "note" }, "Reading …"));
    const mips = await reader.ask("texture", { ...asked, path });
    drawMips(into, mips ?? []);
  };
  reader.ask("material", { ...asked, material }).then(
    (report) => {
      const textures = report.textures.map((texture) => {
        const picture = make("div", { class: "material-mips" });
        const row = makeTextureRow(texture, () => {
          showTexture(texture.path, picture).catch((error: unknown) => {
            picture.replaceChildren(make("p", { class: "note" }, String(error)));
          });
        });
        return make("li", {}, row, picture);
      });
      body.replaceChildren(...drawReport(report), make("ul", { class: "textures" }, ...textures));
    },
    (error) => {
      dialog.close();
      onFault(error);
    },
  );
}

function drawReport({ shader, problem, files, textures }: MaterialReport): HTMLElement[] {
  const facts = make("p", {}, make("strong", {}, shader ?? "no shader"));
  if (problem !== null) facts.append(` cannot be read: ${problem}`);
  const texts = files.map(({ path, source, text, isCut }) =>
    make(
      "details",
      { open: "" },
      make("summary", {}, make("code", {}, path), source === null ? ": missing" : ` in ${source}`),
      make("pre", { tabindex: "0" }, isCut ? `${text}\n…` : text),
    ),
  );
  const title = textures.length === 0 ? "It names no texture" : "Textures";
  return [facts, ...texts, make("h3", {}, title)];
}

function makeTextureRow(texture: MaterialTexture, onOpen: () => void): HTMLElement {
  const { path, source, params, image, problem } = texture;
  const name = path.replace(/^materials\//, "").replace(/\.vtf$/, "");
  const facts = make("span", { class: "note" }, factsOf(texture));
  const text = make("span", {}, make("code", {}, params.join(", ")), ` ${name}`);
  if (image === null) {
    facts.textContent = problem ?? "missing";
    return make("div", { class: "texture is-missing" }, text, facts);
  }
  const button = make("button", { type: "button", class: "texture" }, text, facts);
  button.title = `In ${source}: ${image.flags.join(", ")}`;
  button.addEventListener("click", onOpen);
  return button;
}

function factsOf({ image }: MaterialTexture): string {
  if (image === null) return "";
  const { width, height, format, mips, frames, faces, hasAlpha, byteLength } = image;
  return [
    `${width} x ${height}`,
    format,
    hasAlpha ? "alpha" : "no alpha",
    `${mips} ${mips === 1 ? "mip" : "mips"}`,
    ...(frames > 1 ? [`${frames} frames`] : []),
    ...(faces > 1 ? [`${faces} sides`] : []),
    formatBytes(byteLength),
  ].join(", ");
}
