/** A line as the engine's console cuts it: commands end at `;` or at the line's end, quotes hold words together. */

/** Longer lines are cut off: nobody typed them. */
export const MAX_LINE = 4096;

/** Of each command its words; those without any are left out. `//` begins a comment. */
export function splitLine(text: string): string[][] {
  const commands: string[][] = [];
  let words: string[] = [];
  let word: string | null = null;
  let isQuoted = false;
  const endWord = (): void => {
    if (word !== null) words.push(word);
    word = null;
  };
  const endCommand = (): void => {
    endWord();
    if (words.length > 0) commands.push(words);
    words = [];
  };
  const end = Math.min(text.length, MAX_LINE);
  for (let i = 0; i < end; i++) {
    const letter = text[i];
    if (letter === "\n" || letter === "\r") {
      isQuoted = false;
      endCommand();
    } else if (letter === '"') {
      if (isQuoted) endWord();
      else word ??= "";
      isQuoted = !isQuoted;
    } else if (isQuoted) {
      word += letter;
    } else if (letter === ";") {
      endCommand();
    } else if (letter === "/" && text[i + 1] === "/" && word === null) {
      while (i + 1 < end && text[i + 1] !== "\n" && text[i + 1] !== "\r") i++;
    } else if (/\s/.test(letter)) {
      endWord();
    } else {
      word = (word ?? "") + letter;
    }
  }
  endCommand();
  return commands;
}
