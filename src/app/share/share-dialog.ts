/** The share dialog: a picture of the view, a link to it, and HTML for another site. */

import "./share.css";
import type { MapSource, Viewer } from "../../viewer/index.ts";
import { make, setText } from "../dom.ts";
import { saveFile } from "../files/save-file.ts";
import { linkToView, pictureName } from "../view-address.ts";
import { contentAddresses, embedCode, hostedPage } from "./embed-code.ts";

export interface ShareDialogOptions {
  readonly source: MapSource;
  /** Words of the visible marks, as in links. */
  readonly marks: string;
}

/** Opens the dialog. It shows the view of this moment. */
export function openShareDialog(viewer: Viewer, options: ShareDialogOptions): void {
  const { source } = options;
  const name = viewer.map?.name ?? source.name;
  const camera = { ...viewer.camera };
  const isOnWeb = "url" in source;
  const ending = new AbortController();
  const packed = `${name}.visleaf.zip`;

  const status = make("p", { class: "note", role: "status" });
  const tell = (text: string): void => setText(status, text);
  const tellError = (error: unknown): void =>
    tell(error instanceof Error ? error.message : String(error));
  const makeButton = (text: string, onClick: () => void): HTMLButtonElement => {
    const button = make("button", { type: "button" }, text);
    button.addEventListener("click", onClick);
    return button;
  };
  const copyText = (text: string, what: string): void =>
    void navigator.clipboard.writeText(text).then(() => tell(`${what} copied.`), tellError);

  // ---- the picture

  const image = make("img", { alt: `The view of ${name}` });
  const drawing = viewer.screenshot();
  const saveName = pictureName(viewer);
  let shownUrl = "";
  drawing.then((blob) => {
    if (ending.signal.aborted) return;
    shownUrl = URL.createObjectURL(blob);
    image.src = shownUrl;
  }, tellError);
  const copyPicture = async (): Promise<void> => {
    // Safari allows it only if the picture is still a promise.
    await navigator.clipboard.write([new ClipboardItem({ "image/png": drawing })]);
    tell("Picture copied.");
  };
  const savePicture = async (): Promise<void> => {
    saveFile(saveName, await drawing);
    tell(`Saved ${saveName}`);
  };
  const pictureButtons = [
    ...(typeof ClipboardItem === "undefined"
      ? []
      : [makeButton("Copy picture", () => void copyPicture().catch(tellError))]),
    makeButton("Save picture", () => void savePicture().catch(tellError)),
  ];

  // ---- texts

  const makeText = (label: string, value: string, rows: number): HTMLElement => {
    const text = make("textarea", { readonly: "", rows: String(rows), spellcheck: "false" });
    text.value = value;
    text.setAttribute("aria-label", label);
    text.addEventListener("focus", () => text.select());
    const copy = makeButton(`Copy ${label.toLowerCase()}`, () => copyText(value, label));
    return make("section", {}, make("header", {}, make("h3", {}, label), copy), text);
  };
  const link = linkToView(viewer, source, options.marks, camera);
  const code = embedCode({
    src: isOnWeb ? new URL(source.url, location.href).href : encodeURIComponent(packed),
    entry: isOnWeb ? source.entry : undefined,
    content: isOnWeb ? contentAddresses(viewer.content) : [],
    camera,
  });

  // ---- packing

  const pack = async (): Promise<void> => {
    packButton.disabled = true;
    tell("Packing the map and what it uses …");
    const { createFileReader, placeOf } = await import("../../viewer/file/index.ts");
    const reader = createFileReader();
    ending.signal.addEventListener("abort", reader.close);
    try {
      const page = hostedPage(name, code);
      const zip = await reader.ask("pack", {
        ...placeOf(source),
        ...{ content: viewer.content, packed, page },
      });
      saveFile(`${name}-for-hosting.zip`, new Blob([zip], { type: "application/zip" }));
      tell(`Saved ${name}-for-hosting.zip. Unpack it on your host, and open its index.html there.`);
    } finally {
      reader.close();
      packButton.disabled = false;
    }
  };
  const packButton = makeButton("Pack for hosting", () => void pack().catch(tellError));
  packButton.classList.add("primary");
  const needs =
    "The map is a file on this device: whoever gets the link must have it and open it. " +
    "To show it to everyone, pack it for a static host: the map, what it uses, and a page.";

  const close = make("button", { type: "button", class: "icon", "aria-label": "Close" }, "×");
  close.addEventListener("click", () => dialog.close());
  const dialog = make(
    "dialog",
    { class: "share-card", "aria-labelledby": "share-title" },
    make("header", {}, make("h2", { id: "share-title" }, "Share this view"), close),
    make("div", { class: "share-picture" }, image),
    make("div", { class: "panel-buttons" }, ...pictureButtons),
    makeText("Link", link, 2),
    ...(isOnWeb ? [] : [make("div", { class: "share-pack" }, make("p", {}, needs), packButton)]),
    makeText("Embed code", code, 5),
    status,
  );
  // A click on the backdrop has the dialog itself as target.
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  dialog.addEventListener("close", () => {
    ending.abort();
    URL.revokeObjectURL(shownUrl);
    dialog.remove();
    viewer.canvas.focus({ preventScroll: true });
  });
  document.body.append(dialog);
  dialog.showModal();
}
