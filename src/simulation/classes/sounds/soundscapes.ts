/**
 * env_soundscape and trigger_soundscape: soundscape.cpp of Source SDK 2013. Which one is heard depends
 * on where the listener is, so a player of sounds finds it.
 */

import {
  type EntityClass,
  type EntityWorld,
  input,
  key,
  layoutOf,
  switches,
} from "../../entity-class.ts";
import { makeTrigger, passesTrigger, startTouch, triggerLayout } from "../triggers/trigger.ts";

const soundscape = layoutOf({
  soundscape: key("soundscape", "text"),
  radius: key("radius"),
  isDisabled: key("StartDisabled", "boolean"),
});

const envSoundscape: EntityClass = {
  names: ["env_soundscape", "env_soundscape_proxy", "env_soundscape_triggerable"],
  state: soundscape,
  outputs: ["OnPlay"],
  inputs: {
    Enable: switches(soundscape.at.isDisabled, false),
    Disable: switches(soundscape.at.isDisabled, true),
    ToggleEnabled: input((world, self) =>
      world.set(self, soundscape.at.isDisabled, 1 - world.get(self, soundscape.at.isDisabled)),
    ),
  },
};

/** Returns whether an `env_soundscape` is on; `null` for other entities. */
export function isSoundscapeEnabled(world: EntityWorld, row: number): boolean | null {
  if (world.classOf(row) !== envSoundscape) return null;
  return world.isAlive(row) && world.get(row, soundscape.at.isDisabled) === 0;
}

const scapeTrigger = triggerLayout({ soundscape: key("soundscape", "text") });

const triggerSoundscape = makeTrigger({
  names: ["trigger_soundscape"],
  state: scapeTrigger,
  startTouch(world, self, other) {
    startTouch(world, self, other);
    if (!passesTrigger(world, self, other)) return;
    world.report(self, other, "SetSoundscape", world.text(self, scapeTrigger.at.soundscape));
  },
});

export const SOUNDSCAPES: readonly EntityClass[] = [envSoundscape, triggerSoundscape];
