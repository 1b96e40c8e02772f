/** What to tell someone for whom something did not work. */

import { describeFailure } from "../../component/failures.ts";

export interface ErrorText {
  /** What happened, in plain words. */
  readonly title: string;
  /** The error's one line. */
  readonly detail: string;
  /** What to do about it. */
  readonly advice: string;
}

/** The words themselves could not be had. */
const UNSAID = "Look at your connection, then try again.";

/** About a map that did not open. */
export async function describeError(error: unknown, mapName: string): Promise<ErrorText> {
  const { title, detail, advice } = await describeFailure(error, mapName);
  return { title, detail, advice: advice.join(" ") || UNSAID };
}

/** About anything else that a person asked for. */
export async function describeFault(error: unknown): Promise<ErrorText> {
  return { ...(await describeError(error, "")), title: "That did not work" };
}
