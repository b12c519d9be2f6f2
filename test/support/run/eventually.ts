import { waitUntil } from '../../../src/platform/processes/wait-until.ts'

/** Polls until the condition holds, within a bound that suits a busy machine too. */
export async function eventually(holds: () => Promise<boolean>, withinMs = 60_000): Promise<void> {
  const held = await waitUntil(async () => ((await holds()) ? true : undefined), { withinMs })
  if (!held) throw new Error(`It did not hold within ${withinMs} ms.`)
}
