import fc from 'fast-check'
import ipaddr from 'ipaddr.js'
import { describe, expect, test } from 'vitest'
import { createAddressGuard } from './address-guard.ts'

const isAllowed = createAddressGuard({ isSandbox: false, allowed: [] })
const isAllowedInSandbox = createAddressGuard({ isSandbox: true, allowed: [] })

const NOT_OF_THE_INTERNET = {
  'this network': ['0.0.0.0', '0.255.255.255', '::', '0:0:0:0:0:0:0:0'],
  private: ['10.0.0.0', '10.255.255.255', '172.16.0.1', '172.31.255.255', '192.168.0.1', 'fc00::1', 'fd12:3456::1'],
  carrier: ['100.64.0.0', '100.127.255.255'],
  'link-local': ['169.254.0.1', '169.254.255.255', 'fe80::1', 'febf:ffff::1', 'fec0::1'],
  metadata: ['169.254.169.254', 'fd00:ec2::254', '100.100.100.200', '192.0.0.192', '168.63.129.16'],
  assignments: ['192.0.0.1', '192.88.99.1', '192.31.196.1', '192.52.193.1', '192.175.48.1', '2001:1ff::1'],
  documentation: ['192.0.2.1', '198.51.100.1', '203.0.113.1', '2001:db8::1', '3fff::1', '3fff:fff::1'],
  benchmarks: ['198.18.0.1', '198.19.255.255', '2001:2::1'],
  multicast: ['224.0.0.1', '239.255.255.255', 'ff02::1', 'ff0e::1'],
  reserved: ['240.0.0.1', '255.255.255.255', '100::1', '5f00::1', '4000::1', 'e000::1', '1fff:ffff::1'],
  'IPv4-mapped': ['::ffff:10.0.0.1', '::ffff:a00:1', '0:0:0:0:0:ffff:c0a8:0001', '::FFFF:169.254.169.254'],
  'IPv4-compatible': ['::10.0.0.1', '::8.8.8.8', '::a9fe:a9fe'],
  'IPv4-translated': ['::ffff:0:10.0.0.1', '::ffff:0:8.8.8.8'],
  NAT64: ['64:ff9b::10.0.0.1', '64:ff9b::a9fe:a9fe', '64:ff9b::', '64:ff9b:1::8.8.8.8'],
  '6to4': ['2002:a00:1::1', '2002:808:808::1', '2002:7f00:1::'],
  Teredo: ['2001::1', '2001:0:4136:e378:8000:63bf:3fff:fdd2'],
  'of an interface': ['fe80::1%eth0', 'fe80::1%25eth0', '2606:4700::1%1'],
}
const LOOPBACK = ['127.0.0.1', '127.255.255.254', '::1', '0:0:0:0:0:0:0:1', '::ffff:127.0.0.1', '::ffff:7f00:1']
const NAT64_LOOPBACK = '64:ff9b::127.0.0.1'
const NO_ADDRESS = ['', 'shop.example', 'localhost', '127.1', '0x7f000001', '2130706433', '017700000001', '1.2.3.4/8']
const OF_THE_INTERNET = ['1.1.1.1', '9.255.255.255', '11.0.0.0', '100.63.255.255', '100.128.0.0', '172.15.0.1']
const OF_THE_INTERNET_TOO = ['172.32.0.1', '223.255.255.255', '2606:4700::1111', '2a00:1450::1', '2001:200::1']
const WITH_PUBLIC_IPV4_INSIDE = ['::ffff:8.8.8.8', '64:ff9b::8.8.8.8']

describe('outside of a sandbox', () => {
  test.each(Object.entries(NOT_OF_THE_INTERNET))('no address of the kind %s is allowed', (_, addresses) => {
    expect(addresses.filter(isAllowed)).toEqual([])
  })
  test('loopback addresses are refused, and so is any text that is not an address', () => {
    expect([...LOOPBACK, NAT64_LOOPBACK, ...NO_ADDRESS].filter(isAllowed)).toEqual([])
  })
  test('addresses of the internet are allowed', () => {
    const all = [...OF_THE_INTERNET, ...OF_THE_INTERNET_TOO, ...WITH_PUBLIC_IPV4_INSIDE]
    expect(all.filter((address) => !isAllowed(address))).toEqual([])
  })
})

describe('in a sandbox', () => {
  test('loopback addresses are allowed in every spelling', () => {
    expect(LOOPBACK.filter((address) => !isAllowedInSandbox(address))).toEqual([])
  })
  test.each(Object.entries(NOT_OF_THE_INTERNET))('no address of the kind %s is allowed', (_, addresses) => {
    expect(addresses.filter(isAllowedInSandbox)).toEqual([])
  })
})

describe('a list of the operator', () => {
  const isAllowedByOperator = createAddressGuard({
    isSandbox: false,
    allowed: ['10.20.0.0/16', 'fd00::/8', '192.0.2.7'],
  })

  test('listed addresses are allowed in every spelling, and no others', () => {
    const allowed = ['10.20.0.1', '::ffff:10.20.0.1', '::ffff:a14:1', '64:ff9b::10.20.255.255', 'fd00::1', '192.0.2.7']
    const refused = ['10.21.0.1', '::ffff:10.21.0.1', 'fc00::1', '192.0.2.8', '127.0.0.1', '169.254.169.254']

    expect([...allowed, ...refused].filter(isAllowedByOperator)).toEqual(allowed)
  })
})

const ipv4 = fc.ipV4()
/** Half of the special ranges begin with one of these. */
const crowded = fc
  .tuple(fc.constantFrom('0', '10', '100', '127', '169.254', '172', '192.0', '192.168', '198', '203.0', '224'), ipv4)
  .map(([start, address]) => [...start.split('.'), ...address.split('.')].slice(0, 4).join('.'))
const groups = (address: string): string => {
  const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number)
  return `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`
}

test('no address that a second library calls special is allowed', () => {
  fc.assert(
    fc.property(fc.oneof(ipv4, crowded, fc.ipV6()), (address) => {
      if (ipaddr.process(address).range() !== 'unicast') expect(isAllowed(address)).toBe(false)
    }),
    { numRuns: 2_000 },
  )
})

test('an IPv4 address inside an IPv6 address is judged as the IPv4 address, however it is written', () => {
  const special = fc.constantFrom('127.0.0.1', '10.1.2.3', '169.254.169.254', '192.168.1.1', '100.64.1.1', '0.0.0.0')
  fc.assert(
    fc.property(fc.oneof(ipv4, special), (address) => {
      const written = [`::ffff:${address}`, `::FFFF:${groups(address)}`, `0:0:0:0:0:ffff:${groups(address)}`]
      const throughNat64 = [
        `64:ff9b::${address}`,
        `64:ff9b::${groups(address)}`,
        `0064:FF9B:0:0:0:0:${groups(address)}`,
      ]
      for (const spelling of [...written, ...throughNat64]) expect(isAllowed(spelling)).toBe(isAllowed(address))
      for (const spelling of [`::${groups(address)}`, `2002:${groups(address)}::1`])
        expect(isAllowed(spelling)).toBe(false)
    }),
  )
})

test('every spelling of one IPv6 address is judged alike', () => {
  fc.assert(
    fc.property(fc.ipV6(), (address) => {
      // The second library reads ::1.2.3.4 as ::ffff:1.2.3.4.
      fc.pre(!address.includes('.'))
      const parsed = ipaddr.parse(address)
      const spellings = [parsed.toString(), parsed.toNormalizedString(), parsed.toString().toUpperCase()]
      expect(new Set([address, ...spellings].map(isAllowed)).size).toBe(1)
    }),
  )
})
