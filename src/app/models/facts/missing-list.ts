/** What a model lacks, in words, where a finger reaches it, too. */

import type { ModelInfo } from "../../../viewer/model/index.ts";
import { make } from "../../dom.ts";

interface Warned {
  readonly subject: string;
  readonly message: string;
}

const fileOf = (path: string): string => path.split("/").at(-1) as string;

/** A sentence or two of files without which nothing is drawn; null: all are there. */
export function tellLacking({
  name,
  lacking,
  bones,
  vertexCount,
  hulls,
  hitBoxes,
}: ModelInfo): string | null {
  if (lacking.length === 0) return null;
  const files = lacking.map(fileOf);
  const last = files.pop() as string;
  const named = files.length === 0 ? last : `${files.join(", ")} and ${last}`;
  const shown = vertexCount > 0 ? ["vertices", "bones"] : ["bones"];
  if (hulls > 0) shown.push("hulls");
  else if (bones.length === 1 && hitBoxes > 0) shown.push("hit boxes");
  const end = shown.pop() as string;
  const what = shown.length === 0 ? end : `${shown.join(", ")} and ${end}`;
  const them = lacking.length === 1 ? "it" : "them";
  return (
    `Its triangles are not here: ${named} ${lacking.length === 1 ? "is" : "are"} missing. ` +
    `Drop ${them} together with ${fileOf(name)}, or keep ${them} beside it. Until then its ${what} are shown.`
  );
}

/** Of `load`: a line for over the picture, and all of it for the panel; both empty where nothing is missing. */
export function makeMissing(info: ModelInfo, warnings: readonly Warned[]) {
  const lacking = tellLacking(info);
  const isFile = (subject: string) => info.lacking.includes(subject);
  const rest = warnings.filter(({ subject }) => !isFile(subject));
  const element = make("section", { class: "model-missing" });
  if (lacking !== null) element.append(make("p", { class: "model-lacking" }, lacking));
  if (rest.length > 0) {
    const rows = rest.map(({ message }) => make("li", {}, message));
    const summary = make("summary", {}, make("h2", {}, `Missing or left out (${rest.length})`));
    element.append(make("details", { class: "fold" }, summary, make("ul", {}, ...rows)));
  }
  const files = `Without ${info.lacking.map(fileOf).join(" and ")}`;
  const more = rest.length === 0 ? "" : `${rest.length} missing or left out`;
  const parts = [lacking === null ? "" : files, more].filter(Boolean);
  return { element, line: parts.join(", "), isEmpty: parts.length === 0 };
}
