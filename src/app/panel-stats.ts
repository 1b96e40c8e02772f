/**
 * The frame's figures. Written some times a second, not every frame: nobody reads faster. While they
 * are seen the passes are timed, which keeps them apart and costs a little.
 */

import type { Viewer } from "../viewer/index.ts";
import { formatCount, formatMegabytes, make, setText } from "./dom.ts";

const UPDATE_MS = 250;

interface Figure {
  readonly id: string;
  readonly label: string;
  readonly title?: string;
  /** Takes a row of its own. */
  readonly wide?: boolean;
  read(viewer: Viewer): string;
}

function formatMs(ms: number): string {
  return ms.toFixed(ms < 10 ? 2 : 1);
}

const LARGE: readonly Figure[] = [
  { id: "fps", label: "FPS", read: (v) => v.timing.fps.toFixed(0) },
  {
    id: "js-ms",
    label: "JS ms",
    title: "JavaScript time of a frame, milliseconds",
    read: (v) => formatMs(v.timing.jsMs),
  },
  {
    id: "gpu-ms",
    label: "GPU ms",
    title: "GPU time of a frame, milliseconds",
    read: (v) => (v.stats.gpuMs < 0 ? "n/a" : formatMs(v.stats.gpuMs)),
  },
];

const SMALL: readonly Figure[] = [
  {
    id: "draws",
    label: "Draws",
    title: "Draws that drew something: the world's, the props', and all",
    wide: true,
    read: ({ stats: { worldDraws, propDraws, draws } }) =>
      `${formatCount(worldDraws)} + ${formatCount(propDraws)} of ${formatCount(draws)}`,
  },
  {
    id: "triangles",
    label: "Triangles",
    title: "The world's, and all",
    wide: true,
    read: ({ stats: { worldTriangles, triangles } }) =>
      `${formatCount(worldTriangles)} of ${formatCount(triangles)}`,
  },
  {
    id: "chunks",
    label: "Chunks",
    title: "Runs of faces that are drawn, of all there are",
    wide: true,
    read: (v) => `${formatCount(v.stats.chunks)} / ${formatCount(v.stats.chunkCount)}`,
  },
  {
    id: "clusters",
    label: "Visible clusters",
    title: "Clusters that the PVS lets the camera see, of all there are",
    wide: true,
    read: (v) => `${formatCount(v.stats.visibleClusters)} / ${formatCount(v.stats.clusterCount)}`,
  },
  { id: "leaf", label: "Leaf", read: (v) => String(v.stats.leaf) },
  {
    id: "cluster",
    label: "Cluster",
    title: "Outside the map there is none, and everything is drawn",
    read: (v) => (v.stats.cluster < 0 ? "outside" : String(v.stats.cluster)),
  },
  { id: "props", label: "Props", read: (v) => formatCount(v.stats.props) },
  {
    id: "gpu-memory",
    label: "GPU mem",
    title: "GPU memory of buffers and textures",
    read: (v) => formatMegabytes(v.stats.bufferBytes + v.stats.textureBytes),
  },
  {
    id: "position",
    label: "Position",
    title: "x y z, in inches: what setpos takes",
    wide: true,
    read: ({ camera }) => `${camera.x.toFixed(0)} ${camera.y.toFixed(0)} ${camera.z.toFixed(0)}`,
  },
  {
    id: "speed",
    label: "Speed",
    title: "Turn the wheel to change it",
    wide: true,
    read: (v) => `${v.controls.speed.toFixed(0)} in/s`,
  },
  {
    id: "load",
    label: "Loaded in",
    title: "From the file to the lit world, and to the last texture",
    wide: true,
    read: ({ summary }) =>
      summary === null
        ? "…"
        : `${formatSeconds(summary.firstFrameMs)}, whole ${formatSeconds(summary.totalMs)}`,
  },
];

function formatSeconds(ms: number): string {
  return `${(ms / 1000).toFixed(2)} s`;
}

/** Fills the section and keeps it up to date while it can be seen. */
export function createStatsPanel(container: HTMLElement, viewer: Viewer): void {
  const large = make("dl", { class: "figures" });
  const small = make("dl", { class: "facts" });
  const passes = createPassTable(viewer);
  container.replaceChildren(large, small, passes.element);
  const rows = [
    ...LARGE.map((figure) => addFigure(large, figure)),
    ...SMALL.map((figure) => addFigure(small, figure)),
  ];
  const gpuMs = rows.find((row) => row.figure.id === "gpu-ms");

  const update = (): void => {
    const isSeen = viewer.map !== null && !document.hidden && container.offsetParent !== null;
    viewer.settings.timing = isSeen;
    if (!isSeen) return;
    for (const { figure, value } of rows) setText(value, figure.read(viewer));
    passes.update();
    if (gpuMs) {
      gpuMs.row.title =
        viewer.stats.gpuMs < 0
          ? "Not measured: this adapter or browser has no timestamp queries"
          : (gpuMs.figure.title ?? "");
    }
  };
  setInterval(update, UPDATE_MS);
}

/** JavaScript and GPU time of each pass, behind a fold: a row a pass, in the frame's order. */
function createPassTable(viewer: Viewer): { element: HTMLElement; update(): void } {
  const body = make("tbody");
  const head = ["Pass", "JS ms", "GPU ms"].map((text) => make("th", { scope: "col" }, text));
  const table = make("table", {}, make("thead", {}, make("tr", {}, ...head)), body);
  const element = make("details", { id: "passes" }, make("summary", {}, "By pass"), table);
  const rows = viewer.stats.passNames.map((name) => {
    const cpu = make("td", { "data-pass-cpu": name });
    const gpu = make("td", { "data-pass": name });
    body.append(make("tr", {}, make("th", { scope: "row" }, name), cpu, gpu));
    return { cpu, gpu };
  });
  const update = (): void => {
    if (!element.open) return;
    const { passCpuMs, passGpuMs } = viewer.stats;
    for (const [pass, { cpu, gpu }] of rows.entries()) {
      setText(cpu, passCpuMs[pass] > 0 ? passCpuMs[pass].toFixed(2) : "–");
      setText(gpu, passGpuMs[pass] < 0 ? "–" : formatMs(passGpuMs[pass]));
    }
  };
  element.addEventListener("toggle", update);
  return { element, update };
}

function addFigure(
  list: HTMLElement,
  figure: Figure,
): { figure: Figure; row: HTMLElement; value: HTMLElement } {
  const value = make("dd", { id: `stat-${figure.id}`, "data-stat": figure.id }, "–");
  const row = make("div", {}, make("dt", {}, figure.label), value);
  if (figure.title) row.title = figure.title;
  if (figure.wide) row.className = "wide";
  list.append(row);
  return { figure, row, value };
}
