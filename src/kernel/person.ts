import { type FieldProblem, refuseInvalid } from './errors.ts'

/** Identifies a person in data that others sent us; any single match is enough. */
export type Person = {
  /** Trimmed and in lower case. */
  readonly emails: readonly string[]
  /** Digits only. */
  readonly phones: readonly string[]
  /** A merchant's own customer numbers; another merchant may use the same number for someone else. */
  readonly customerIds: readonly string[]
}

/** The details of a person in a stored entity. */
type Traits = {
  readonly email?: string | undefined
  readonly phone?: string | undefined
  readonly customerId?: string | undefined
}

/** Fewer digits are an extension or a typo, and would match many people. */
const PHONE_DIGITS_MIN = 5
/** Looser than `isMailAddress`: imported records may hold addresses that are not valid. */
const EMAIL = /^[^\s@]+@[^\s@]+$/

/** Normalizes the details; refuses input that could match everyone, such as none at all. */
export function readPerson(given: Person): Person {
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

/** A canonical form: equal for equal persons. */
export function personText({ emails, phones, customerIds }: Person): string {
  return JSON.stringify([emails, phones, customerIds].map((ids) => ids.toSorted()))
}

function problemsOf({ emails, phones, customerIds }: Person): readonly FieldProblem[] {
  if (emails.length + phones.length + customerIds.length === 0) {
    return [{ field: 'email', reason: 'or --phone or --customer-id is required' }]
  }
  const isRight = {
    email: emails.every((email) => EMAIL.test(email)),
    phone: phones.every(({ length }) => length >= PHONE_DIGITS_MIN),
    customerId: customerIds.every((id) => id.trim() !== ''),
  }
  return [
    ...(isRight.email ? [] : [{ field: 'email', reason: 'must be a mail address' }]),
    ...(isRight.phone ? [] : [{ field: 'phone', reason: `must have at least ${PHONE_DIGITS_MIN} digits` }]),
    ...(isRight.customerId ? [] : [{ field: 'customerId', reason: 'must not be empty' }]),
  ]
}

/** The form in which addresses are compared. */
export function plainEmail(text: string): string {
  return text.trim().toLowerCase()
}

function digitsOf(text: string): string {
  return text.replaceAll(/[^0-9]/g, '')
}

function distinct(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)]
}
