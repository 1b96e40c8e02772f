/** Milliseconds that this process was given to compute in: the clock counts those of others too. */
export function processorMs(): number {
  return process.cpuUsage().user / 1000;
}
