/**
 * Processor time of this process in milliseconds, which excludes other processes, unlike the clock.
 */
export function processorMs(): number {
  return process.cpuUsage().user / 1000;
}
