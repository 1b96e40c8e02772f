/**
 * The support page: abilities of the browser and the graphics adapter, with advice on missing ones.
 */

import { describeSupport, type Support } from "../component/describe-support.ts";
import { byId, formatCount, make, setText } from "./dom.ts";

interface PageAbility {
  readonly name: string;
  readonly isPresent: () => boolean;
  readonly without: string;
}

/** Optional features that the page uses in addition to WebGPU. */
const ABILITIES: readonly PageAbility[] = [
  {
    name: "Folders that are kept (File System Access)",
    isPresent: () => "showDirectoryPicker" in globalThis,
    without: "a game folder has to be picked or dropped at each visit",
  },
  {
    name: "Video (WebCodecs)",
    isPresent: () => "VideoEncoder" in globalThis,
    without: "no video can be made of a flight",
  },
  {
    name: "Cache of maps from the web",
    isPresent: () => "caches" in globalThis,
    without: "a map from the web is downloaded at each visit",
  },
  {
    name: "Gamepad",
    isPresent: () => "getGamepads" in navigator,
    without: "there are keys, mouse and touch",
  },
  {
    name: "Full screen",
    isPresent: () => document.fullscreenEnabled === true,
    without: "the map stays within the browser's window",
  },
];

export async function showSupportPage(): Promise<void> {
  document.body.dataset.state = "support";
  document.title = "What this browser can do – visleaf";
  const support = await describeSupport();
  showVerdict(support);
  const rows = [
    ...support.features.map(({ name, isPresent, without }) =>
      makeAbility(name, isPresent, without),
    ),
    ...ABILITIES.map(({ name, isPresent, without }) => makeAbility(name, isPresent(), without)),
  ];
  byId("support-abilities").replaceChildren(...rows);
  byId("support-limits").replaceChildren(...support.limits.map(makeLimit));
  byId("support-limits-part").hidden = support.limits.length === 0;
  byId("support-copy").addEventListener("click", () => {
    const told = byId("support-told");
    navigator.clipboard.writeText(formatSupport(support)).then(
      () => setText(told, "Copied."),
      (error) => setText(told, `Not copied: ${error.message}`),
    );
  });
  byId("support").hidden = false;
}

function showVerdict({ problem, adapterName, isSoftware }: Support): void {
  const root = byId("support-verdict");
  root.dataset.verdict = problem === null ? (isSoftware ? "slow" : "good") : "bad";
  setText(byId("support-title"), verdictOf(problem?.title ?? null, isSoftware));
  const reason = isSoftware
    ? "Maps are drawn by the processor: right, but slowly. If this machine has a graphics card, switch on hardware acceleration in the browser's settings."
    : "WebGPU is available, with all that maps need.";
  setText(byId("support-reason"), problem?.reason ?? reason);
  const advice = (problem?.advice ?? []).map((line) => make("li", {}, line));
  byId("support-advice").replaceChildren(...advice);
  setText(byId("support-adapter"), adapterName === "" ? "" : `Adapter: ${adapterName}`);
}

function verdictOf(problem: string | null, isSoftware: boolean): string {
  if (problem !== null) return problem;
  return isSoftware ? "This browser shows maps, slowly" : "This browser shows maps";
}

function makeAbility(name: string, isPresent: boolean, without: string): HTMLElement {
  const mark = make("span", { class: isPresent ? "mark good" : "mark" }, isPresent ? "yes" : "no");
  const text = isPresent ? "" : `Without it, ${without}.`;
  return make("li", {}, mark, make("span", {}, name), make("span", { class: "note" }, text));
}

function makeLimit({ name, needed, value }: Support["limits"][number]): HTMLElement {
  const isEnough = value >= needed;
  const row = make(
    "tr",
    {},
    make("th", { scope: "row" }, name),
    make("td", { class: "number" }, formatCount(needed)),
    make("td", { class: isEnough ? "number" : "number bad" }, formatCount(value)),
  );
  return row;
}

/** Formats the results for a bug report. */
export function formatSupport({ problem, adapterName, limits, features }: Support): string {
  return [
    problem === null ? "shows maps" : `${problem.code}: ${problem.reason}`,
    `adapter: ${adapterName || "none"}`,
    ...features.map(({ name, isPresent }) => `${name}: ${isPresent ? "yes" : "no"}`),
    ...limits.map(({ name, needed, value }) => `${name}: ${value} (needs ${needed})`),
    `browser: ${globalThis.navigator?.userAgent ?? "unknown"}`,
  ].join("\n");
}
