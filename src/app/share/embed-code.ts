/** Writes the HTML that shows a map on another site. */

import type { ContentSpec } from "../../content/types.ts";
import { CDN_SCRIPT } from "../../core/cdn-script.ts";
import { type Camera, formatCamera } from "../../viewer/index.ts";

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
};

const escapeText = (text: string) => text.replace(/[&<>"]/g, (sign) => ESCAPES[sign]);

export interface EmbeddedMap {
  readonly src: string;
  /** Name of the map, if `src` is an archive of several. */
  readonly entry?: string | undefined;
  /** Addresses of further content. */
  readonly content: readonly string[];
  readonly camera: Camera;
}

/** Returns the script and the element. The element's camera is the given one. */
export function embedCode({ src, entry, content, camera }: EmbeddedMap): string {
  const numbers = formatCamera(camera).slice("camera=".length).split(",");
  const attributes = [
    ["src", src],
    ...(entry === undefined ? [] : [["entry", entry]]),
    // Addresses are separated by spaces, so that none may be in them.
    ...(content.length > 0 ? [["content", content.map(encodeSpaces).join(" ")]] : []),
    ["camera", numbers.slice(0, 5).join(" ")],
    ["fov", numbers[5]],
  ];
  const written = attributes.map(([name, value]) => `${name}="${escapeText(value)}"`).join(" ");
  return `<script type="module" src="${CDN_SCRIPT}"></script>\n<visleaf-map ${written}></visleaf-map>`;
}

const encodeSpaces = (address: string) => address.replaceAll(" ", "%20");

/** Returns the addresses of content on the web. Other content is on this machine only. */
export function contentAddresses(content: readonly ContentSpec[]): string[] {
  return content.flatMap((spec) => {
    if (spec.kind === "url") return [spec.base];
    return spec.kind === "archive" && "url" in spec.file ? [spec.file.url] : [];
  });
}

/** Returns a whole page that shows one map, for the host that it is packed for. */
export function hostedPage(name: string, code: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeText(name)}</title>
<style>
  body { margin: 0; background: #101215; }
  visleaf-map { width: 100%; height: 100vh; height: 100dvh; aspect-ratio: auto; }
</style>
${code.replace("<visleaf-map ", "<visleaf-map autoplay ")}
</html>
`;
}
