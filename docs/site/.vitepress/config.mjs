/** VitePress, which builds the documentation's site: `npm run docs:site`. */

import { resolve } from "node:path";
import { defineConfig } from "vitepress";
import { readAddresses } from "../../../release/addresses.mjs";
import { SIDEBAR } from "../sidebar.mjs";

const { homepage, code } = readAddresses();
const { pathname } = new URL(homepage);

const TITLES = {
  page: "The page",
  mapping: "For mappers",
  check: "Findings of check",
  "api/": "API",
};

const titleOf = (name) => TITLES[name] ?? name[0].toUpperCase() + name.slice(1).toLowerCase();

export default defineConfig({
  title: "visleaf",
  description: "Opens compiled Source-engine maps in the browser",
  base: `${pathname}docs/`,
  srcDir: "pages",
  outDir: resolve(import.meta.dirname, "../../../dist/docs"),
  cacheDir: resolve(import.meta.dirname, "../node_modules/.cache/vitepress"),
  head: [["script", { type: "module", src: `${pathname}cdn/visleaf-map.js` }]],
  // A page in `docs` may link only what exists. Pages of the API link types that are not exported.
  ignoreDeadLinks: [/^\.?\/?api\//],
  vue: { template: { compilerOptions: { isCustomElement: (tag) => tag.startsWith("visleaf-") } } },
  themeConfig: {
    search: { provider: "local" },
    nav: [
      { text: "Open a map", link: homepage, target: "_self" },
      { text: "Examples", link: `${homepage}examples/`, target: "_self" },
    ],
    socialLinks: [{ icon: "github", link: code }],
    sidebar: SIDEBAR.map(([text, pages]) => ({
      text,
      items: pages.map((name) => ({ text: titleOf(name), link: `/${name}` })),
    })),
  },
});
