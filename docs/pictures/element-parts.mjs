/**
 * Pictures of `<visleaf-map>` in its four states: `parts` numbers the parts that pages can style, `properties` shows
 * the same states with other custom properties.
 */

import { readFile } from "node:fs/promises";
import { createServer } from "node:http";

/** States of the element, with the parts that are in sight. */
const STATES = [
  { name: "start", title: "Before the start", parts: ["poster", "start", "name"] },
  {
    name: "progress",
    title: "While it loads",
    parts: ["progress", "map-name", "stage", "track", "bar"],
  },
  {
    name: "picture",
    title: "Over the picture",
    parts: [
      "canvas",
      "frame",
      "hotspot",
      "hotspot-covered",
      "prompt",
      "toolbar",
      "flight",
      "fullscreen",
    ],
  },
  {
    name: "error",
    title: "When it fails",
    parts: ["error", "error-title", "error-detail", "error-advice", "retry", "dismiss"],
  },
];

/** Those of the sample in docs/embedding.md. */
const PROPERTIES = {
  "--visleaf-accent": "#3fb68b",
  "--visleaf-panel": "#f4f1e8",
  "--visleaf-text": "#22302b",
  "--visleaf-background": "#cfd8d3",
  "--visleaf-font": "Georgia, serif",
  "--visleaf-radius": "0px",
};

const STYLE = `
  body { margin: 0; padding: 20px; width: 1240px; background: #fff; color: #222; font: 15px/1.5 system-ui, sans-serif }
  main { display: grid; grid-template-columns: 1fr 1fr; gap: 20px }
  figure { margin: 0; position: relative } figcaption { margin-top: 6px } h2 { margin: 0 0 6px; font-size: 16px }
  code { display: inline-block; margin: 0 10px 4px 0; padding: 0 4px; background: #eee }
  b { display: inline-grid; place-content: center; min-width: 20px; height: 20px; border-radius: 10px; margin-right: 4px;
    background: #c2185b; color: #fff; font: 600 12px system-ui, sans-serif }
  figure > b { position: absolute; margin: 0; z-index: 1 }
  visleaf-map::part(hotspot) { padding: 4px 10px }
  visleaf-map::part(hotspot-covered) { visibility: visible; opacity: 0.45 }
`;

/** Starts a server that sends the first half of a file and then nothing. */
async function serveHalf(path) {
  const bytes = await readFile(path);
  const server = createServer((_request, response) => {
    const access = { "access-control-allow-origin": "*", "access-control-allow-headers": "*" };
    response.writeHead(200, { ...access, "content-length": bytes.length });
    response.write(bytes.subarray(0, bytes.length / 2));
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  return server;
}

/** Brings an element of each state onto the page. Runs in the page. */
async function showStates({ states, partial, camera, present, style, properties }) {
  await import("/src/component/index.ts");
  const sheet = document.createElement("style");
  sheet.textContent = style;
  document.head.append(sheet);
  const main = document.createElement("main");
  document.body.append(main);
  const map = "/assets/visleaf_demo.bsp";
  const attributes = {
    start: { src: map, poster: "/docs/pictures/hall.png" },
    progress: { src: partial, autoplay: "" },
    picture: {
      ...{ src: map, autoplay: "", camera, fov: "90", path: "/assets/visleaf_demo.flight.json" },
      "interaction-prompt": "auto",
    },
    error: { src: "/assets/no-such-map.bsp", autoplay: "" },
  };
  for (const { name, title } of states) {
    const figure = document.createElement("figure");
    const heading = document.createElement("h2");
    heading.textContent = title;
    const element = document.createElement("visleaf-map");
    element.id = name;
    for (const [key, value] of Object.entries({ ...attributes[name], present })) {
      element.setAttribute(key, value);
    }
    for (const [key, value] of Object.entries(properties)) element.style.setProperty(key, value);
    figure.append(heading, element, document.createElement("figcaption"));
    main.append(figure);
  }
}

/** Numbers the parts of each state, and names them below. Runs in the page. */
function numberParts(states) {
  const missing = [];
  for (const { name, parts } of states) {
    const element = document.getElementById(name);
    const figure = element.parentElement;
    const from = figure.getBoundingClientRect();
    const seen = new Map();
    for (const [i, part] of parts.entries()) {
      const box = element.shadowRoot
        .querySelector(`[part~="${part}"]:not(slot)`)
        ?.getBoundingClientRect();
      if (!box?.width) missing.push(`${name}: ${part}`);
      else {
        const number = document.createElement("b");
        number.textContent = String(i + 1);
        // Numbers of parts that share a corner stand side by side.
        const corner = `${Math.round(box.x / 20)} ${Math.round(box.y / 20)}`;
        const before = seen.get(corner) ?? 0;
        seen.set(corner, before + 1);
        number.style.left = `${box.x - from.x + before * 22}px`;
        number.style.top = `${Math.max(box.y - from.y - 8, 0)}px`;
        figure.append(number);
      }
      const label = document.createElement("code");
      const number = document.createElement("b");
      number.textContent = String(i + 1);
      label.append(number, part);
      figure.querySelector("figcaption").append(label, " ");
    }
  }
  if (missing.length > 0) throw new Error(`parts that are not in sight: ${missing.join(", ")}`);
}

/** Shows the four states. `withParts`: numbers the parts; otherwise sets the custom properties. */
export async function showElement(page, { map, url, camera, present, withParts }) {
  await page.setViewport({ width: 1280, height: 600 });
  // The flight waits for its button.
  await page.emulateMediaFeatures([{ name: "prefers-reduced-motion", value: "reduce" }]);
  const server = await serveHalf(map);
  // The load goes on until the picture is taken.
  page.once("close", () => {
    server.closeAllConnections();
    server.close();
  });
  await page.goto(`${url}LICENSE`);
  await page.setContent("<!doctype html><title>Parts</title><body></body>");
  await page.evaluate(showStates, {
    ...{ states: STATES, camera, present, style: STYLE },
    partial: `http://127.0.0.1:${server.address().port}/harbour.bsp`,
    properties: withParts ? {} : PROPERTIES,
  });
  await page.waitForFunction(
    () =>
      document.getElementById("picture").viewer?.summary &&
      document.getElementById("error").shadowRoot.querySelector(".error-title").textContent,
  );
  await page.evaluate(async () => {
    const element = document.getElementById("picture");
    const sign = await element.positionOf(300, 130);
    await element.addHotspot({ at: sign.at, text: "Into the court" });
    // Behind the column at the right.
    const column = await element.positionOf(520, 150);
    const { x, y, z } = element.viewer.camera;
    const behind = [x, y, z].map((eye, i) => eye + 1.8 * (column.at[i] - eye));
    await element.addHotspot({ at: behind, text: "Behind the column" });
  });
  await page.focus("#picture >>> canvas");
  await page.settle();
  await page.settle();
  if (withParts) await page.evaluate(numberParts, STATES);
}
