import { createServer } from 'node:net'
import type { PlatformConfig } from '../../config/config.ts'
import { StartupError } from '../../processes/startup-error.ts'

type Address = Pick<PlatformConfig, 'host' | 'port'>

/** Explains in one sentence why the service cannot listen there. */
export function explainListenFailure(cause: unknown, { host, port }: Address): unknown {
  switch ((cause as { code?: string }).code ?? '') {
    case 'EADDRINUSE':
      return new StartupError(
        `Port ${port} on ${host} is already in use: stop what listens there, or set QUITTANCE_PORT to another port.`,
        { cause },
      )
    case 'EACCES':
      return new StartupError(`This user may not listen at port ${port}: set QUITTANCE_PORT to one above 1023.`, {
        cause,
      })
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new StartupError(`QUITTANCE_HOST ${host} is not an address of this machine.`, { cause })
    default:
      return cause
  }
}

/** Fails early, before any store has started, if the port is in use. */
export async function refusePortInUse({ host, port }: Address): Promise<void> {
  const probe = createServer()
  try {
    await new Promise<void>((resolve, reject) => {
      probe.once('error', reject)
      probe.listen({ host, port, exclusive: true }, resolve)
    })
  } catch (error) {
    throw explainListenFailure(error, { host, port })
  }
  await new Promise((resolve) => probe.close(resolve))
}
