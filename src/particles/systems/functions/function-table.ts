/** All particle functions that run, by their names in small letters. */

import type {
  Constraint,
  EmitterKind,
  Force,
  FunctionTable,
  Initializer,
  Operator,
} from "../functions.ts";
import { EMITTERS } from "./emitters.ts";
import { INITIALIZERS } from "./initializers.ts";
import { CONSTRAINTS, FORCES, MOVEMENTS } from "./movement.ts";
import { OPERATORS } from "./operators.ts";
import { PLACES } from "./places.ts";

export const BASIC_MOVEMENT = "movement basic";

/** Functions by the list that they stand in. */
export const FUNCTIONS: {
  readonly emitters: FunctionTable<EmitterKind>;
  readonly initializers: FunctionTable<Initializer>;
  readonly operators: FunctionTable<Operator>;
  readonly forces: FunctionTable<Force>;
  readonly constraints: FunctionTable<Constraint>;
} = {
  emitters: EMITTERS,
  initializers: { ...INITIALIZERS, ...PLACES },
  operators: { ...OPERATORS, ...MOVEMENTS },
  forces: FORCES,
  constraints: CONSTRAINTS,
};

/** Renderers that are drawn. */
export const RENDERERS: readonly string[] = [
  "render_animated_sprites",
  "render_sprite_trail",
  "render_rope",
];

/** Returns whether a function of a list runs. */
export function isKnownFunction(list: keyof typeof FUNCTIONS | "renderers", name: string): boolean {
  const key = name.toLowerCase();
  if (list === "renderers") return RENDERERS.includes(key);
  return Object.hasOwn(FUNCTIONS[list], key) || (list === "operators" && key === BASIC_MOVEMENT);
}
