/** Measures the time from a model's files in memory to its first picture, in a real browser. */

import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { formatTable } from "../../../src/cli/format-summary.ts";
import type { createModelViewer } from "../../../src/component/model-element.ts";
import { readStudioModel } from "../../../src/model/files/read-studio-model.ts";
import { launchBrowser } from "../browser.ts";
import { buildLibrary } from "../build-library.ts";
import { serveStatic } from "../static-server.ts";

const USAGE = `npm run bench:models -- CONTENT_DIR MODEL...

  CONTENT_DIR  the folder that has the folder "models"
  MODEL        a path in it: models/props/crate.mdl`;

const PAGE = `<!doctype html><title>models</title><script type="module">
  import { createModelViewer } from "/cdn/visleaf-model-viewer.js";
  Object.assign(window, { createModelViewer });
</script>`;

declare global {
  interface Window {
    createModelViewer: typeof createModelViewer;
  }
}

/**
 * Loads per model in the same viewer; the first is cold, and all code is compiled after about ten.
 */
const ROUNDS = 25;

interface Opening {
  readonly firstMs: readonly number[];
  readonly sequences: number;
  readonly bones: number;
  readonly vertices: number;
}

/** Returns the exit code. */
export async function measureModels(args: readonly string[]): Promise<number> {
  const [content, ...models] = args;
  if (models.length === 0) {
    console.error(USAGE);
    return 1;
  }
  const library = await buildLibrary(["cdnModel", "cdnWorker"]);
  const server = await serveStatic({ folders: { "/cdn": library.cdn, "/content": content } });
  server.pages.set("/", PAGE);
  const browser = await launchBrowser([], { callTimeout: 240_000 });
  try {
    const rows = [];
    for (const model of models) {
      const files = await listFiles(content, model);
      // A page for each, because the first load of a page runs uncompiled code.
      const page = await browser.newPage();
      await page.goto(server.origin);
      page.on("pageerror", (error) => console.error(error));
      await page.waitForFunction("window.createModelViewer !== undefined");
      const opening = await page.evaluate(openOften, model, [...files.keys()], ROUNDS);
      await page.close();
      rows.push(toRow(model, files, opening));
      console.log(formatTable(rows.slice(-1)).join("\n"));
    }
    console.log(`\n${formatTable(rows).join("\n")}`);
    return 0;
  } finally {
    await browser.close();
    await server.close();
    rmSync(library.folder, { recursive: true });
  }
}

/** Lists a model's files and sizes by content path. */
async function listFiles(content: string, model: string): Promise<Map<string, number>> {
  const files = new Map<string, number>();
  const read = async (path: string): Promise<Uint8Array | null> => {
    const file = join(content, path);
    if (!existsSync(file)) return null;
    const bytes = new Uint8Array(readFileSync(file));
    files.set(path, bytes.length);
    return bytes;
  };
  if ((await readStudioModel(model, { read })) === null) throw new Error(`no ${model}`);
  return files;
}

/** Runs in the page. */
async function openOften(path: string, files: string[], rounds: number): Promise<Opening> {
  const blobs = await Promise.all(
    files.map(async (path) => ({ path, blob: await (await fetch(`/content/${path}`)).blob() })),
  );
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [320, 180];
  document.body.append(canvas);
  const viewer = await window.createModelViewer(canvas, { present: "readback" });
  const firstMs: number[] = [];
  const content = [{ kind: "folder" as const, label: "memory", files: blobs }];
  for (let i = 0; i < rounds; i++) {
    firstMs.push((await viewer.load({ path }, { content })).firstFrameMs);
    // A software adapter would compete with the next load for the processor.
    viewer.pause();
  }
  const info = viewer.info;
  if (info === null) throw new Error("nothing is shown");
  const { sequences, bones, vertexCount } = info;
  return { firstMs, sequences: sequences.length, bones: bones.length, vertices: vertexCount };
}

function toRow(model: string, files: ReadonlyMap<string, number>, opening: Opening) {
  const warm = opening.firstMs.slice(1).sort((a, b) => a - b);
  const bytes = [...files.values()].reduce((sum, size) => sum + size, 0);
  return {
    model: model.replace(/^models\//, ""),
    KiB: Math.round(bytes / 1024),
    vertices: opening.vertices,
    bones: opening.bones,
    sequences: opening.sequences,
    "cold ms": opening.firstMs[0].toFixed(0),
    "median ms": warm[warm.length >> 1].toFixed(0),
    "best ms": warm[0].toFixed(0),
  };
}
