import { ROOT_PATH } from '../page-facts.ts'
import { Signal } from './signal.ts'

const AGAIN_MS = 3_000
const AGAIN_MS_MAX = 30_000

/** Whether the service could be reached last. While it cannot, it is asked again until it answers. */
export const isConnected = new Signal(true)

let timer: ReturnType<typeof setTimeout> | undefined

export function connectionWasLost(): void {
  isConnected.set(false)
  if (timer === undefined) askLater(AGAIN_MS)
}

export function connectionIsThere(): void {
  clearTimeout(timer)
  timer = undefined
  isConnected.set(true)
}

/** Asks immediately, without waiting for the next turn. */
export async function checkConnection(): Promise<void> {
  clearTimeout(timer)
  await ask(AGAIN_MS)
}

function askLater(delayMs: number): void {
  timer = setTimeout(() => void ask(Math.min(delayMs * 2, AGAIN_MS_MAX)), delayMs)
}

async function ask(nextDelayMs: number): Promise<void> {
  try {
    const response = await fetch(`${ROOT_PATH}/healthz`, { cache: 'no-store' })
    if (response.ok) return connectionIsThere()
  } catch {
    // Still away: it is asked again below.
  }
  askLater(nextDelayMs)
}

window.addEventListener('online', () => {
  if (!isConnected.get()) void checkConnection()
})
