/**
 * Formats the gallery of maps: the front page of `visleaf site` and of `visleaf serve`. A page of
 * thousands of maps lays out and loads only the cards in view.
 */

import { createHash } from "node:crypto";
import { formatBytes } from "../../content/report/format-bytes.ts";
import { type Html, html, Html as Markup } from "../html.ts";
import { SITE_STYLE } from "./site-style.ts";

/** Findings of a check by severity. */
export interface CheckCounts {
  readonly error: number;
  readonly warning: number;
  readonly note: number;
}

/** One card. Addresses are relative to the page. */
export interface GalleryMap {
  /** Name by which the map is found: `de_office`, `old/de_office`. */
  readonly name: string;
  readonly title: string | null;
  readonly author: string | null;
  /** Title of the map's game; null in a gallery of one folder. */
  readonly game: string | null;
  /** Stored size. */
  readonly byteLength: number;
  /** Address that a click on the card opens. */
  readonly href: string;
  /** Address of the picture; null if there is none. */
  readonly picture: string | null;
  /** null if the map was not checked. */
  readonly counts: CheckCounts | null;
  /** Why the map cannot be shown; null if it can. */
  readonly fault: string | null;
}

/** Hides cards whose text lacks a word of the search field. */
const FIND_SCRIPT = `
const field = document.querySelector("#find");
const cards = [...document.querySelectorAll("#maps > li")];
const texts = cards.map((card) => card.textContent.toLowerCase());
const shown = document.querySelector("#shown");
const total = shown.textContent;
field.hidden = false;
field.addEventListener("input", () => {
  const words = field.value.toLowerCase().split(/\\s+/).filter((word) => word !== "");
  let count = 0;
  cards.forEach((card, i) => {
    card.hidden = !words.every((word) => texts[i].includes(word));
    if (!card.hidden) count++;
  });
  shown.textContent = words.length === 0 ? total : count + " of " + total;
});
`;

const hashOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/** Content security policy of a page of the site with some scripts. */
export function sitePolicy(scripts: readonly string[]): string {
  const allowed = scripts.length === 0 ? "'none'" : scripts.map(hashOf).join(" ");
  return `default-src 'none'; img-src 'self'; style-src ${hashOf(SITE_STYLE)}; script-src ${allowed}; base-uri 'none'; form-action 'none'`;
}

/** Policy of the gallery. */
export const GALLERY_POLICY = sitePolicy([FIND_SCRIPT]);

/** Returns the head and the frame of a page of the site. */
export function formatSitePage(title: string, script: string | null, body: Html): string {
  const scripts = script === null ? [] : [script];
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${sitePolicy(scripts)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>${new Markup(SITE_STYLE)}</style>
</head>
<body>
${body}${scripts.map(
  (text) => html`<script>${new Markup(text)}</script>
`,
)}</body>
</html>
`.text;
}

/** Returns `2 errors, 1 warning`; notes are no problem. */
export function describeCounts({ error, warning }: CheckCounts): string {
  const parts = [
    error === 0 ? [] : [`${error} ${error === 1 ? "error" : "errors"}`],
    warning === 0 ? [] : [`${warning} ${warning === 1 ? "warning" : "warnings"}`],
  ].flat();
  return parts.length === 0 ? "no problems" : parts.join(", ");
}

/** Splits `old/de_office` into its folder, null if none, and the map's own name. */
export function splitName(name: string): { readonly folder: string | null; readonly own: string } {
  const slash = name.lastIndexOf("/");
  return slash < 0
    ? { folder: null, own: name }
    : { folder: name.slice(0, slash), own: name.slice(slash + 1) };
}

const severityOf = ({ error, warning }: CheckCounts) =>
  error > 0 ? "error" : warning > 0 ? "warning" : "sound";

function formatCard(map: GalleryMap): Html {
  const { name, title, author, game, byteLength, href, picture, counts, fault } = map;
  const { folder, own } = splitName(name);
  const facts = [
    author === null ? [] : [html`by ${author}`],
    game === null ? [] : [html`${game}`],
    [html`${formatBytes(byteLength)}`],
    folder === null ? [] : [html`${folder}`],
  ].flat();
  const shown =
    picture === null
      ? html`<span class="no-picture" aria-hidden="true">${fault === null ? "no picture yet" : "cannot be shown"}</span>`
      : html`<img src="${picture}" alt="" loading="lazy" decoding="async" width="640" height="360">`;
  const state =
    fault !== null
      ? html`<span class="state error" title="${fault}">broken</span>`
      : counts === null
        ? html``
        : html`<span class="state ${severityOf(counts)}">${describeCounts(counts)}</span>`;
  return html`<li><a href="${href}">${shown}<strong>${own}</strong></a>${
    title === null || title === own ? html`` : html`<em>${title}</em>`
  }<p>${facts.map((fact, i) => (i === 0 ? fact : html` · ${fact}`))}</p>${state}</li>
`;
}

/**
 * Formats the gallery. Names from files are escaped, and the policy allows only the page's own
 * script and style.
 */
export function formatGallery(title: string, maps: readonly GalleryMap[]): string {
  const total = `${maps.length} ${maps.length === 1 ? "map" : "maps"}`;
  const body = html`<header>
<h1>${title}</h1>
<p id="shown" role="status">${total}</p>
<input type="search" id="find" placeholder="Find a map" aria-label="Find a map by name, title or author" hidden>
</header>
<ul id="maps">
${maps.map(formatCard)}</ul>
`;
  return formatSitePage(title, FIND_SCRIPT, body);
}
