/** The benchmark form: switches to turn off, camera path, size, frames and repeats. */

import { describeSwitch } from "../../bench/plots/plot-runs.ts";
import { ABLATIONS, type Ablation } from "../../bench/report/report.ts";
import { type BenchOptions, DEFAULT_BENCH_OPTIONS } from "../../bench/types.ts";
import type { LightSideName } from "../../map/types.ts";
import { type Flight, parseFlight } from "../../viewer/camera/flight.ts";
import { byId, make } from "../dom.ts";
import { loadSavedPath } from "../flights/saved-path.ts";
import type { BenchQuery } from "./bench-query.ts";

export interface BenchForm {
  /** Options from the form, or `null` if a field is invalid; the field then shows its error. */
  read(): Omit<BenchOptions, "maps"> | null;
  /** Adds a path file and selects it. Rejects with the reason if the file is invalid. */
  openPath(file: File): Promise<void>;
  setRunning(isRunning: boolean): void;
}

interface NamedPath {
  readonly name: string;
  readonly flight: Flight;
}

/** Largest accepted path file in bytes. */
const MAX_PATH_BYTES = 2 ** 27;

const TOUR = "tour";
const FILE = "file";

export function createBenchForm(query: BenchQuery, onFault: (error: unknown) => void): BenchForm {
  const form = byId<HTMLFormElement>("bench-form");
  const size = byId<HTMLInputElement>("bench-size");
  const frames = byId<HTMLInputElement>("bench-frames");
  const repeat = byId<HTMLInputElement>("bench-repeat");
  const side = byId<HTMLSelectElement>("bench-side");
  const ablations = createAblationBoxes();
  size.value = query.size ?? DEFAULT_BENCH_OPTIONS.size.join("x");
  frames.value = query.frames ?? String(DEFAULT_BENCH_OPTIONS.frames);
  repeat.value = query.repeat ?? String(DEFAULT_BENCH_OPTIONS.repeat);
  side.value = query.side;
  const paths = createPathChoice(onFault);

  return {
    read() {
      if (!form.reportValidity()) return null;
      const [width, height] = size.value.split(/[x×]/).map(Number);
      return {
        size: [width, height],
        side: side.value as LightSideName,
        frames: frames.valueAsNumber,
        repeat: repeat.valueAsNumber,
        path: paths.chosen(),
        ablations: ablations(),
      };
    },
    openPath: paths.open,
    setRunning(isRunning) {
      byId<HTMLFieldSetElement>("bench-fields").disabled = isRunning;
      byId<HTMLButtonElement>("bench-run").disabled = isRunning;
      byId("bench-cancel").hidden = !isRunning;
    },
  };
}

/** Returns a function that lists the ticked ablations. */
function createAblationBoxes(): () => Ablation[] {
  const all = byId<HTMLInputElement>("bench-all-ablations");
  const boxes = ABLATIONS.map((name) => {
    const box = make("input", { type: "checkbox", value: name });
    byId("bench-ablations").append(make("label", {}, box, ` ${describeSwitch(name)}`));
    return box;
  });
  const update = (): void => {
    const count = boxes.filter((box) => box.checked).length;
    all.checked = count === boxes.length;
    all.indeterminate = count > 0 && count < boxes.length;
  };
  for (const box of boxes) box.addEventListener("change", update);
  all.addEventListener("change", () => {
    for (const box of boxes) box.checked = all.checked;
  });
  return () => ABLATIONS.filter((_, i) => boxes[i].checked);
}

/** Fills the list of paths: the map's tour, the last recorded path, and path files. */
function createPathChoice(onFault: (error: unknown) => void) {
  const select = byId<HTMLSelectElement>("bench-path");
  const input = byId<HTMLInputElement>("bench-path-file");
  const paths: NamedPath[] = [];
  const fileOption = make("option", { value: FILE }, "Path file…");
  select.append(make("option", { value: TOUR }, "Tour of the map"), fileOption);

  const add = (path: NamedPath): void => {
    const seconds = `${path.flight.duration.toFixed(1)} s`;
    const value = String(paths.push(path) - 1);
    fileOption.before(make("option", { value }, `${path.name}, ${seconds}`));
    select.value = value;
  };
  const open = async (file: File): Promise<void> => {
    if (file.size > MAX_PATH_BYTES) throw new Error(`${file.name} is too large for a path`);
    add({ name: file.name, flight: parseFlight(await file.text(), file.name) });
  };

  let last = select.value;
  select.addEventListener("change", () => {
    if (select.value === FILE) {
      // Keeps the previous choice until a file has been read.
      select.value = last;
      input.click();
    }
    last = select.value;
  });
  input.addEventListener("change", () => {
    const file = input.files?.[0];
    input.value = "";
    if (file) open(file).catch(onFault);
  });
  const saved = loadSavedPath();
  if (saved) add({ name: `recorded on ${saved.name}`, flight: saved.flight });

  const chosen = (): NamedPath | null =>
    select.value === TOUR ? null : (paths[Number(select.value)] ?? null);
  return { open, chosen };
}
