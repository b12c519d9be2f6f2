// pure

const GROUPS = 8
const NETWORK_GROUPS = 4

/** An IPv4 address itself, or the first half of an IPv6 address, which one subscriber has. */
export function networkOfAddress(address: string): string {
  const [plain = ''] = address.trim().toLowerCase().split('%')
  const url = plain.includes(':') ? URL.parse(`http://[${plain}]`) : null
  if (url === null) return plain
  const groups = groupsOf(url.hostname.slice(1, -1))
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff
  if (isMapped)
    return groups
      .slice(6)
      .flatMap((group) => [group >> 8, group & 0xff])
      .join('.')
  return `${groups
    .slice(0, NETWORK_GROUPS)
    .map((group) => group.toString(16))
    .join(':')}::/64`
}

const RANGE_GROUPS = 3

/** The /24 of an IPv4 address, or the /48 around the network of an IPv6 address, as a site or a provider has it. */
export function rangeOfNetwork(network: string): string {
  if (network.endsWith('::/64')) return `${network.split(':').slice(0, RANGE_GROUPS).join(':')}::/48`
  const octets = network.split('.')
  return octets.length === 4 ? `${octets.slice(0, 3).join('.')}.0/24` : network
}

/** The network of a request's sender: all limits by address count it. */
export function networkOf({ ip }: { readonly ip: string }): string {
  return networkOfAddress(ip)
}

/** All eight groups of an address that may leave out zeros. */
function groupsOf(compressed: string): readonly number[] {
  const [head = [], tail = []] = compressed.split('::').map((part) => part.split(':').filter((group) => group !== ''))
  const zeros = Array.from({ length: GROUPS - head.length - tail.length }, () => '0')
  return [...head, ...zeros, ...tail].map((group) => Number.parseInt(group, 16))
}
