/** Formats the page of one map in a site: picture, facts, check, overview, embed snippets. */

import { formatBytes } from "../../content/report/format-bytes.ts";
import { CDN_SCRIPT } from "../../core/cdn-script.ts";
import { escapeHtml, type Html, html } from "../html.ts";
import { describeCounts, formatSitePage, splitName } from "./gallery-page.ts";
import type { SiteMap } from "./site-map.ts";

/** Replaces relative addresses in the snippets by absolute ones, because they go to other sites. */
const SNIPPET_SCRIPT = `
const base = new URL(document.querySelector("main").dataset.root, location.href).href;
for (const area of document.querySelectorAll("textarea")) {
  area.value = area.value.replaceAll("SITE/", base);
  area.addEventListener("focus", () => area.select());
}
`;

export interface SnippetAddresses {
  /** Query of the site's viewer that opens the map. */
  readonly query: string;
  /** Address of the map, from the site's root or absolute. */
  readonly map: string;
}

/** Addresses begin with the placeholder SITE/, unless they are absolute. */
const inSite = (address: string) => (/^https?:/.test(address) ? address : `SITE/${address}`);

/** Returns HTML that shows a map on another site, with placeholders. */
export function embedSnippets(name: string, { query, map }: SnippetAddresses) {
  const title = escapeHtml(name);
  return {
    frame: `<iframe src="${escapeHtml(inSite(`view/?${query}`))}" title="${title}" width="960" height="540" style="border:0" allow="fullscreen" loading="lazy"></iframe>`,
    element: `<script type="module" src="${CDN_SCRIPT}"></script> <visleaf-map src="${escapeHtml(inSite(map))}" style="width:100%;height:540px"></visleaf-map>`,
  };
}

function formatFindings({ check }: SiteMap): Html {
  if (check === null) return html``;
  const { findings, counts, more } = check;
  const rows = findings.map(
    ({
      severity,
      rule,
      message,
    }) => html`<li class="${severity}"><b>${severity}</b> ${rule}: ${message}</li>
`,
  );
  return html`<h2>Check: ${describeCounts(counts)}</h2>
<ul class="findings">
${rows}</ul>
${more > 0 ? html`<p>${more} more: <code>visleaf check</code> lists all.</p>` : html``}`;
}

/**
 * Formats the page.
 * @param root address of the site's root, from the page: `../../`
 */
export function formatMapPage(map: SiteMap, root: string, addresses: SnippetAddresses): string {
  const { name, title, author, byteLength, facts, picture, overview, faults } = map;
  const rows: readonly (readonly [string, string])[] = [
    ...(author === null ? [] : [["Author", author] as const]),
    ["Size", formatBytes(byteLength)],
    ...(facts === null
      ? []
      : ([
          ["BSP version", String(facts.version)],
          ["Revision", String(facts.mapRevision)],
          ["Entities", String(facts.entityCount)],
          ["Player starts", String(facts.spawnCount)],
        ] as const)),
  ];
  const { folder, own } = splitName(name);
  const { frame, element } = embedSnippets(own, addresses);
  const isShown = facts !== null;
  const body = html`<main data-root="${root}">
<header>
<h1>${own}</h1>
<p>${[title === own ? null : title, folder].filter((text) => text !== null).join(" · ")}</p>
<p><a href="${root}index.html">All maps</a></p>
</header>
${faults.map(
  (fault) => html`<p class="fault">${fault}</p>
`,
)}${
  picture === null
    ? html``
    : html`<img src="${picture}" alt="${own} from its first player start" width="960" height="540">
`
}${isShown ? html`<a class="open" href="${root}view/?${addresses.query}">Fly through the map</a>` : html``}
<dl>
${rows.map(
  ([label, value]) => html`<div><dt>${label}</dt><dd>${value}</dd></div>
`,
)}</dl>
${
  overview === null
    ? html``
    : html`<h2>From above</h2>
<img src="${overview}" alt="${own} from above, north up" width="512" height="512" loading="lazy">
`
}${formatFindings(map)}${
  isShown
    ? html`<h2>On your own page</h2>
<label for="frame">As a frame, from this site</label>
<textarea id="frame" readonly>${frame}</textarea>
<label for="element">As an element: this site must allow other origins to read the map (CORS)</label>
<textarea id="element" readonly>${element}</textarea>
`
    : html``
}</main>
`;
  return formatSitePage(`${own} – maps`, SNIPPET_SCRIPT, body);
}
