import { setTimeout as sleep } from 'node:timers/promises'

/** Calls `ask` until it returns something; undefined when the time is up. */
export async function waitUntil<T>(
  ask: () => Promise<T | undefined> | T | undefined,
  { withinMs, everyMs = 25 }: { withinMs: number; everyMs?: number },
): Promise<T | undefined> {
  const deadline = performance.now() + withinMs
  for (;;) {
    const answer = await ask()
    if (answer !== undefined) return answer
    if (performance.now() >= deadline) return undefined
    await sleep(everyMs)
  }
}
