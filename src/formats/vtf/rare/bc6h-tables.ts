/**
 * Where BC6H keeps its endpoints. Source: the tables of ARB_texture_compression_bptc and of Direct3D 11's
 * description of BC6H.
 */

export interface Bc6hMode {
  /** Of the first endpoint, each channel. */
  readonly bits: number;
  /** Of the others: red, green, blue. They are differences from the first where `isDelta`. */
  readonly deltaBits: readonly [number, number, number];
  readonly isDelta: boolean;
  /** One or two; two have five bits of a partition behind the fields. */
  readonly subsets: number;
  /**
   * The fields in their order, four letters each: a channel, an endpoint (w and x of the first subset, y
   * and z of the second), the lowest of its bits that are here, and how many are, both in base 16.
   */
  readonly fields: string;
}

function mode(
  bits: number,
  red: number,
  green: number,
  blue: number,
  isDelta: boolean,
  fields: string,
): Bc6hMode {
  const subsets = fields.includes("z") ? 2 : 1;
  return { bits, deltaBits: [red, green, blue], isDelta, subsets, fields };
}

/** By the bits that a block begins with: two where they are 0 or 1, else five. Others are reserved. */
export const BC6H_MODES: Readonly<Record<number, Bc6hMode>> = {
  0: mode(
    10,
    5,
    5,
    5,
    true,
    "gy41by41bz41rw0agw0abw0arx05gz41gy04gx05bz01gz04bx05bz11by04ry05bz21rz05" + "bz31",
  ),
  1: mode(
    7,
    6,
    6,
    6,
    true,
    "gy51gz41gz51rw07bz01bz11by41gw07by51bz21gy41bw07bz31bz51bz41rx06gy04gx06" +
      "gz04bx06by04ry06rz06",
  ),
  2: mode(
    11,
    5,
    4,
    4,
    true,
    "rw0agw0abw0arx05rwa1gy04gx04gwa1bz01gz04bx04bwa1bz11by04ry05bz21rz05bz31",
  ),
  6: mode(
    11,
    4,
    5,
    4,
    true,
    "rw0agw0abw0arx04rwa1gz41gy04gx05gwa1gz04bx04bwa1bz11by04ry04bz01bz21rz04" + "gy41bz31",
  ),
  10: mode(
    11,
    4,
    4,
    5,
    true,
    "rw0agw0abw0arx04rwa1by41gy04gx04gwa1bz01gz04bx05bwa1by04ry04bz11bz21rz04" + "bz41bz31",
  ),
  14: mode(
    9,
    5,
    5,
    5,
    true,
    "rw09by41gw09gy41bw09bz41rx05gz41gy04gx05bz01gz04bx05bz11by04ry05bz21rz05" + "bz31",
  ),
  18: mode(
    8,
    6,
    5,
    5,
    true,
    "rw08gz41by41gw08bz21gy41bw08bz31bz41rx06gy04gx05bz01gz04bx05bz11by04ry06" + "rz06",
  ),
  22: mode(
    8,
    5,
    6,
    5,
    true,
    "rw08bz01by41gw08gy51gy41bw08gz51bz41rx05gz41gy04gx06gz04bx05bz11by04ry05" + "bz21rz05bz31",
  ),
  26: mode(
    8,
    5,
    5,
    6,
    true,
    "rw08bz11by41gw08by51gy41bw08bz51bz41rx05gz41gy04gx05bz01gz04bx06by04ry05" + "bz21rz05bz31",
  ),
  30: mode(
    6,
    6,
    6,
    6,
    false,
    "rw06gz41bz01bz11by41gw06gy51by51bz21gy41bw06gz51bz31bz51bz41rx06gy04gx06" +
      "gz04bx06by04ry06rz06",
  ),
  3: mode(10, 10, 10, 10, false, "rw0agw0abw0arx0agx0abx0a"),
  7: mode(11, 9, 9, 9, true, "rw0agw0abw0arx09rwa1gx09gwa1bx09bwa1"),
  11: mode(12, 8, 8, 8, true, "rw0agw0abw0arx08rwb1rwa1gx08gwb1gwa1bx08bwb1bwa1"),
  15: mode(
    16,
    4,
    4,
    4,
    true,
    "rw0agw0abw0arx04rwf1rwe1rwd1rwc1rwb1rwa1gx04gwf1gwe1gwd1gwc1gwb1gwa1bx04" +
      "bwf1bwe1bwd1bwc1bwb1bwa1",
  ),
};
