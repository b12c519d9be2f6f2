import { expect, test } from 'vitest'
import { isKeptKind, MAIL_KINDS } from './mail.ts'

test('only mails about invoices are kept: none with a link that signs a person in, and no report or alert', () => {
  expect(MAIL_KINDS.filter((kind) => !isKeptKind(kind)).toSorted()).toEqual([
    ...['card-testing', 'invitation', 'password-reset', 'report', 'security-notice', 'test'],
  ])
})
