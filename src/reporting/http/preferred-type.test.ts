import { expect, test } from 'vitest'
import { preferredType } from './preferred-type.ts'

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
  ['text/csv, application/hal+json', 'json'],
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
])('who accepts %j gets %s', (accept, answered) => {
  expect(preferredType(accept, OFFERED)).toBe(answered)
})
