/** The page around a viewer: its parts, and what they tell one another. */

import type { ContentSpec } from "../content/types.ts";
import { GpuError } from "../gpu/errors.ts";
import { setPose } from "../viewer/camera.ts";
import { createCameraUrl, parseCamera } from "../viewer/camera-url.ts";
import { type MapSource, mapNameFrom } from "../viewer/map-source.ts";
import type { Viewer } from "../viewer/viewer-types.ts";
import { DEMO, readDemoFlight, wantsStillness } from "./demo.ts";
import { byId, formatCount } from "./dom.ts";
import { createDropZone } from "./drop.ts";
import { listMaps, type PickedFiles } from "./dropped-files.ts";
import { describeError } from "./error-advice.ts";
import { bindFileInputs } from "./file-inputs.ts";
import { createFlightPlayer } from "./flight-player.ts";
import { createHelpDialog } from "./help-dialog.ts";
import { showMapTitle } from "./map-title.ts";
import { createMessages } from "./messages.ts";
import { showMissing } from "./missing-list.ts";
import { createContentPanel } from "./panel-content.ts";
import { createLightPanel } from "./panel-light.ts";
import { createStatsPanel } from "./panel-stats.ts";
import { createSwitchesPanel } from "./panel-switches.ts";
import { createProgressBar } from "./progress-bar.ts";
import type { PageQuery } from "./query.ts";
import { createRecording } from "./recording.ts";
import { returnFocus } from "./return-focus.ts";
import { addressFor, benchAddressFor, copyLink, saveScreenshot } from "./share.ts";
import { bindShortcuts } from "./shortcuts.ts";
import { createSidePanel } from "./side-panel.ts";

