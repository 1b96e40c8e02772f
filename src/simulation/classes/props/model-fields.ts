/** State of entities that show a model, as a renderer reads it. */

import { key, type StateLayout, textValue, value } from "../../entity-class.ts";

/** Fields of everything that plays sequences. */
export const ANIMATED_FIELDS = {
  skin: key("skin", "integer"),
  body: key("body", "integer"),
  /** Share of the animation's own speed. */
  playbackRate: key("playbackrate", "float", 1),
  /** Sequence that plays, and the second at which it began. */
  animation: textValue(),
  animationStart: value(),
  /** Second of the sequence that it showed at some time, and that time. */
  playedSeconds: value(),
  playedSince: value(),
  color: key("rendercolor", "vector", 255),
} as const;

/** First number of fields in the state of a class; undefined for those that it does not have. */
export type ModelFields = Readonly<Partial<Record<keyof typeof ANIMATED_FIELDS, number>>>;

export const modelFieldsOf = (state: StateLayout | undefined): ModelFields =>
  (state?.at ?? {}) as ModelFields;
