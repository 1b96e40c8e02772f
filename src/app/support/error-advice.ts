/** Describes errors for users. */

import { describeFailure } from "../../component/failures.ts";

export interface ErrorText {
  /** Short description of the failure. */
  readonly title: string;
  /** Details in one line. */
  readonly detail: string;
  /** Advice to the user. */
  readonly advice: string;
}

/** Advice if the module with descriptions cannot be loaded. */
const UNSAID = "Look at your connection, then try again.";

/** Describes an error of a map that did not open. */
export async function describeError(error: unknown, mapName: string): Promise<ErrorText> {
  const { title, detail, advice } = await describeFailure(error, mapName);
  return { title, detail, advice: advice.join(" ") || UNSAID };
}

/** Describes the error of any other action. */
export async function describeFault(error: unknown): Promise<ErrorText> {
  return { ...(await describeError(error, "")), title: "That did not work" };
}
