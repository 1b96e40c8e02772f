/** Handles everything that users give to the page: maps, content, archives, models and paths. */

import { type ContentInput, type ContentSpec, mapNameFrom } from "../../viewer/index.ts";
import type { ModelInput } from "../../viewer/model/index.ts";
import { byId, formatCount } from "../dom.ts";
import { askToRead, describeFileFault } from "../library/file-access.ts";
import { createContentPanel, labelOf } from "../library/folder-list.ts";
import {
  explainLone,
  explainLoose,
  type Given,
  type GivenFile,
  type GivenFolder,
  sortFiles,
} from "../library/given-files.ts";
import { createLibrary, type Folder } from "../library/library.ts";
import { createLibraryDialog } from "../library/library-dialog.ts";
import type { Collection, ListedMap } from "../library/open-archive-file.ts";
import type { PageStore } from "../library/page-store.ts";
import { isRecent } from "../library/recent-group.ts";
import {
  isModelPlace,
  MAX_MODEL_FILES,
  type Recent,
  type StoredModelPlace,
} from "../library/stored-rows.ts";
import { describeError, type Messages } from "../messages.ts";
import { DEMO } from "./demo.ts";
import type { MapDesk } from "./map-desk.ts";

export interface MapLibraryOptions {
  readonly desk: MapDesk;
  readonly store: PageStore;
  /** Content from the page's address. */
  readonly content: readonly ContentSpec[];
  readonly messages: Messages;
  /**
   * Opens a model from files or from the recent list. `place`: location for the next visit, or
   * `null`.
   */
  openModel(model: ModelInput, name: string, place: StoredModelPlace | null): void;
  /** Opens a particle file. */
  openParticles(file: File): void;
  /** Lists the models of an archive that was given alone and has no maps. */
  offerModels(content: readonly ContentInput[]): Promise<unknown>;
  /** Opens a camera path. */
  openPath(file: File): void;
  onAddFolder(): void;
  onChange(): void;
  onFault(error: unknown): void;
}

export interface MapLibrary {
  /** Takes picked or dropped files. */
  take(given: Given): void;
  /**
   * Returns content in search order: a collection's own content first. A map without a collection
   * uses the content of all collections.
   */
  contentOf(collection: Collection | null): readonly ContentInput[];
  restore(): Promise<void>;
  /**
   * Opens an archive on the web: its only map, or the list of its maps. Rejects like
   * `Library.addArchiveAt`.
   */
  openArchiveAt(url: string, content: readonly string[]): Promise<void>;
  /** Returns a function that opens a recent map of this name. `null` if no such map is stored. */
  findRecent(name: string): (() => void) | null;
  /** Whether a game or folder was added. */
  readonly hasFolders: boolean;
  /** Called when the requested map becomes visible. */
  onShown(): void;
  /** Adds a model to the recent list. */
  keepModel(name: string, place: StoredModelPlace): void;
  /** All maps of readable games and folders. */
  readonly listed: readonly { readonly collection: Collection; readonly map: ListedMap }[];
  openListed(collection: Collection, map: ListedMap): void;
  toggle(): void;
}

