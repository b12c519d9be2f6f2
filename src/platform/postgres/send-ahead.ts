import { AsyncLocalStorage } from 'node:async_hooks'

const ahead = new AsyncLocalStorage<boolean>()

/**
 * Sends a statement of a transaction whose result nobody needs, and does not wait for it: the next one, often the commit, is
 * sent right behind it. If it fails, the next one fails with its reason, and PostgreSQL rolls back instead of committing.
 */
export async function sendAhead(send: () => Promise<unknown>): Promise<void> {
  await ahead.run(true, send)
}

export function isSentAhead(): boolean {
  return ahead.getStore() === true
}
