import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { StartupError } from './startup-error.ts'

/**
 * Below the range from which systems take the ports of outgoing connections: a port from that range may
 * be in use by the time a server wants it, and again at every restart.
 */
const CHOICE = { min: 15_000, max: 32_000 } as const
const ATTEMPTS_MAX = 200

/** A port of 127.0.0.1 that is free now: the requested one if possible, otherwise any other. */
export async function freePort(wished?: number): Promise<number> {
  if (wished !== undefined && wished !== 0 && (await isFree(wished))) return wished
  for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt += 1) {
    const port = randomInt(CHOICE.min, CHOICE.max)
    if (await isFree(port)) return port
  }
  throw new StartupError('No port of 127.0.0.1 is free for the embedded stores.')
}

/** Fails if the port is in use, or cannot be listened at. */
export async function probePort(address: { readonly host: string; readonly port: number }): Promise<void> {
  await using probe = createServer().listen({ ...address, exclusive: true })
  await once(probe, 'listening')
}

async function isFree(port: number): Promise<boolean> {
  return probePort({ host: '127.0.0.1', port }).then(
    () => true,
    () => false,
  )
}