export function createPage(viewer: Viewer, query: PageQuery): void {
  const { body } = document;
  const messages = createMessages();
  const sidePanel = createSidePanel();
  const help = createHelpDialog();
  /** What was asked for last, and what is on the screen. */
  let opening: MapSource | null = null;
  let shown: MapSource | null = null;
  /** A view from the address is for the first map. */
  let linkedView = parseCamera(location.hash);
  const flight = createFlightPlayer(viewer, () => {
    byId("demo-note").hidden = flight.playing !== "demo";
  });

  const tellFault = (error: unknown): void =>
    messages.alert({
      title: "That did not work",
      detail: error instanceof Error ? error.message : String(error),
      advice: "",
    });

  const open = (source: MapSource): void => {
    // What goes wrong is told of by the viewer's events.
    viewer.load(source).catch(() => undefined);
  };
  const recording = createRecording(viewer, flight, tellFault);
  const openFile = (file: File): void => {
    if (/\.json$/i.test(file.name)) recording.open(file).catch(tellFault);
    else open({ name: mapNameFrom(file.name), blob: file });
  };
  const endLoad = (): void => {
    opening = null;
    body.dataset.state = shown ? "running" : "start";
    lightPanel.update();
  };

  // ---- content

  const useContent = (): void => {
    viewer.content = content.specs;
  };
  const reopen = (): void => {
    const current = opening ?? shown;
    if (current) open(current);
  };
  const content = createContentPanel(byId("content"), viewer.content, {
    onAddFolder: () => inputs.addFolder(),
    onOpenMap: openFile,
    onRemove() {
      useContent();
      reopen();
    },
  });
  const addContent = (specs: readonly ContentSpec[]): void => {
    content.add(specs);
    useContent();
    sidePanel.enable();
    const maps = listMaps(specs);
    const current = opening ?? shown;
    // The demo gives way to a map of one's own.
    if (maps.length === 1 && (current === null || current === DEMO)) openFile(maps[0]);
    else if (current) reopen();
    else messages.note("Added. Open a map, and its textures and models are looked for there.");
  };
  const takeDrop = ({ maps, content: specs }: PickedFiles): void => {
    if (maps.length === 0) {
      addContent(specs);
      return;
    }
    content.add(specs);
    useContent();
    openFile(maps[0]);
    if (maps.length > 1) messages.note(`${formatCount(maps.length)} maps: opened the first.`);
  };
  const inputs = bindFileInputs(openFile, (spec) => addContent([spec]));
  createDropZone(takeDrop, tellFault);

  // ---- panels

  const lightPanel = createLightPanel(byId("light"), viewer, tellFault);
  createStatsPanel(byId("stats"), viewer);
  createSwitchesPanel(byId("switches"), viewer);
  createProgressBar(viewer);
  for (const part of ["bar", "panel"]) returnFocus(byId(part), viewer.canvas);

  const missingButton = byId("show-missing");
  const showMissingCount = (count: number): void => {
    missingButton.hidden = count === 0;
    missingButton.querySelector("span")!.textContent = `${formatCount(count)} missing`;
    missingButton.setAttribute("aria-label", `${formatCount(count)} missing: show which`);
  };
  missingButton.addEventListener("click", () => sidePanel.showSection(byId("missing-title")));

  // ---- the viewer's news

  viewer.on("loadstart", (source) => {
    opening = source;
    flight.stop();
    body.dataset.state = "loading";
    messages.closeAlert();
  });
  viewer.on("scene", (map) => {
    shown = opening;
    recording.discard();
    recording.enable();
    for (const link of document.querySelectorAll<HTMLAnchorElement>("a.to-bench")) {
      link.href = benchAddressFor(shown && shown !== DEMO ? shown : null);
    }
    if (shown && shown !== DEMO) {
      history.replaceState(null, "", addressFor(shown, location.href));
    }
    body.dataset.map = "shown";
    showMapTitle(map);
    showMissing(byId("missing"), null);
    showMissingCount(0);
    sidePanel.enable();
    byId("copy-link").hidden = false;
    byId("take-screenshot").hidden = false;
    if (linkedView) {
      setPose(viewer.camera, linkedView);
      viewer.camera.fov = linkedView.fov;
      lightPanel.showFov();
      linkedView = null;
    } else if (shown === DEMO && query.flight && !wantsStillness()) {
      flight.start("demo", readDemoFlight).catch(tellFault);
    }
    lightPanel.update();
    viewer.canvas.focus({ preventScroll: true });
  });
  viewer.on("details", showMapTitle);
  viewer.on("relit", showMapTitle);
  viewer.on("load", ({ warnings }) => {
    showMissing(byId("missing"), warnings);
    showMissingCount(warnings.length);
    endLoad();
  });
  viewer.on("abort", () => {
    messages.note(shown === opening ? "Stopped. What has come is shown." : "Stopped.");
    endLoad();
  });
  viewer.on("error", (error) => {
    messages.alert(describeError(error, opening?.name ?? "The map"));
    endLoad();
  });
  viewer.on("fault", (error) => {
    console.error(error.message);
    if (!(error instanceof GpuError) || error.code !== "out-of-memory") return;
    messages.alert({
      title: "The graphics card is out of memory",
      detail: error.message,
      advice: "The picture may be incomplete. Close other pages, or open a smaller map.",
    });
  });
  viewer.on("lost", () => {
    messages.note("The graphics device was lost. The map is being loaded again.");
  });

  // ---- links, pictures, keys

  const cameraUrl = createCameraUrl((fragment) => history.replaceState(null, "", fragment));
  viewer.on("frame", (nowMs) => {
    flight.update(nowMs);
    recording.update(nowMs);
    // Nobody chose the views that a flight goes through.
    if (!flight.active) cameraUrl.update(viewer.camera, nowMs);
  });
  addEventListener("hashchange", () => {
    const view = parseCamera(location.hash);
    if (!view) return;
    flight.stop();
    viewer.controls.stop();
    setPose(viewer.camera, view);
    viewer.camera.fov = view.fov;
    lightPanel.showFov();
  });

  const tell = (work: Promise<string>): void => void work.then(messages.note, tellFault);
  const copy = (): void => {
    if (shown) tell(copyLink(viewer, "blob" in shown));
  };
  const shoot = (): void => {
    if (shown) tell(saveScreenshot(viewer));
  };
  byId("copy-link").addEventListener("click", copy);
  byId("take-screenshot").addEventListener("click", shoot);
  bindShortcuts({
    h: sidePanel.toggle,
    p: shoot,
    l: copy,
    o: inputs.openMap,
    r: recording.toggle,
    "?": help.toggle,
  });
  // With Ctrl held to fly slowly, W is a browser's shortcut that closes the page.
  addEventListener("beforeunload", (event) => {
    if (shown && viewer.controls.slow) event.preventDefault();
  });

  if (query.map) open({ name: mapNameFrom(query.map), url: query.map });
  else if (query.start === "demo") open(DEMO);
}
