/** The page without WebGPU: what is missing, and what to do about it. */

import { describeFailure } from "../../component/failures.ts";
import { byId, make, setText } from "../dom.ts";

/** Replaces the start screen. */
export async function showUnsupported(error: unknown): Promise<void> {
  const { title, advice, detail } = await describeFailure(error, "the page");
  setText(byId("unsupported-title"), title);
  setText(byId("unsupported-reason"), detail);
  byId("unsupported-advice").replaceChildren(...advice.map((line) => make("li", {}, line)));
  const message = error instanceof Error ? error.message : String(error);
  setText(byId("unsupported-detail"), message === detail ? "" : message);
  byId("unsupported").hidden = false;
  document.body.dataset.state = "unsupported";
}
