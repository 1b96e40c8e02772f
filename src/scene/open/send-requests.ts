/**
 * Lets requests be sent, and answers be read, before the thread is busy. Two turns: reads are
 * gathered for one before they are requested.
 */
export async function sendRequests(): Promise<void> {
  for (let turn = 0; turn < 2; turn++) await new Promise((resolve) => setTimeout(resolve, 0));
}
