/** The page around a viewer: creates its parts and connects them. */

import {
  type ContentInput,
  GpuError,
  type MapInfo,
  type Viewer,
  type Warning,
} from "../viewer/index.ts";
import { createConsoleDesk } from "./console/console-desk.ts";
import { createFullScreen, showMapTitle } from "./controls/bar.ts";
import { createClosing } from "./controls/closing.ts";
import { createGamepad } from "./controls/gamepad.ts";
import { returnFocus } from "./controls/return-focus.ts";
import { bindShortcuts, createHelpDialog } from "./controls/shortcuts.ts";
import { createTouchHints, createTouchSpeed } from "./controls/touch-controls.ts";
import { byId, formatCount } from "./dom.ts";
import { createDropZone } from "./files/drop.ts";
import { createFlightPlayer } from "./flights/flight-player.ts";
import { createFlights } from "./flights/flights.ts";
import { isRecordingName, openRecording } from "./flights/open-recording.ts";
import { isTrackFile } from "./flights/track-desk.ts";
import { canPickFolder } from "./library/file-access.ts";
import { bindFileInputs, readDrop } from "./library/given-files.ts";
import type { Collection } from "./library/open-archive-file.ts";
import { openPageStore } from "./library/page-store.ts";
import { createMapTools } from "./map-tools.ts";
import { createMessages, describeError, describeFault } from "./messages.ts";
import { createModelDesk } from "./models/model-desk.ts";
import { DEMO, wantsStillness } from "./opening/demo.ts";
import { createPoster, createProgressBar } from "./opening/load-display.ts";
import { createMapDesk, createMapHistory, type OpenedMap } from "./opening/map-desk.ts";
import { createMapLibrary } from "./opening/map-library.ts";
import { createCards, createOffers } from "./opening/offers.ts";
import { createMapNames, openLinked } from "./opening/open-by-name.ts";
import { createLightPanel } from "./panel/panel-light.ts";
import { createSoundPanel } from "./panel/panel-sound.ts";
import { createStatsPanel } from "./panel/panel-stats.ts";
import { createSwitchesPanel } from "./panel/panel-switches.ts";
import { createSidePanel, isMissingFile, showWarnings } from "./panel/side-panel.ts";
import type { ViewChoice } from "./panel/view-choice.ts";
import { createParticleDesk } from "./particles/particle-desk.ts";
import { createPlacesDesk } from "./places/places-desk.ts";
import { type PageQuery, parseQuery } from "./query.ts";
import { createTravel, placeKeys } from "./travel/travel.ts";
import {
  addressFor,
  benchAddressFor,
  copyLink,
  createViewAddress,
  type LinkedView,
  linkToView,
  nameInAddress,
  parseView,
  saveScreenshot,
} from "./view-address.ts";

// The choice of a surface view in the panel, and its legend over the map. Loaded with the first
// map.

function createViewDesk(viewer: Viewer, onFault: (error: unknown) => void): ViewChoice {
  const open = async (act: (choice: ViewChoice) => void): Promise<void> => {
    const { viewChoice } = await import("./panel/view-choice.ts");
    act(viewChoice(byId("views"), viewer));
  };
  return {
    show: () => void open((choice) => choice.show()).catch(onFault),
    step: (by) => void open((choice) => choice.step(by)).catch(onFault),
  };
}

