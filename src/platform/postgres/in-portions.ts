/** Repeats a step that handles a limited number of rows, until it finds none; returns how many there were. */
export async function inPortions(step: () => Promise<number>, signal?: AbortSignal): Promise<number> {
  for (let total = 0; ; ) {
    signal?.throwIfAborted()
    const count = await step()
    if (count === 0) return total
    total += count
  }
}
