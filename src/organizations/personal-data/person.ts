// pure
import { type FieldProblem, refuseInvalid } from '../../kernel/errors.ts'

/** By what a person is known in what others sent us; each alone is enough. */
export type Person = {
  /** Without blanks around them, in lower case. */
  readonly emails: readonly string[]
  /** Their digits. */
  readonly phones: readonly string[]
  /** Numbers that one merchant gave; to another they may mean somebody else. */
  readonly customerIds: readonly string[]
}

/** What is kept of a person beside something else. */
type Traits = {
  readonly email?: string | undefined
  readonly phone?: string | undefined
  readonly customerId?: string | undefined
}

type Given = {
  readonly emails: readonly string[]
  readonly phones: readonly string[]
  readonly customerIds: readonly string[]
}

/** Fewer are an extension or a slip of the hand, and would find many people. */
const PHONE_DIGITS_MIN = 5
/** Looser than `isMailAddress`: imported records may hold addresses that are not valid. */
const EMAIL = /^[^\s@]+@[^\s@]+$/

/** Refuses what could name everybody, above all nothing. */
export function readPerson(given: Given): Person {
  const person: Person = {
    emails: distinct(given.emails.map(plainEmail)),
    phones: distinct(given.phones.map(digitsOf)),
    customerIds: distinct(given.customerIds),
  }
  refuseInvalid('The person', problemsOf(person))
  return person
}

export function isPerson(person: Person, { email, phone, customerId }: Traits): boolean {
  const { emails, phones, customerIds } = person
  return (
    (email !== undefined && emails.includes(plainEmail(email))) ||
    (phone !== undefined && phones.includes(digitsOf(phone))) ||
    (customerId !== undefined && customerIds.includes(customerId))
  )
}

/** Equal for equal persons. */
export function personText({ emails, phones, customerIds }: Person): string {
  return JSON.stringify([emails, phones, customerIds].map((ids) => ids.toSorted()))
}

function problemsOf({ emails, phones, customerIds }: Person): readonly FieldProblem[] {
  if (emails.length + phones.length + customerIds.length === 0) {
    return [{ field: 'email', reason: 'or --phone or --customer-id must say who it is' }]
  }
  const isWrong = (field: string, reason: string, holds: boolean): readonly FieldProblem[] =>
    holds ? [] : [{ field, reason }]
  return [
    ...isWrong(
      'email',
      'must be a mail address',
      emails.every((email) => EMAIL.test(email)),
    ),
    ...isWrong(
      'phone',
      `must have at least ${PHONE_DIGITS_MIN} digits`,
      phones.every(({ length }) => length >= PHONE_DIGITS_MIN),
    ),
    ...isWrong(
      'customerId',
      'must not be empty',
      customerIds.every((id) => id.trim() !== ''),
    ),
  ]
}

function plainEmail(text: string): string {
  return text.trim().toLowerCase()
}

function digitsOf(text: string): string {
  return text.replaceAll(/[^0-9]/g, '')
}

function distinct(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)]
}