export function createPage(viewer: Viewer, query: PageQuery): void {
  const { body } = document;
  const messages = createMessages();
  const sidePanel = createSidePanel();
  const help = createHelpDialog();
  const store = openPageStore();
  const tellFault = (error: unknown): void => void describeFault(error).then(messages.alert);
  const tell = (work: Promise<string>): void => void work.then(messages.success, tellFault);
  /** View in the page's address, until its map is shown. */
  let linkedView = parseView(location.hash);

  // ---- maps

  const contentOf = (collection: Collection | null): readonly ContentInput[] =>
    library.contentOf(collection);
  const desk = createMapDesk(viewer, contentOf);
  const player = createFlightPlayer(viewer);
  const flights = createFlights(viewer, {
    ...{ desk, player, tracks: () => tools.tracks, onFault: tellFault },
  });
  const library = createMapLibrary({
    desk,
    store,
    content: viewer.content,
    messages,
    openModel(model, name, place) {
      const content = place?.kind === "model-url" ? place.content : contentOf(null);
      void models.open(model, name, content, place).catch(tellFault);
    },
    openParticles: (file) => void particles.open(file).catch(tellFault),
    offerModels: (content) => models.offer(content).catch(tellFault),
    openPath: (file) => void openJson(file).catch(tellFault),
    onAddFolder: () => inputs.addFolder(),
    onChange: () => sidePanel.enable(),
    onFault: tellFault,
  });
  const models = createModelDesk(viewer, {
    ...{ messages, present: query.present, onFault: tellFault },
    contentOf: () => contentOf(null),
    sourceOf: () => desk.shown?.source ?? null,
    onShown: library.keepModel,
  });
  const particles = createParticleDesk(viewer, {
    ...{ messages, present: query.present, onFault: tellFault },
    contentOf: () => contentOf(null),
  });
  for (const [id, desk] of [
    ["open-models", models] as const,
    ["open-particles", particles] as const,
  ]) {
    byId(id).addEventListener("click", () => {
      byId<HTMLDialogElement>("library").close();
      void desk.list().catch(tellFault);
    });
  }
  const inputs = bindFileInputs(library.take, tellFault);
  const openLink = async (link: PageQuery): Promise<void> => {
    if (link.model !== null) {
      const name = link.model.split("/").at(-1) as string;
      body.dataset.state = "start";
      const { model: url, content } = link;
      await models.open(url, name, content, { kind: "model-url", url, content }).catch(tellFault);
      return;
    }
    if (link.particles !== null) {
      body.dataset.state = "start";
      await particles.openLink(link.particles, link.content).catch(tellFault);
      return;
    }
    await openLinked(link, desk, library).catch(tellFault);
    // The address named nothing, or an archive whose maps are listed.
    if (desk.opening === null && desk.shown === null) body.dataset.state = "start";
  };
  const mapHistory = createMapHistory(
    desk,
    (map) => {
      linkedView = parseView(location.hash);
      desk.openAgain(map);
    },
    () => {
      linkedView = parseView(location.hash);
      void openLink(parseQuery(location.search, location.href));
    },
  );
  const offers = createOffers({
    cards: createCards(),
    store,
    addFolder: inputs.addFolder,
    canAddFolder: canPickFolder(),
    openMap: inputs.openMap,
    findEarlier: library.findRecent,
  });
  createDropZone(readDrop, library.take, tellFault);

  const endLoad = (): void => {
    desk.onEnd();
    body.dataset.state = desk.shown ? "running" : "start";
    lightPanel.update();
  };

  // ---- panels

  const lightPanel = createLightPanel(byId("light"), byId("lens"), viewer, tellFault);
  createStatsPanel(byId("stats"), viewer);
  createSoundPanel(byId("sound"), viewer, messages, tellFault);
  const switches = createSwitchesPanel(byId("switches"), byId("culling"), viewer);
  const views = createViewDesk(viewer, tellFault);
  createPoster(viewer);
  createProgressBar(viewer);
  createTouchHints(viewer.canvas);
  createTouchSpeed(viewer.controls);
  for (const part of ["bar", "panel"]) returnFocus(byId(part), viewer.canvas);
  const travel = createTravel(viewer, {
    store,
    messages,
    stopFlights: flights.stop,
    startTour: flights.toggleTour,
    openPlaces: () => places.open(),
    onFault: tellFault,
  });
  const places = createPlacesDesk(viewer, {
    ...{ list: travel.places, go: travel.go, onFault: tellFault },
    linkTo: (camera) => (desk.shown ? linkToView(viewer, desk.shown.source, "", camera) : ""),
    isLoading: () => desk.opening !== null,
  });
  /** Opens a game's recording, or a JSON file: places, a camera track, or else a recorded path. */
  const openJson = async (file: File): Promise<void> => {
    if (isRecordingName(file.name)) {
      const { file: flight, isTrack, told } = await openRecording(file, viewer);
      await (isTrack ? tools.tracks : flights.recording).open(flight);
      messages.success(told);
      return;
    }
    const told = await places.openFile(file);
    if (told !== null) messages.success(told);
    else if (await isTrackFile(file)) await tools.tracks.open(file);
    else await flights.recording.open(file);
  };
  const showView = (view: Omit<LinkedView, "map">): void => {
    viewer.camera = view.camera;
    Object.assign(viewer.settings, view.settings);
    marks.show(view.marks);
    lightPanel.show();
    switches.show();
    views.show();
  };

  const tools = createMapTools(viewer, {
    ...{ present: query.present, messages, go: travel.go, player },
    makeVideo: flights.openTrackVideo,
    sourceOf: () => desk.shown?.source ?? null,
    onDock: sidePanel.yield,
    onFault: tellFault,
  });
  const { marks, measure, walk } = tools;

  const showCount = (name: "missing" | "problems", count: number): void => {
    const button = byId(`show-${name}`);
    const word = name === "problems" && count === 1 ? "problem" : name;
    button.hidden = count === 0;
    button.querySelector("span")!.textContent = `${formatCount(count)} ${word}`;
    button.setAttribute("aria-label", `${formatCount(count)} ${word}: show which`);
  };
  const showFindings = (warnings: readonly Warning[] | null): void => {
    const missing = warnings?.filter(isMissingFile) ?? null;
    const problems = warnings?.filter((warning) => !isMissingFile(warning)) ?? null;
    showWarnings(byId("missing"), missing);
    showWarnings(byId("problems"), problems);
    showCount("missing", missing?.length ?? 0);
    showCount("problems", problems?.length ?? 0);
  };
  for (const name of ["missing", "problems"]) {
    const show = () => sidePanel.showSection(byId(`${name}-title`));
    byId(`show-${name}`).addEventListener("click", show);
  }

  // ---- viewer events

  const showMap = (map: MapInfo): void => {
    const { shown } = desk;
    const isDemo = shown?.source === DEMO;
    for (const link of document.querySelectorAll<HTMLAnchorElement>("a.to-bench")) {
      link.href = benchAddressFor(shown && !isDemo ? shown.source : null);
    }
    body.dataset.map = "shown";
    showMapTitle(map);
    showFindings(null);
    sidePanel.enable();
    views.show();
    for (const id of ["share", "take-screenshot"]) byId(id).hidden = false;
  };
  const onOtherMap = (map: MapInfo, shown: OpenedMap): void => {
    const isDemo = shown.source === DEMO;
    mapHistory.onShown(shown, addressFor(shown, location.href));
    library.onShown();
    flights.enable();
    travel.onMap();
    tools.onMap();
    if (!isDemo) offers.onOwnMap();
    // A view without a map name belongs to the address's map, or to the demo.
    const isItsView = linkedView?.map === nameInAddress(shown.source, map.name);
    if (linkedView && isItsView) {
      showView(linkedView);
      linkedView = null;
    } else if (isDemo && query.flight && !wantsStillness()) {
      flights.playDemo();
    }
  };
  viewer.on("simulation", (simulation) => {
    // In the demo the camera opens doors while it flies; in other maps it touches triggers only while it
    // walks.
    if (simulation !== null && desk.shown?.source === DEMO) simulation.touchesTriggers = true;
  });
  viewer.on("loadstart", (source) => {
    desk.onLoadStart(source);
    flights.stop();
    body.dataset.state = "loading";
    messages.closeAlert();
  });
  viewer.on("scene", (map) => {
    // Restoring after a lost device shows the same map again.
    const isSame = desk.shown !== null && desk.shown === desk.opening;
    messages.closeAlert();
    desk.onScene();
    showMap(map);
    if (!isSame && desk.shown) onOtherMap(map, desk.shown);
    lightPanel.update();
    if (!document.querySelector("dialog[open]")) viewer.canvas.focus({ preventScroll: true });
  });
  viewer.on("details", showMapTitle);
  viewer.on("relit", showMapTitle);
  viewer.on("load", ({ warnings }) => {
    showFindings(warnings);
    offers.onLoaded(desk.shown?.source !== DEMO && !library.hasFolders, warnings);
    endLoad();
  });
  viewer.on("abort", () => {
    const isPart = desk.shown === desk.opening;
    messages.note(isPart ? "Stopped. What was loaded is shown." : "Stopped.");
    endLoad();
  });
  viewer.on("error", (error) => {
    const name = desk.opening?.source.name ?? "the map";
    const alert = async (): Promise<void> => {
      const text = await describeError(error, name);
      // Skips the alert if another map was opened in the meantime.
      if (desk.opening === null) messages.alert(text);
    };
    void alert();
    endLoad();
  });
  viewer.on("fault", (error) => {
    console.error(error.message);
    if (!(error instanceof GpuError) || error.code !== "out-of-memory") return;
    const title = "Parts of the map may be missing";
    void describeFault(error).then((text) => messages.alert({ ...text, title }));
  });
  viewer.on("lost", () => {
    messages.note("The graphics card was reset. Loading the map again.");
  });
  viewer.on("restored", () => messages.note("The picture is back."));

  // ---- links, pictures, keys

  const address = createViewAddress(mapHistory.replace);
  const updateGamepad = createGamepad(viewer, {
    onInput: flights.stop,
    onMenu: library.toggle,
    onHelp: help.toggle,
    onConnect: (name) => messages.note(`Gamepad: ${name}`),
  });
  viewer.on("frame", (nowMs) => {
    updateGamepad(nowMs);
    flights.recording.update(nowMs);
    // Views along a flight are not written to the address.
    if (flights.active || !desk.shown || !viewer.map) return;
    const name = nameInAddress(desk.shown.source, viewer.map.name);
    address.update(viewer.camera, viewer.settings, name, nowMs, marks.words);
  });
  addEventListener("hashchange", () => {
    const view = parseView(location.hash);
    // While another map is opening, the view is applied when that map is shown.
    if (!view || desk.opening) return;
    flights.stop();
    viewer.controls.stop();
    showView(view);
  });

  const closing = createClosing(viewer.canvas, messages);
  const { toggle: toggleFullScreen } = createFullScreen(tellFault);
  const copy = (): void => {
    if (desk.shown) tell(copyLink(viewer, desk.shown.source, marks.words));
  };
  const shoot = (): void => {
    if (desk.shown) tell(saveScreenshot(viewer));
  };
  const share = (): void => {
    const { shown } = desk;
    if (shown === null) return;
    const open = async (): Promise<void> => {
      const { openShareDialog } = await import("./share/share-dialog.ts");
      if (document.querySelector("dialog[open]") !== null) return;
      openShareDialog(viewer, { source: shown.source, marks: marks.words });
    };
    void open().catch(tellFault);
  };
  for (const id of ["share", "panel-share"]) byId(id).addEventListener("click", share);
  for (const id of ["take-screenshot", "panel-picture"]) byId(id).addEventListener("click", shoot);
  bindShortcuts({
    h: sidePanel.toggle,
    "shift+h": closing.toggleAll,
    p: shoot,
    l: copy,
    "shift+l": share,
    backquote: () => toggleConsole(),
    m: library.toggle,
    o: inputs.openMap,
    f: toggleFullScreen,
    "shift+f": () => {
      viewer.settings.flashlight = !viewer.settings.flashlight;
      switches.show();
    },
    v: flights.openVideo,
    r: flights.recording.toggle,
    "?": help.toggle,
    home: travel.home,
    n: () => travel.spawn(1),
    "shift+n": () => travel.spawn(-1),
    u: travel.overview,
    b: travel.back,
    "shift+b": places.open,
    t: flights.toggleTour,
    g: travel.copyPosition,
    k: () => views.step(1),
    "shift+k": () => views.step(-1),
    ...placeKeys(travel),
    ...tools.shortcuts,
  });
  const openDemo = (): void => {
    byId<HTMLDialogElement>("library").close();
    if ((desk.opening ?? desk.shown)?.source !== DEMO) desk.open({ source: DEMO });
    else if (desk.shown?.source === DEMO) flights.playDemo();
  };
  for (const control of document.querySelectorAll('[data-action="open-demo"]')) {
    control.addEventListener("click", (event) => {
      event.preventDefault();
      openDemo();
    });
  }
  const toggleConsole = createConsoleDesk(viewer, {
    ...{ store, walk, marks, measure, onFault: tellFault, put: travel.put },
    ...createMapNames(library, openDemo),
    saveScreenshot: () => saveScreenshot(viewer),
    onSettings() {
      lightPanel.show();
      switches.show();
      views.show();
    },
  });
  // Ctrl slows flying down, and Ctrl+W closes the page: ask before it closes.
  addEventListener("beforeunload", (event) => {
    if (desk.shown && (viewer.controls.slow || walk.slow)) event.preventDefault();
  });

  // ---- start

  const waitingFor = query.map === null ? (linkedView?.map ?? null) : null;
  void library.restore().then(() => {
    if (waitingFor !== null && linkedView?.map === waitingFor) offers.reopen(waitingFor);
  });
  void openLink(query);
}
