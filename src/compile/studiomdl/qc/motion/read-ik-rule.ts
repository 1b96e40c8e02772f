/** Reads the option `ikrule` of animations. */

import { IK_RULE_TYPES } from "../../../../formats/studio/animation/animation-types.ts";
import { type QcWords, qcError } from "../qc-statements.ts";
import type { QcIkRule, QcSpan } from "./motion-types.ts";

type MutableRule = { -readonly [Key in keyof QcIkRule]: QcIkRule[Key] };

/** Rule types by their words in scripts. */
export const IK_RULE_WORDS: Readonly<Record<string, number>> = {
  touch: IK_RULE_TYPES.indexOf("self"),
  footstep: IK_RULE_TYPES.indexOf("ground"),
  release: IK_RULE_TYPES.indexOf("release"),
  attachment: IK_RULE_TYPES.indexOf("attachment"),
  unlatch: IK_RULE_TYPES.indexOf("unlatch"),
};

type ReadOption = (rule: MutableRule, words: QcWords) => void;

const OPTIONS: Readonly<Record<string, ReadOption>> = {
  range(rule, words) {
    rule.range = [0, 1, 2, 3].map((i) => {
      const { text } = words.peek() ?? { text: "" };
      // `..` leaves the frame to the tool: the first or the last frame.
      if (text !== "..") return words.number("a frame");
      words.take("a frame");
      return i < 2 ? 0 : Number.POSITIVE_INFINITY;
    }) as unknown as QcSpan;
  },
  contact: (rule, words) => set(rule, "contact", words.number("a frame")),
  target: (rule, words) => set(rule, "slot", words.integer("a slot")),
  height: (rule, words) => set(rule, "height", words.number("inches")),
  radius: (rule, words) => set(rule, "radius", words.number("inches")),
  pad: (rule, words) => set(rule, "radius", words.number("inches") / 2),
  floor: (rule, words) => set(rule, "floor", words.number("inches")),
  bone: (rule, words) => set(rule, "bone", words.text("a bone")),
};

function set<Key extends keyof MutableRule>(rule: MutableRule, key: Key, value: MutableRule[Key]) {
  rule[key] = value;
}

/**
 * Reads `<chain> <kind> [range …] [contact …] …`, up to the first word that is not an option of the
 * rule.
 */
export function readIkRule(words: QcWords, line: number): QcIkRule {
  const chain = words.text("an $ikchain");
  const kind = words.text("a kind of rule");
  const key = kind.toLowerCase();
  if (!Object.hasOwn(IK_RULE_WORDS, key)) {
    throw qcError("bad-value", "ikrule", line, Object.keys(IK_RULE_WORDS).join(", "), kind);
  }
  const type = IK_RULE_WORDS[key];
  const rule: MutableRule = {
    chain,
    type,
    target: key === "touch" || key === "attachment" ? words.text("what it is held to") : "",
    range: null,
    contact: null,
    slot: null,
    height: null,
    radius: null,
    floor: null,
    bone: "",
    line,
  };
  for (let token = words.peek(); token !== undefined; token = words.peek()) {
    const option = token.text.toLowerCase();
    if (token.line !== line || token.isQuoted || !Object.hasOwn(OPTIONS, option)) break;
    words.take("an option");
    OPTIONS[option](rule, words);
  }
  return rule;
}
