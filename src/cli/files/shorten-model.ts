import type { ModelLists } from "../../formats/studio/summarize-lists.ts";

/** For a person: events and boxes as words. */
export function shortenLists(lists: ModelLists): object {
  const number = (value: number) => String(+value.toFixed(2));
  const { sequenceList, animationList, attachmentList, hitboxList, materialList } = lists;
  return {
    ...lists,
    sequenceList: (sequenceList ?? []).map(({ flagNames, flags: _, animations: __, ...row }) => ({
      ...row,
      fps: +row.fps.toFixed(2),
      flags: flagNames.join(" "),
      events: row.events
        .map(({ frame, event, name, options }) =>
          `${frame}: ${[name || event, options].join(" ")}`.trim(),
        )
        .join("; "),
    })),
    animationList: (animationList ?? []).map(({ flagNames, flags: _, ...row }) => ({
      ...row,
      fps: +row.fps.toFixed(2),
      flags: flagNames.join(" "),
    })),
    attachmentList: attachmentList.map((row) => ({
      ...row,
      origin: row.origin.map(number).join(" "),
    })),
    hitboxList: hitboxList.map(({ box, group, groupName, ...row }) => ({
      ...row,
      group: `${group} ${groupName}`,
      mins: box[0].map(number).join(" "),
      maxs: box[1].map(number).join(" "),
    })),
    materialList: materialList.map(({ name, paths }) => ({ name, "looked for": paths.join(" ") })),
  };
}
