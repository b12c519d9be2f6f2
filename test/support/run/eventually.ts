import { waitUntil } from '../../../src/platform/processes/wait-until.ts'

/** Asks again and again until it holds, within a bound that a busy machine keeps too. */
export async function eventually(holds: () => Promise<boolean>, withinMs = 60_000): Promise<void> {
  const held = await waitUntil(async () => ((await holds()) ? true : undefined), { withinMs })
  if (!held) throw new Error(`It did not hold within ${withinMs} ms.`)
}
