/**
 * `npm run docs:site`: builds the documentation as a web site in `dist/docs`: the pages of `docs`, API pages from the
 * types, a search. Its packages are installed here, because TypeDoc needs an older TypeScript than the project.
 */

import { execFileSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join, posix, relative, resolve, sep } from "node:path";
import { readAddresses } from "../../release/addresses.mjs";

const HERE = import.meta.dirname;
const ROOT = resolve(HERE, "../..");
const PAGES = join(HERE, "pages");
const { files } = readAddresses();

/** Entry points by the names under which programs import them. TypeDoc names them after their folders. */
const ENTRIES = {
  "visleaf/model": "src/component/model-element.ts",
  "visleaf/marks": "src/component/marks.ts",
  visleaf: "src/component/index.ts",
  "visleaf/formats": "src/formats/index.ts",
  "visleaf/scene": "src/scene/index.ts",
};

/** Documents outside `docs`. */
const BESIDE = ["CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md"];

/** A map that visitors can open on the page about embedding. */
const LIVE = `
<ClientOnly><visleaf-map src="../demo/visleaf_demo.bsp" path="../demo/visleaf_demo.flight.json" poster="hall.png"></visleaf-map></ClientOnly>
`;

function run(...args) {
  execFileSync(process.execPath, args, { cwd: ROOT, stdio: "inherit" });
}

/**
 * Points links at pages of the site, or at the file's text in the repository if the site does not have it.
 *
 * @param path of the document from the project's root, with slashes
 */
function relink(text, path) {
  const folder = posix.dirname(path);
  return text.replaceAll(/\]\(([^)\s]+)\)/g, (link, target) => {
    if (/^(https?:|#)/.test(target)) return link;
    const [to, anchor] = target.split("#");
    const full = posix.normalize(posix.join(folder, to));
    const hash = anchor === undefined ? "" : `#${anchor}`;
    if (full.startsWith("docs/pictures/")) return link;
    if (BESIDE.includes(full)) return `](./${full}${hash})`;
    if (/^docs\/[\w-]+\.md$/.test(full)) return `](./${full.slice("docs/".length)}${hash})`;
    return `](${files}/${full}${hash})`;
  });
}

function stagePages() {
  rmSync(PAGES, { recursive: true, force: true });
  mkdirSync(PAGES, { recursive: true });
  const docs = readdirSync(join(ROOT, "docs")).filter((name) => name.endsWith(".md"));
  for (const path of [...docs.map((name) => `docs/${name}`), ...BESIDE]) {
    let text = relink(readFileSync(join(ROOT, path), "utf8"), path);
    text = text.replaceAll('src="pictures/', 'src="./pictures/');
    if (path === "docs/embedding.md")
      text = text.replace(/(```html\n[\s\S]*?\n```\n)/, `$1${LIVE}`);
    writeFileSync(join(PAGES, posix.basename(path)), text);
  }
  cpSync(join(ROOT, "docs/pictures"), join(PAGES, "pictures"), { recursive: true });
  // Named by markup, not by Markdown, so VitePress does not find it.
  cpSync(join(ROOT, "docs/pictures/hall.png"), join(PAGES, "public/hall.png"));
  cpSync(join(HERE, "index.md"), join(PAGES, "index.md"));
}

/** Generates the pages of the API from the docstrings. */
function writeApi() {
  const typedoc = join(HERE, "node_modules/typedoc/bin/typedoc");
  run(
    typedoc,
    ...["--plugin", "typedoc-plugin-markdown", "--tsconfig", "src/tsconfig.types.json"],
    ...["--out", join(PAGES, "api"), "--readme", "none", "--excludeExternals", "--disableSources"],
    ...["--name", "visleaf", "--entryFileName", "index"],
    ...["--basePath", ROOT, "--logLevel", "Error", "--skipErrorChecking"],
    ...Object.values(ENTRIES).flatMap((entry) => ["--entryPoints", entry]),
  );
  const pages = readdirSync(join(PAGES, "api"), { recursive: true }).filter((name) =>
    name.endsWith(".md"),
  );
  const names = Object.entries(ENTRIES).map(([name, path]) => ({
    name,
    // A heading, or the text of a link.
    given: new RegExp(`(?<=^# |\\[)${path.replace(/(\/index)?\.ts$/, "")}(?=\\n|\\])`, "gm"),
  }));
  for (const page of pages) {
    const path = join(PAGES, "api", page);
    const text = readFileSync(path, "utf8");
    writeFileSync(
      path,
      names.reduce((all, { name, given }) => all.replaceAll(given, name), text),
    );
  }
  console.log(`${pages.length} pages of the API`);
}

if (!existsSync(join(HERE, "node_modules/vitepress"))) {
  execFileSync("npm", ["ci", "--no-audit", "--no-fund"], { cwd: HERE, stdio: "inherit" });
}
stagePages();
writeApi();
run(
  join(HERE, "node_modules/vitepress/bin/vitepress.js"),
  "build",
  relative(ROOT, HERE).split(sep).join("/"),
);
