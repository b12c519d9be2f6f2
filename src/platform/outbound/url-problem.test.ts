import { describe, expect, test } from 'vitest'
import { createAddressGuard } from './address-guard.ts'
import { urlProblem } from './url-problem.ts'

const problemOf = (url: string, isSandbox = false) =>
  urlProblem(url, { isSandbox, guardOf: () => createAddressGuard({ isSandbox, allowed: [] }) })

const SPECIAL = 'must not lead to an address of a private or special network'

describe('outside of a sandbox', () => {
  test.each([
    'https://shop.example/hooks',
    'https://shop.example:443/hooks?a=b',
    'https://shop.example:8443',
    'https://8.8.8.8/',
    'https://[2606:4700::1111]/',
    'https://bücher.example/',
  ])('%s is accepted', (url) => {
    expect(problemOf(url)).toBeUndefined()
  })

  test.each([
    ['http://shop.example/', 'must start with https://'],
    ['ftp://shop.example/', 'must start with https://'],
    ['file:///etc/passwd', 'must start with https://'],
    ['javascript:alert(1)', 'must start with https://'],
    ['https://shop.example:8080/', 'must have the port 443 or 8443'],
    ['https://shop.example:22/', 'must have the port 443 or 8443'],
    ['https://user@shop.example/', 'must not contain a user name or password'],
    ['https://user:pass@shop.example/', 'must not contain a user name or password'],
    ['https://:pass@shop.example/', 'must not contain a user name or password'],
    ['https://shop.example./', 'must not have a host that ends with a dot'],
    ['', 'must be a URL'],
    ['shop.example', 'must be a URL'],
    ['//shop.example/', 'must be a URL'],
    ['https://', 'must be a URL'],
    [' https://shop.example/', 'must be a URL'],
    ['https://shop.example/\n', 'must be a URL'],
    ['https:\\\\shop.example\\', 'must be a URL'],
    ['https://shop\u0000.example/', 'must be a URL'],
    ['https://[fe80::1%25eth0]/', 'must be a URL'],
    ['https://1.2.3.4.5/', 'must be a URL'],
    ['https://256.1.1.1/', 'must be a URL'],
    [`https://shop.example/${'a'.repeat(2_048)}`, 'must not be longer than 2048 characters'],
  ])('%j is refused: %s', (url, sentence) => {
    expect(problemOf(url)).toBe(sentence)
  })

  test.each([
    ...['127.0.0.1', '127.1', '2130706433', '0x7f000001', '0x7F.1', '017700000001', '0177.0.0.1', '127.0.0.1.'],
    ...['１２７.０.０.１', '①②⑦.0.0.1', '%31%32%37.0.0.1', '0', '0.0.0.0', '[::1]', '[::]', '[::ffff:127.0.0.1]'],
    ...['[0:0:0:0:0:ffff:7f00:1]', '[64:ff9b::a9fe:a9fe]', '[2002:7f00:1::]', '[fe80::1]', '[fd00:ec2::254]'],
    ...['169.254.169.254', '0xa9fea9fe', '2852039166', '10.0.0.1', '012.1', '192.168.1', '100.64.0.1', '224.0.0.1'],
    ...['localhost', 'LOCALHOST', 'ⓛocalhost', 'a.localhost', '255.255.255.255', '168.63.129.16'],
  ])('https://%s/ is refused as an address of a special network', (host) => {
    expect(problemOf(`https://${host}/`)).toBe(SPECIAL)
  })
})

describe('in a sandbox', () => {
  test.each(['http://127.0.0.1:3000/hooks', 'http://localhost:3000/', 'https://[::1]:9443/', 'http://shop.example/'])(
    '%s is accepted',
    (url) => {
      expect(problemOf(url, true)).toBeUndefined()
    },
  )

  test.each([
    ['http://10.0.0.1/', SPECIAL],
    ['http://169.254.169.254/latest/meta-data/', SPECIAL],
    ['http://[::ffff:a9fe:a9fe]/', SPECIAL],
    ['http://0.0.0.0:3000/', SPECIAL],
    ['ftp://127.0.0.1/', 'must start with https:// or http://'],
    ['http://127.0.0.1:0/', 'must not have the port 0'],
    ['http://a:b@127.0.0.1/', 'must not contain a user name or password'],
  ])('%s is refused', (url, sentence) => {
    expect(problemOf(url, true)).toBe(sentence)
  })
})
