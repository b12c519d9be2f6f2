// pure
import type { FieldProblem } from '../../kernel/errors.ts'
import { isMailAddress } from '../../kernel/reading/text-readers.ts'

/** The contact of an organization; every part is optional. */
export type Contact = {
  readonly name?: string
  readonly email?: string
  readonly phone?: string
  readonly address?: PostalAddress
}

type PostalAddress = {
  readonly address1?: string
  readonly address2?: string
  readonly locality?: string
  readonly administrativeArea?: string
  readonly postalCode?: string
  /** Two letters, ISO 3166. */
  readonly country?: string
}

const TEXT_LENGTH_MAX = 255
const PHONE = /^\+?[0-9 ()./-]{3,30}$/

/** Parts that are left out stay; empty ones are removed. */
export function changedContact(before: Contact, changes: Contact): Contact {
  const address = withoutEmpty({ ...before.address, ...changes.address })
  const own = withoutEmpty({ ...before, ...changes, address: undefined })
  return Object.keys(address).length === 0 ? own : { ...own, address }
}

function withoutEmpty<T extends object>(parts: T): { [Name in keyof T]?: NonNullable<T[Name]> } {
  const filled = Object.entries(parts).filter(([, value]) => value !== undefined && value !== '')
  return Object.fromEntries(filled) as { [Name in keyof T]?: NonNullable<T[Name]> }
}

/** The problems of a contact, by field. */
export function contactProblems(contact: Contact): readonly FieldProblem[] {
  const { address = {}, ...own } = contact
  const values = [
    ...Object.entries(own).map(([name, value]) => [`contact.${name}`, value] as const),
    ...Object.entries(address).map(([name, value]) => [`contact.address.${name}`, value] as const),
  ]
  const problems: FieldProblem[] = values
    .filter(([, value]) => !isPlainText(value))
    .map(([field]) => ({ field, reason: `must be 1 to ${TEXT_LENGTH_MAX} characters of text` }))
  const refuse = (field: string, reason: string) => problems.push({ field, reason })
  if (own.email !== undefined && !isMailAddress(own.email)) {
    refuse('contact.email', 'is not a mail address')
  }
  if (own.phone !== undefined && !PHONE.test(own.phone)) {
    refuse('contact.phone', 'must be 3 to 30 digits, spaces and ()+-./')
  }
  if (address.country !== undefined && !/^[A-Z]{2}$/.test(address.country)) {
    refuse('contact.address.country', 'must be two capital letters, such as DE')
  }
  return problems
}

/** Not blank, not too long, no control characters. */
export function isPlainText(value: string): boolean {
  return value.trim() !== '' && value.length <= TEXT_LENGTH_MAX && !/\p{Cc}/u.test(value)
}
