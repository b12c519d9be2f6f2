import type { PlatformConfig } from '../../config/config.ts'
import { probePort } from '../../processes/free-port.ts'
import { StartupError } from '../../processes/startup-error.ts'

type Address = Pick<PlatformConfig, 'host' | 'port'> & {
  /** The variable that sets the port; default: that of the service. */
  readonly setting?: string
}

const SETTING = 'QUITTANCE_PORT'

const notAnAddress = ({ host }: Address) => `QUITTANCE_HOST ${host} is not an address of this machine.`

const SENTENCE_OF_CODE: Readonly<Record<string, (address: Address) => string>> = {
  EADDRINUSE: ({ host, port, setting = SETTING }) =>
    `Port ${port} on ${host} is already in use: stop what listens there, or set ${setting} to another port.`,
  EACCES: ({ port, setting = SETTING }) =>
    `This user may not listen at port ${port}: set ${setting} to one above 1023.`,
  EADDRNOTAVAIL: notAnAddress,
  ENOTFOUND: notAnAddress,
}

/** Explains in one sentence why the service cannot listen there. */
export function explainListenFailure(cause: unknown, address: Address): unknown {
  const sentence = SENTENCE_OF_CODE[(cause as { code?: string }).code ?? '']?.(address)
  return sentence === undefined ? cause : new StartupError(sentence, { cause })
}

/** Fails early, before any store has started, if the port is in use. */
export async function refusePortInUse(address: Address): Promise<void> {
  await probePort(address).catch((error: unknown) => {
    throw explainListenFailure(error, address)
  })
}
