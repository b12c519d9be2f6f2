import { isIP } from 'node:net'
import type { AddressGuard } from './address-guard.ts'
import { isLoopbackHost } from './loopback-rule.ts'

const URL_LENGTH_MAX = 2_048
const LIVE_PORTS = new Set(['', '443', '8443'])

type UrlRules = {
  readonly isSandbox: boolean
  /** The guard of the addresses that the URL may lead to. */
  readonly guardOf: (url: URL) => AddressGuard
}

const SPECIAL = 'must not lead to an address of a private or special network'
const OWN_PORT = 'must not lead to this port of the machine that the sandbox runs on'

/**
 * The problem with an address that the service is asked to call; the sentence follows a field's name. A name may
 * still resolve to an address that is refused, so a call checks again.
 */
export function urlProblem(given: string, { isSandbox, guardOf }: UrlRules): string | undefined {
  if (given.length > URL_LENGTH_MAX) return `must not be longer than ${URL_LENGTH_MAX} characters`
  // The parser drops line breaks and accepts spaces around; a stored address should be exact.
  if (/[\s\p{Cc}\\]/u.test(given) || !URL.canParse(given)) return 'must be a URL'
  const url = new URL(given)
  const schemes = isSandbox ? ['https:', 'http:'] : ['https:']
  if (!schemes.includes(url.protocol)) return `must start with ${schemes.map((each) => `${each}//`).join(' or ')}`
  if (url.username !== '' || url.password !== '') return 'must not contain a user name or password'
  if (!isSandbox && !LIVE_PORTS.has(url.port)) return 'must have the port 443 or 8443'
  if (url.port === '0') return 'must not have the port 0'
  return hostProblem(hostOf(url), guardOf(url), isSandbox ? OWN_PORT : SPECIAL)
}

/** The host as programs use it: IPv6 addresses without brackets. */
function hostOf({ hostname }: Pick<URL, 'hostname'>): string {
  return hostname.startsWith('[') ? hostname.slice(1, -1) : hostname
}

function hostProblem(host: string, isAllowed: AddressGuard, ofLoopback: string): string | undefined {
  if (isIP(host) !== 0) {
    if (isAllowed(host)) return undefined
    return isLoopbackHost(host) ? ofLoopback : SPECIAL
  }
  if (host.endsWith('.')) return 'must not have a host that ends with a dot'
  return isLocalhost(host) && !isAllowed('127.0.0.1') ? ofLoopback : undefined
}

/** RFC 6761: such names mean the machine itself, whatever a name server says. */
export function isLocalhost(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost')
}
