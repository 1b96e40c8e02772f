/**
 * Text file of an overview, `resource/overviews/NAME.txt`: KeyValues, read by
 * `CMapOverview::SetMap` (SDK, MapOverview.cpp). Only Counter-Strike: Global Offensive reads
 * `verticalsections`; older games skip them.
 */

import type { OverviewFrame } from "./fit-picture.ts";
import type { OverviewSection } from "./sections.ts";

/** @param sections from the highest down. A single section is not written. */
export function writeOverviewText(
  name: string,
  { posX, posY, scale }: OverviewFrame,
  sections: readonly OverviewSection[],
): string {
  const pair = (key: string, value: string | number) => `"${key}"\t"${value}"`;
  const lines = [
    `"${name}"`,
    "{",
    `\t${pair("material", `overviews/${name}`)}`,
    `\t${pair("pos_x", posX)}`,
    `\t${pair("pos_y", posY)}`,
    `\t${pair("scale", scale)}`,
    `\t${pair("rotate", 0)}`,
    `\t${pair("zoom", 1)}`,
  ];
  if (sections.length > 1) {
    lines.push(`\t"verticalsections"`, "\t{");
    for (const section of sections) {
      lines.push(
        `\t\t"${section.name}"`,
        "\t\t{",
        `\t\t\t${pair("AltitudeMax", section.altitudeMax)}`,
        `\t\t\t${pair("AltitudeMin", section.altitudeMin)}`,
        "\t\t}",
      );
    }
    lines.push("\t}");
  }
  return `${[...lines, "}"].join("\n")}\n`;
}
