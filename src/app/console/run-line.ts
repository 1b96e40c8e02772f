/** Carries out a line: its commands one after the other, each when the one before has done what it does. */

import { explain, failUnknown, findCommand } from "./command-list.ts";
import { type CameraMoves, ConsoleError, type ConsoleHost } from "./console-types.ts";
import { splitLine } from "./split-line.ts";

/** More commands in a line are none that a person pasted. */
const MOST_COMMANDS = 64;

/** `print` gets each answer with whether it is an error. Never rejects for what was typed. */
export async function runLine(
  text: string,
  host: ConsoleHost,
  print: (text: string, isError: boolean) => void,
): Promise<void> {
  const commands = splitLine(text);
  const line = createMoves(host);
  for (const [name, ...args] of commands.slice(0, MOST_COMMANDS)) {
    try {
      const command = findCommand(name, host.settings) ?? failUnknown(name);
      const isAsked = command.value !== undefined && args.length === 0;
      const answer = isAsked ? explain(command, host) : await command.run(args, host, line);
      if (answer !== undefined) print(answer, false);
    } catch (error) {
      // What else fails, as a screenshot may, is told in the same place.
      const isOurs = error instanceof ConsoleError;
      print(
        isOurs ? error.message : `${name}: ${error instanceof Error ? error.message : error}`,
        true,
      );
    }
  }
  if (commands.length > MOST_COMMANDS) {
    print(`Only the first ${MOST_COMMANDS} commands were carried out.`, true);
  }
}

/** A line is one step on the way back, however many of its commands move the camera. */
function createMoves(host: ConsoleHost): CameraMoves {
  let isMoved = false;
  return {
    put(pose) {
      if (host.mapName === null) throw new ConsoleError("No map is open.");
      host.put(pose, !isMoved);
      isMoved = true;
    },
  };
}
