/**
 * The panel's figures: frame rate and place at its top, speed and position in the flight section,
 * engine figures in a fold. Updated a few times a second. While the engine figures are visible, the
 * passes are timed separately, at a small cost.
 */

import type { Viewer } from "../../viewer/index.ts";
import { byId, formatCount, formatMegabytes, make, setText } from "../dom.ts";

const UPDATE_MS = 250;

interface Figure {
  readonly id: string;
  readonly label: string;
  readonly title?: string;
  read(viewer: Viewer): string;
}

function formatMs(ms: number): string {
  return ms.toFixed(ms < 10 ? 2 : 1);
}

const NOW: readonly Figure[] = [
  {
    id: "fps",
    label: "FPS",
    title: "Frames per second. None are drawn while the picture does not change",
    read: (v) => (v.timing.isResting ? "at rest" : v.timing.fps.toFixed(0)),
  },
  {
    id: "leaf",
    label: "Leaf",
    title: "The cell of the map that the camera is in",
    read: (v) => String(v.stats.leaf),
  },
  {
    id: "cluster",
    label: "Cluster",
    title:
      "Leaves with the same visibility. Outside the map there is none, and everything is drawn",
    read: (v) => (v.stats.cluster < 0 ? "outside" : String(v.stats.cluster)),
  },
];

const FLIGHT: readonly Figure[] = [
  {
    id: "speed",
    label: "Speed",
    title: "Inches per second. Turn the wheel to change it",
    read: (v) => `${formatCount(Math.round(v.controls.speed))} in/s`,
  },
  {
    id: "position",
    label: "Position",
    title: "x y z, in inches: what setpos takes",
    read: ({ camera }) => `${camera.x.toFixed(0)} ${camera.y.toFixed(0)} ${camera.z.toFixed(0)}`,
  },
];

const ENGINE: readonly Figure[] = [
  {
    id: "js-ms",
    label: "JavaScript",
    title: "JavaScript time of a frame",
    read: (v) => `${formatMs(v.timing.jsMs)} ms`,
  },
  {
    id: "gpu-ms",
    label: "GPU",
    title:
      "GPU time of a frame. Not measured where the adapter or browser has no timestamp queries",
    read: (v) => (v.stats.gpuMs < 0 ? "not measured" : `${formatMs(v.stats.gpuMs)} ms`),
  },
  {
    id: "draws",
    label: "Draws",
    title: "Draw calls: the world's, the props', and all",
    read: ({ stats: { worldDraws, propDraws, draws } }) =>
      `${formatCount(worldDraws)} + ${formatCount(propDraws)} of ${formatCount(draws)}`,
  },
  {
    id: "triangles",
    label: "Triangles",
    title: "The world's, and all",
    read: ({ stats: { worldTriangles, triangles } }) =>
      `${formatCount(worldTriangles)} of ${formatCount(triangles)}`,
  },
  {
    id: "chunks",
    label: "Chunks",
    title: "Runs of faces drawn, of all runs",
    read: (v) => `${formatCount(v.stats.chunks)} / ${formatCount(v.stats.chunkCount)}`,
  },
  {
    id: "clusters",
    label: "Visible clusters",
    title: "Clusters visible from the camera's by the PVS, of all clusters",
    read: (v) => `${formatCount(v.stats.visibleClusters)} / ${formatCount(v.stats.clusterCount)}`,
  },
  { id: "props", label: "Props", read: (v) => formatCount(v.stats.props) },
  { id: "details", label: "Detail sprites", read: (v) => formatCount(v.stats.details) },
  { id: "ropes", label: "Segments of ropes", read: (v) => formatCount(v.stats.ropeSegments) },
  { id: "sprites", label: "Sprites", read: (v) => formatCount(v.stats.sprites) },
  { id: "shadows", label: "Shadows", read: (v) => formatCount(v.stats.shadows) },
  { id: "decals", label: "Decals", read: (v) => formatCount(v.stats.decals) },
  {
    id: "gpu-memory",
    label: "GPU memory",
    title: "GPU memory of buffers and textures",
    read: (v) => formatMegabytes(v.stats.bufferBytes + v.stats.textureBytes),
  },
  {
    id: "load",
    label: "Loaded in",
    title: "From the file to the lit world, and to the last texture",
    read: ({ summary }) =>
      summary === null
        ? "…"
        : `${formatSeconds(summary.firstFrameMs)}, all ${formatSeconds(summary.totalMs)}`,
  },
];

function formatSeconds(ms: number): string {
  return `${(ms / 1000).toFixed(2)} s`;
}

/** Fills the panel's lists and updates them while they are visible. */
export function createStatsPanel(container: HTMLElement, viewer: Viewer): void {
  const facts = make("dl", { class: "facts" });
  const passes = createPassTable(viewer);
  container.replaceChildren(facts, passes.element);
  const panel = byId("panel");
  const above = [...addFigures(byId("now"), NOW), ...addFigures(byId("flight-facts"), FLIGHT)];
  const engine = addFigures(facts, ENGINE);
  const write = (rows: readonly FigureRow[]): void => {
    for (const { figure, value } of rows) setText(value, figure.read(viewer));
  };

  const update = (): void => {
    const hasMap = viewer.map !== null && !document.hidden;
    const isEngineSeen = hasMap && container.checkVisibility();
    viewer.settings.timing = isEngineSeen;
    if (hasMap && panel.checkVisibility()) write(above);
    if (!isEngineSeen) return;
    write(engine);
    passes.update();
  };
  setInterval(() => {
    if (!document.hidden) update();
  }, UPDATE_MS);
  byId("engine").addEventListener("toggle", update);
}

/** Makes the fold of each pass's JavaScript and GPU time, one row a pass in frame order. */
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

interface FigureRow {
  readonly figure: Figure;
  readonly value: HTMLElement;
}

function addFigures(list: HTMLElement, figures: readonly Figure[]): FigureRow[] {
  return figures.map((figure) => {
    const value = make("dd", { id: `stat-${figure.id}`, "data-stat": figure.id }, "–");
    const row = make("div", {}, make("dt", {}, figure.label), value);
    if (figure.title) row.title = figure.title;
    list.append(row);
    return { figure, value };
  });
}
