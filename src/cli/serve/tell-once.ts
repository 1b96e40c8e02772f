/** What is told again and again, by every request: once is enough, and not without end. */

const MAX_MESSAGES = 50;
/** A path in a request may have 16 KB. */
const MAX_LENGTH = 400;

/** Passes on each message once, in a line of some length, and so many of them at most. */
export function tellOnce(say: (message: string) => void): (message: string) => void {
  const told = new Set<string>();
  return (message) => {
    const line = message.length > MAX_LENGTH ? `${message.slice(0, MAX_LENGTH)}…` : message;
    if (told.size >= MAX_MESSAGES || told.has(line)) return;
    told.add(line);
    say(line);
    if (told.size === MAX_MESSAGES) say("there is more that cannot be read; no more is said of it");
  };
}
