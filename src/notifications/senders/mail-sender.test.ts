import { expect, test } from 'vitest'
import { messageIdDomain, senderOf, subjectText, writtenMailbox } from './mail-sender.ts'

test.each([
  ['billing@acme.example', { name: undefined, address: 'billing@acme.example' }],
  ['Acme <billing@acme.example>', { name: 'Acme', address: 'billing@acme.example' }],
  ['"Acme, Inc." <billing@acme.example>', { name: 'Acme, Inc.', address: 'billing@acme.example' }],
  [undefined, { name: undefined, address: 'no-reply@sandbox.invalid' }],
])('the sender is read from the setting %s', (setting, expected) => {
  expect(senderOf(setting)).toEqual(expected)
})

test('the domain of a Message-ID is that of the sender, in ASCII', () => {
  expect(messageIdDomain(senderOf('Acme <a@acme.example>'))).toBe('acme.example')
  expect(messageIdDomain(senderOf('a@müller.example'))).toBe('xn--mller-kva.example')
})

test('subjects are one line, and quotes in names are escaped', () => {
  expect(subjectText('Hello\nX-Header: 1\u2028there')).toBe('Hello X-Header: 1 there')
  expect(writtenMailbox({ name: 'Jürgen Groß', address: 'j@example.org' })).toBe('Jürgen Groß <j@example.org>')
  expect(writtenMailbox({ name: 'The "Shop" <x@y>', address: 'j@example.org' })).toBe(
    '"The \\"Shop\\" <x@y>" <j@example.org>',
  )
})
