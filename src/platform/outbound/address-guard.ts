import { BlockList, isIP } from 'node:net'
import { GLOBAL_IPV6, IPV4_INSIDE, LOOPBACK, SPECIAL_IPV4, SPECIAL_IPV6 } from './special-ranges.ts'

export type AddressGuardOptions = {
  /** A sandbox may reach the machine itself, where test programs listen. */
  readonly isSandbox: boolean
  /** Addresses and ranges that the operator allows, such as `10.20.0.0/16`. */
  readonly allowed: readonly string[]
}

/** Tells whether the service may connect to an IP address. */
export type AddressGuard = (address: string) => boolean

const special = rangesOf([...SPECIAL_IPV4, ...SPECIAL_IPV6])
const globalIpv6 = rangesOf([GLOBAL_IPV6])
const ipv4Inside = rangesOf(IPV4_INSIDE)

/**
 * Allows addresses of the internet, and beyond them only what the operator allows: a webhook of a merchant that leads to
 * an inner service, or to a cloud's metadata, would use our place in the network.
 */
export function createAddressGuard({ isSandbox, allowed }: AddressGuardOptions): AddressGuard {
  const exceptions = rangesOf(isSandbox ? [...allowed, ...LOOPBACK] : allowed)
  return (address) => {
    const reached = reachedAddress(address)
    if (reached === undefined) return false
    return isGlobal(reached) || has(exceptions, reached) || has(exceptions, address)
  }
}

/** The address in the usual spelling that a connection leads to; undefined for one of a network interface (`%eth0`). */
function reachedAddress(address: string): string | undefined {
  if (isIP(address) === 0 || address.includes('%')) return undefined
  if (isIP(address) === 4) return address
  // The URL parser writes each address in one way only.
  const usual = new URL(`http://[${address}]`).hostname.slice(1, -1)
  return has(ipv4Inside, usual) ? lastFourBytes(usual) : usual
}

/** A parsed address ends with two groups of 16 bits, or with `::` and one group, or with `::`. */
function lastFourBytes(address: string): string {
  const [low = '', high = ''] = address.split(':').reverse()
  const bytes = [high, low].flatMap((group) => {
    const bits = Number.parseInt(group || '0', 16)
    return [bits >> 8, bits & 0xff]
  })
  return bytes.join('.')
}

function isGlobal(address: string): boolean {
  if (isIP(address) === 6 && !has(globalIpv6, address)) return false
  return !has(special, address)
}

function has(ranges: BlockList, address: string): boolean {
  return ranges.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6')
}

function rangesOf(list: readonly string[]): BlockList {
  const ranges = new BlockList()
  for (const entry of list) {
    const [address = '', bits] = entry.split('/')
    const family = isIP(address) === 4 ? 'ipv4' : 'ipv6'
    ranges.addSubnet(address, bits === undefined ? (family === 'ipv4' ? 32 : 128) : Number(bits), family)
  }
  return ranges
}
