import fc from 'fast-check'
import { expect, test } from 'vitest'
import { acceptedTypes, excludesType, preferredType, prefersGzip, prefersHtml } from './accept-header.ts'

const OFFERED = [
  { value: 'json', names: ['application/json', 'application/hal+json'] },
  { value: 'xml', names: ['application/xml', 'text/xml'] },
  { value: 'csv', names: ['text/csv'] },
] as const

test.each([
  [undefined, 'json'],
  ['', 'json'],
  ['*/*', 'json'],
  ['application/json', 'json'],
  ['application/hal+json', 'json'],
  ['APPLICATION/HAL+JSON; charset=utf-8', 'json'],
  ['application/*', 'json'],
  ['text/*', 'xml'],
  ['text/csv', 'csv'],
  ['text/xml', 'xml'],
  ['application/xml, text/csv', 'xml'],
  ['application/xml;q=0.5, text/csv', 'csv'],
  ['application/xml;q=0.5, text/csv;q=0.501', 'csv'],
  ['text/csv, application/hal+json', 'csv'],
  ['application/hal+json, text/csv', 'json'],
  ['text/csv, */*', 'csv'],
  ['text/csv;q=0.9, */*', 'json'],
  ['*/*, application/json;q=0', 'json'],
  ['*/*, application/json;q=0, application/hal+json;q=0', 'xml'],
  ['*/*;q=0', undefined],
  ['text/csv;q=0', undefined],
  ['text/html', undefined],
  ['image/png, text/html;q=0.4', undefined],
  ['text/csv;q=high', 'csv'],
  [', ,', 'json'],
])('a client that accepts %j gets %s', (accept, preferred) => {
  expect(preferredType(accept, OFFERED)).toBe(preferred)
})

test.each([
  [undefined, ['*/*']],
  ['', ['*/*']],
  [' , ', ['*/*']],
  ['*/*', ['*/*']],
  ['application/XML', ['application/xml']],
  ['application/hal+json;charset=utf-8', ['application/hal+json']],
  ['text/csv, application/xml;q=0.5', ['text/csv', 'application/xml']],
  ['application/json;q=0, application/xml ; q=0.0', []],
  ['application/json; q=0.01', ['application/json']],
])('Accept %j means the types %j', (accept, types) => {
  expect(acceptedTypes(accept)).toEqual(types)
})

test.each([
  [undefined, false],
  ['', false],
  ['gzip', true],
  ['GZIP', true],
  ['x-gzip', true],
  ['gzip, deflate, br', true],
  ['deflate, br', false],
  ['*', true],
  ['gzip;q=0', false],
  ['gzip;q=0.000', false],
  ['gzip;q=0, *', false],
  ['gzip; q=0.5', true],
  ['gzip;q=0.5, identity;q=0.8', false],
  ['gzip;q=0.5, identity;q=0.5', true],
  ['identity', false],
  ['identity, *;q=0.1', false],
  ['identity;q=0, gzip', true],
  ['*;q=0', false],
  ['gzip;q=much', true],
  ['gzip;q=1.5', true],
  ['gzipped', false],
] as const)('for Accept-Encoding %j, preferring gzip is %j', (header, isPreferred) => {
  expect(prefersGzip(header)).toBe(isPreferred)
})

test.each([
  [undefined, false],
  ['text/csv', false],
  ['*/*', false],
  ['application/json;q=0', true],
  ['application/json;q=0, */*', true],
  ['application/*;q=0, */*', true],
  ['*/*;q=0', true],
  ['*/*;q=0, application/json', false],
  ['application/json;charset=utf-8;q=0.0', true],
])('for Accept %j, excluding JSON is %j', (accept, isExcluded) => {
  expect(excludesType(accept, 'application/json')).toBe(isExcluded)
})

test('any Accept header is read without an error', () => {
  fc.assert(
    fc.property(fc.string(), (header) => {
      expect(Array.isArray(acceptedTypes(header))).toBe(true)
      expect([undefined, 'json', 'xml', 'csv']).toContain(preferredType(header, OFFERED))
      expect(typeof excludesType(header, 'text/csv')).toBe('boolean')
    }),
  )
})

test('any Accept-Encoding header is read without an error', () => {
  fc.assert(
    fc.property(fc.string(), (header) => {
      expect(typeof prefersGzip(header)).toBe('boolean')
    }),
  )
})

const FIREFOX = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'

test.each([
  [FIREFOX, true],
  [`${FIREFOX},image/avif,image/webp,application/signed-exchange;v=b3;q=0.7`, true],
  ['text/html', true],
  ['text/html;charset=utf-8', true],
  ['text/*', true],
  ['text/html, application/json', true],
  ['application/json, text/html', false],
  ['application/json;q=0.5, text/html;q=0.9', true],
  ['text/html;q=0.5, application/json', false],
  ['text/html;q=0', false],
  ['*/*', false],
  ['', false],
  [undefined, false],
  [',;=/"', false],
  ['text/html;q="', true],
  [`text/html${',text/plain'.repeat(100)}`, false],
])('%j opens a page: %s', (accept, isPage) => {
  expect(prefersHtml(accept)).toBe(isPage)
})

test('no header of any kind breaks the choice between a page and JSON', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary-ascii', maxLength: 200 }), (accept) => void prefersHtml(accept)))
})
