/** The dialog that shows the graph of the map's outputs. A click on an entity flies there. */

import "./graph.css";
import type { Viewer } from "../../viewer/index.ts";
import {
  buildOutputGraph,
  type GraphEdge,
  type OutputGraph,
} from "../../viewer/simulation/index.ts";
import { formatCount, make, setText } from "../dom.ts";
import { layOutGraph, NODE_HEIGHT, type PlacedEdge, type PlacedGraph } from "./graph-layout.ts";
import { makeZoom } from "./graph-zoom.ts";

const SVG = "http://www.w3.org/2000/svg";
/** Milliseconds after the last letter of the filter before the graph is laid out again. */
const TYPING_MS = 250;
/** Letters of a node's text that fit its box. */
const MOST_LETTERS = 32;

export interface GraphOptions {
  /** First filter. */
  readonly around: string;
  /** Flies to an entity. */
  readonly visit: (entity: number) => void;
}

export function openGraph(viewer: Viewer, { around, visit }: GraphOptions): void {
  const search = make("input", {
    ...{ type: "search", "aria-label": "Entities to show", placeholder: "entity or class" },
    ...{ autocomplete: "off", spellcheck: "false", maxlength: "200" },
  });
  search.value = around;
  const status = make("p", { class: "note", role: "status" });
  const close = make("button", { type: "button", class: "icon", "aria-label": "Close" }, "×");
  const svg = makeSvg("svg", { role: "group", "aria-label": "Graph", tabindex: "0" });
  const zoom = makeZoom(svg);
  const button = (text: string, label: string, act: () => void) => {
    const made = make("button", { type: "button", class: "icon", "aria-label": label }, text);
    made.addEventListener("click", act);
    return made;
  };
  const dialog = make(
    "dialog",
    { class: "output-graph", "aria-labelledby": "graph-title" },
    make(
      "header",
      {},
      make("h2", { id: "graph-title" }, "Outputs"),
      search,
      button("−", "Smaller", () => zoom.by(1 / 1.4)),
      button("+", "Larger", () => zoom.by(1.4)),
      close,
    ),
    status,
    svg as unknown as HTMLElement,
  );
  let timer: ReturnType<typeof setTimeout> | undefined;

  const show = (): void => {
    const graph = buildOutputGraph(viewer.entities, search.value);
    const placed = layOutGraph(graph);
    svg.replaceChildren(makeArrow(), ...drawEdges(graph, placed), ...drawNodes(graph, placed, fly));
    // The first entity is one that was searched, or has most outputs.
    const { x, y } = placed.nodes[0] ?? { x: 0, y: 0 };
    zoom.fit(placed.width, placed.height, x, y);
    setText(status, describe(graph, search.value));
  };
  const fly = (rows: readonly number[]): void => {
    dialog.close();
    visit(rows[0]);
  };
  search.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(show, TYPING_MS);
  });
  close.addEventListener("click", () => dialog.close());
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  dialog.addEventListener("close", () => {
    clearTimeout(timer);
    dialog.remove();
    viewer.canvas.focus({ preventScroll: true });
  });
  document.body.append(dialog);
  dialog.showModal();
  show();
}

function describe({ nodes, edges, total }: OutputGraph, around: string): string {
  if (total === 0) return "No entity of this map has outputs.";
  if (nodes.length === 0) return "No entity with outputs has such a name or class.";
  const broken = nodes.filter(({ kind }) => kind === "broken").length;
  const red =
    broken === 0
      ? ""
      : ` Red: ${broken} ${broken === 1 ? "target" : "targets"} that no entity has.`;
  const part =
    nodes.length === total
      ? `${formatCount(total)} entities`
      : `${formatCount(nodes.length)} of ${formatCount(total)} entities`;
  const how = nodes.length < total && around === "" ? " Type a name to see what is around it." : "";
  return `${part}, ${formatCount(edges.length)} connections.${red}${how}`;
}

function makeSvg<K extends keyof SVGElementTagNameMap>(
  tag: K,
  attributes: Readonly<Record<string, string | number>> = {},
  ...children: readonly (Node | string)[]
): SVGElementTagNameMap[K] {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

const makeArrow = (): SVGElement =>
  makeSvg(
    "defs",
    {},
    makeSvg(
      "marker",
      {
        ...{ id: "graph-arrow", viewBox: "0 0 8 8", refX: 7, refY: 4 },
        ...{ markerWidth: 8, markerHeight: 8, orient: "auto" },
      },
      makeSvg("path", { d: "M0 0 L8 4 L0 8 z" }),
    ),
  );

function drawNodes(
  { nodes }: OutputGraph,
  placed: PlacedGraph,
  fly: (rows: readonly number[]) => void,
): SVGElement[] {
  return nodes.map(({ title, className, rows, kind }, row) => {
    const { x, y, width } = placed.nodes[row];
    const count = rows.length > 1 ? ` ×${rows.length}` : "";
    const second = kind === "entity" ? (className === title ? "" : className) : NOTES[kind];
    const group = makeSvg(
      "g",
      { "data-kind": kind, transform: `translate(${x - width / 2} ${y - NODE_HEIGHT / 2})` },
      makeSvg("title", {}, `${title}${count}\n${second}`),
      makeSvg("rect", { width, height: NODE_HEIGHT, rx: 6 }),
      makeSvg("text", { x: width / 2, y: second === "" ? 23 : 16 }, shorten(title) + count),
      makeSvg("text", { x: width / 2, y: 30, class: "second" }, shorten(second)),
    );
    if (rows.length === 0) return group;
    group.setAttribute("role", "button");
    group.setAttribute("tabindex", "0");
    group.addEventListener("click", () => fly(rows));
    group.addEventListener("keydown", ({ key }) => {
      if (key === "Enter" || key === " ") fly(rows);
    });
    return group;
  });
}

const NOTES = { broken: "no such entity", later: "known when it fires" } as const;

const shorten = (text: string): string =>
  text.length > MOST_LETTERS ? `${text.slice(0, MOST_LETTERS - 1)}…` : text;

function drawEdges({ edges, nodes }: OutputGraph, placed: PlacedGraph): SVGElement[] {
  return edges.map((edge, row) => {
    const { points, x, y, label } = placed.edges[row];
    return makeSvg(
      "g",
      { class: "edge", "data-kind": nodes[edge.to].kind },
      makeSvg("title", {}, listOutputs(edge)),
      makeSvg("path", { d: pathThrough(points), "marker-end": "url(#graph-arrow)" }),
      makeSvg("text", { x, y: y + 4 }, label),
    );
  });
}

const listOutputs = ({ outputs }: GraphEdge): string =>
  outputs
    .map(({ name, input, parameter, delay, times }) => {
      const after = delay > 0 ? ` after ${delay} s` : "";
      return `${name} → ${input}(${parameter})${after}${times > 0 ? `, ${times} times` : ""}`;
    })
    .join("\n");

/** A smooth line: quadratic curves between the middles of its legs. */
function pathThrough(points: PlacedEdge["points"]): string {
  if (points.length === 0) return "";
  const [first, ...rest] = points.map(({ x, y }) => [Math.round(x), Math.round(y)]);
  const last = rest.pop();
  if (last === undefined) return `M${first.join(" ")}`;
  const curves = rest.map(([x, y], i) => {
    const next = rest[i + 1] ?? last;
    return `Q${x} ${y} ${(x + next[0]) / 2} ${(y + next[1]) / 2}`;
  });
  return `M${first.join(" ")} ${curves.join(" ")} L${last.join(" ")}`;
}
