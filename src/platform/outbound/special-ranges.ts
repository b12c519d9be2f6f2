// pure
/**
 * Addresses that no foreign receiver has: those that the IANA registries of special-purpose addresses say are not
 * globally reachable, those that carry another address inside, and the metadata services of clouds.
 */
export const SPECIAL_IPV4 = [
  '0.0.0.0/8', // this network
  '10.0.0.0/8', // private
  '100.64.0.0/10', // shared by customers of a carrier
  '127.0.0.0/8', // loopback
  '168.63.129.16/32', // metadata of a cloud, although the address looks public
  '169.254.0.0/16', // link-local, with the metadata of most clouds
  '172.16.0.0/12', // private
  '192.0.0.0/24', // protocol assignments, with the metadata of a cloud
  '192.0.2.0/24', // documentation
  '192.31.196.0/24', // AS112
  '192.52.193.0/24', // automatic multicast tunneling
  '192.88.99.0/24', // relays of 6to4
  '192.168.0.0/16', // private
  '192.175.48.0/24', // AS112
  '198.18.0.0/15', // benchmarks
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, with the broadcast address
] as const

/** The only IPv6 addresses that are assigned to hosts of the internet. */
export const GLOBAL_IPV6 = '2000::/3'

/** Those inside of `GLOBAL_IPV6` that are special all the same. */
export const SPECIAL_IPV6 = [
  '2001::/23', // protocol assignments: Teredo, benchmarks, ORCHID and others
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4: contains an IPv4 address
  '2620:4f:8000::/48', // AS112
  '3fff::/20', // documentation
] as const

export const LOOPBACK = ['127.0.0.0/8', '::1/128'] as const

/** Addresses with an IPv4 address in their last 32 bits, which is the one that is reached. */
export const IPV4_INSIDE = [
  '::ffff:0:0/96', // IPv4-mapped
  '64:ff9b::/96', // NAT64
] as const
