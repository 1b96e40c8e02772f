/** Reads outputs of entities: `"OnTrigger" "door,Open,,1.5,-1"`. */

/** An output of an entity: an input that it sends to a target. */
export interface EntityOutput {
  /** Key of the output, for example `OnTrigger`. */
  readonly name: string;
  readonly target: string;
  readonly input: string;
  /** Empty: the output passes its own value. */
  readonly parameter: string;
  /** Seconds. */
  readonly delay: number;
  /** Number of times it fires; -1 for unlimited. */
  readonly times: number;
}

/** Separator since Alien Swarm, because parameters may contain commas. */
const ESCAPE = "\x1b";
/** target, input, parameter, delay, times */
const PARTS = 5;

/**
 * Parses the value of a key that is known to be an output, as `CEventAction` does (Source SDK 2013,
 * cbase.cpp): missing parts are empty, an empty input is `Use`, zero times are unlimited. A parameter
 * with commas keeps them.
 */
export function readOutput(name: string, value: string): EntityOutput {
  const parts = value.split(value.includes(ESCAPE) ? ESCAPE : ",");
  const [parameter, delay, times] =
    parts.length < PARTS ? parts.slice(2) : [parts.slice(2, -2).join(","), ...parts.slice(-2)];
  return {
    name,
    target: parts[0].trim(),
    input: parts[1]?.trim() || "Use",
    parameter: parameter ?? "",
    delay: Number.parseFloat(delay) || 0,
    times: Number.parseInt(times, 10) || -1,
  };
}

/** Parses a pair of an entity whose outputs are not known; `null` if it looks like no output. */
export function parseOutput(name: string, value: string): EntityOutput | null {
  const parts = value.split(value.includes(ESCAPE) ? ESCAPE : ",");
  if (parts.length < PARTS - 1 || (parts.length > PARTS && !value.includes(","))) return null;
  const tail = parts.slice(-2);
  // Delay and times are numbers or empty. This excludes values like `1,2,3,4,5` of other keys,
  // whose parts are no input names.
  if (!tail.every((part) => part.trim() === "" || Number.isFinite(Number(part)))) return null;
  return /^[a-z_]\w*$/i.test(parts[1].trim()) ? readOutput(name, value) : null;
}