export function createMapLibrary(options: MapLibraryOptions): MapLibrary {
  const { desk, store, messages, onFault } = options;
  let recents: readonly Recent[] = [];

  const update = (): void => {
    dialog.update(recents);
    panel.update();
  };
  /** Shows a note about data that could not be stored; nothing else stops. */
  const tellKept = (error: unknown): void => {
    messages.note(error instanceof Error ? error.message : String(error));
  };
  const library = createLibrary(store, update, tellKept);

  /** Reloads the map after content was added. The demo needs no further content. */
  const reopen = (): void => {
    const current = desk.opening ?? desk.shown;
    if (current && current.source !== DEMO) desk.reopen();
  };
  const openListed = (collection: Collection, map: ListedMap): void => {
    desk.openListed(collection, map).catch(onFault);
  };
  const events = {
    onUnlock: (folder: Folder) => void unlock(folder).catch(onFault),
    onForget: (folder: Folder) => void library.forget(folder).then(reopen, onFault),
    onRemove(archive: Collection) {
      library.removeArchive(archive);
      reopen();
    },
  };
  const dialog = createLibraryDialog(library, {
    ...events,
    onOpen(collection, map) {
      if (collection) openListed(collection, map);
      else if (isRecent(map)) openRecent(map.recent).catch(onFault);
    },
    onForgetRecents() {
      recents = [];
      store.forgetRecents().catch(tellKept);
      update();
    },
    onFault,
  });
  const panel = createContentPanel(byId("content"), options.content, library, {
    ...events,
    onAddFolder: options.onAddFolder,
    onOpenLibrary: dialog.open,
    onDrop: reopen,
  });

  const unlock = async (folder: Folder): Promise<boolean> => {
    const isOpen = await library.unlock(folder);
    if (isOpen) reopen();
    else messages.note(`${folder.name} stays closed: the browser may not read it.`);
    return isOpen;
  };

  // ---- files from the user

  const isIdle = (): boolean => {
    const current = desk.opening ?? desk.shown;
    return current === null || current.source === DEMO;
  };
  /** Reports what added collections offer: more maps, or more content for the open map. */
  const offer = (added: readonly Collection[]): void => {
    options.onChange();
    const maps = added.flatMap((collection) => collection.maps.map((map) => ({ collection, map })));
    const isFaulty = ({ kind, problems }: Collection) => kind === "archive" && problems.length > 0;
    if (added.length > 0 && maps.length === 0 && added.every(isFaulty)) {
      void tellUseless(added);
    } else if (maps.length === 1 && isIdle()) openListed(maps[0].collection, maps[0].map);
    else if (maps.length > 0 && isIdle()) dialog.open();
    else if (!isIdle()) reopen();
    else if (added.length > 0) {
      messages.success("Added. Maps now find their textures and models there.");
    }
  };
  const tellUseless = async (archives: readonly Collection[]): Promise<void> => {
    const names = archives.map(({ title }) => title).join(", ");
    const error = new Error(archives.flatMap(({ problems }) => problems).join("; "));
    messages.alert(await describeError(error, names));
  };
  const addFolder = async (folder: GivenFolder): Promise<readonly Collection[]> => {
    const { name, collections, fault } = await ("handle" in folder
      ? library.addHandle(folder.handle)
      : library.addTree(folder.name, folder.tree));
    if (fault !== null) onFault(new Error(`${name} brings nothing: ${fault}`));
    return collections;
  };
  const addContent = (files: readonly File[]): void => {
    const [first, ...others] = files.map((blob) => ({ path: blob.name, blob }));
    if (first) panel.add({ kind: "files", label: first.path, files: [first, ...others] });
  };

  const take = async ({ files, folders }: Given): Promise<void> => {
    const lone = files.length === 1 && folders.length === 0 ? files[0].file.name : null;
    const needs = lone === null ? null : explainLone(lone);
    if (needs !== null) {
      messages.alert({ title: `Could not open ${lone}`, advice: needs, detail: "" });
      return;
    }
    const { maps, archives, paths, loose, model, particles } = sortFiles(files);
    const others = maps.length + archives.length + paths.length + folders.length;
    const lack = others === 0 ? explainLoose(loose.map(({ name }) => name)) : null;
    if (lack !== null && model === null) {
      const title = `Could not open ${formatCount(loose.length)} files`;
      messages.alert({ title, advice: lack, detail: loose.map(({ name }) => name).join(", ") });
      return;
    }
    for (const path of paths) options.openPath(path);
    const added: Collection[] = [];
    for (const folder of folders) added.push(...(await addFolder(folder)));
    for (const { file, parts } of archives) {
      const collection = await library.addArchive(file, parts);
      added.push(collection);
      // An archive that is given alone is opened.
      const isAlone = files.length === 1 && folders.length === 0;
      if (!isAlone || maps.length > 0) continue;
      if (collection.maps.length === 1) return openListed(collection, collection.maps[0]);
      if (collection.maps.length > 1) return dialog.open();
      if (isIdle()) void options.offerModels(collection.content);
    }
    if (model !== null && maps.length === 0) {
      options.openModel(loose, model.name, placeOf(loose, files));
      return;
    }
    if (particles !== null && maps.length === 0) {
      addContent(loose.filter((file) => file !== particles));
      options.openParticles(particles);
      return;
    }
    addContent(loose);
    const [map] = maps;
    if (map) {
      const { file, handle } = map;
      dialog.close();
      const recent = handle ? ({ kind: "file", handle } as const) : null;
      desk.open({ source: { name: mapNameFrom(file.name), blob: file }, recent });
      if (maps.length > 1)
        messages.note(`${formatCount(maps.length)} maps were given. This is the first.`);
    } else if (added.length > 0 || loose.length > 0) {
      offer(added);
    }
  };

  // ---- recent maps and models

  const openModelAgain = async (name: string, place: StoredModelPlace): Promise<void> => {
    if (place.kind === "model-url") options.openModel(place.url, name, place);
    else if (place.kind === "model-files") {
      const files = await Promise.all(place.handles.map(readHandle));
      options.openModel(files, name, place);
    } else {
      for (const folder of library.folders) if (folder.tree === null) await unlock(folder);
      options.openModel({ path: place.path }, name, place);
    }
  };
  const openRecent = async (recent: Recent): Promise<void> => {
    const { name } = recent;
    if (isModelPlace(recent)) return openModelAgain(name, recent);
    if (recent.kind === "url") {
      const { url, entry, content } = recent;
      const shared = {
        id: url,
        title: "",
        kind: "server",
        isKept: true,
        maps: [],
        problems: [],
        content,
      } as const;
      desk.open({ source: { name, url, entry }, collection: shared, recent });
    } else if (recent.kind === "file") {
      desk.open({ source: { name, blob: await readHandle(recent.handle) }, recent });
    } else {
      const find = () => library.collections.find(({ id }) => id === recent.collection);
      const top = recent.collection.split("/")[0];
      const folder = library.folders.find((one) => one.name.toLowerCase() === top);
      if (!find() && folder && !(await unlock(folder))) return;
      const collection = find();
      const map = collection?.maps.find((one) => one.name === recent.map);
      if (!collection || !map)
        throw new Error(`${recent.map} of ${recent.title} is no longer there`);
      openListed(collection, map);
    }
  };

  const keepRecent = (recent: Recent): void => {
    const keep = async (): Promise<void> => {
      await store.keepRecent(recent);
      recents = await store.recents();
      update();
    };
    // A store that is unavailable was reported when it was read.
    keep().catch((error) => console.warn(error));
  };

  return {
    take: (given) => void take(given).catch(onFault),
    contentOf(collection) {
      const own = collection?.content ?? [];
      const all = collection ? [] : library.collections.filter(({ kind }) => kind !== "server");
      const seen = new Set<string>();
      // Games share content; each source is opened once.
      return [...own, ...panel.extra, ...all.flatMap(({ content }) => content)].filter((each) => {
        const key = typeof each === "object" && "kind" in each ? labelOf(each) : String(each);
        const isNew = !seen.has(key);
        seen.add(key);
        return isNew;
      });
    },
    async restore() {
      const readRecents = async (): Promise<void> => {
        recents = await store.recents();
        update();
      };
      await Promise.all([library.restore(), readRecents().catch(tellKept)]);
      update();
    },
    onShown() {
      const { shown } = desk;
      dialog.mark(shown?.collection ?? null, shown?.listedName ?? null);
      if (!shown?.recent) return;
      keepRecent({ ...shown.recent, name: shown.source.name, atMs: Date.now() });
    },
    keepModel: (name, place) => keepRecent({ ...place, name, atMs: Date.now() }),
    async openArchiveAt(url, content) {
      const archive = await library.addArchiveAt(url, content);
      if (archive.maps.length === 1) openListed(archive, archive.maps[0]);
      else if (archive.maps.length > 1) dialog.open();
      else throw new Error(`there is no map (.bsp) in ${archive.title}`);
    },
    findRecent(name) {
      const recent = recents.find((one) => one.name === name && !isModelPlace(one));
      return recent ? () => void openRecent(recent).catch(onFault) : null;
    },
    get hasFolders() {
      return library.folders.length > 0;
    },
    get listed() {
      return library.collections.flatMap((collection) =>
        collection.maps.map((map) => ({ collection, map })),
      );
    },
    openListed,
    toggle: dialog.toggle,
  };
}

/** Returns the stored location of a model's files, or `null` if a file has no handle. */
function placeOf(files: readonly File[], given: readonly GivenFile[]): StoredModelPlace | null {
  const handles = files.map((file) => given.find((one) => one.file === file)?.handle ?? null);
  const kept = handles.filter((handle) => handle !== null);
  const isWhole = kept.length === files.length && kept.length <= MAX_MODEL_FILES;
  return isWhole ? { kind: "model-files", handles: kept } : null;
}

/** Reads a stored file. Rejects with one sentence if permission is refused or the file is gone. */
async function readHandle(handle: FileSystemFileHandle): Promise<File> {
  const { name } = handle;
  if (!(await askToRead(handle))) throw new Error(`the browser was not allowed to read ${name}`);
  return handle.getFile().catch((error) => {
    throw new Error(describeFileFault(error, name));
  });
}
