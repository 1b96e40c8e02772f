import type { Fault } from "../../fault.ts";

const LIMITS = "serve/limits.test.ts";

export const SERVE: readonly Fault[] = [
  {
    name: "requests to serve never end",
    edits: [['response.once("close", () => client.requests--);', ""]],
    caughtBy: [[LIMITS, "give the place of an idle connection"]],
  },
  {
    name: "a connection that waits for serve counts as slow",
    edits: [["const isSlow = !isWaiting && moved", "const isSlow = moved"]],
    caughtBy: [[LIMITS, "never close a connection that waits"]],
  },
];
