import { describe, expect, test } from 'vitest'
import { isPerson, type Person, personText, readPerson } from './person.ts'

const none: Person = { emails: [], phones: [], customerIds: [] }
const jane = readPerson({
  emails: [' Jane@Example.org '],
  phones: ['+49 (30) 123-456'],
  customerIds: ['C 1'],
})

describe('a person', () => {
  test('a person is recognized by address in any letter case, digits of a phone, or exact customer number', () => {
    expect(jane).toEqual({
      emails: ['jane@example.org'],
      phones: ['4930123456'],
      customerIds: ['C 1'],
    })
    expect(isPerson(jane, { email: 'JANE@example.ORG\t' })).toBe(true)
    expect(isPerson(jane, { phone: '49/30/123456' })).toBe(true)
    expect(isPerson(jane, { customerId: 'C 1' })).toBe(true)
    expect(isPerson(jane, { email: 'jane@example.com', phone: '030123456', customerId: 'c 1' })).toBe(false)
  })

  test('details without address, phone and number match no person', () => {
    expect(isPerson(jane, {})).toBe(false)
    expect(isPerson(jane, { email: '', phone: '', customerId: '' })).toBe(false)
  })

  test('the order of details does not matter, and any other detail makes another person', () => {
    const one = readPerson({ ...none, emails: ['a@b.example', 'c@d.example', 'A@B.example'] })
    const other = readPerson({ ...none, emails: ['C@d.example', 'a@b.example'] })

    expect(personText(one)).toBe(personText(other))
    expect(personText(one)).not.toBe(personText({ ...one, customerIds: ['a@b.example'] }))
    expect(personText({ ...none, phones: ['12345'] })).not.toBe(personText({ ...none, customerIds: ['12345'] }))
  })

  test.each([
    [none, 'email or --phone or --customer-id is required'],
    [{ ...none, emails: [''] }, 'email must be a mail address'],
    [{ ...none, emails: ['jane'] }, 'email must be a mail address'],
    [{ ...none, phones: ['call me'] }, 'phone must have at least 5 digits'],
    [{ ...none, phones: ['+49 30'] }, 'phone must have at least 5 digits'],
    [{ ...none, customerIds: [' '] }, 'customerId must not be empty'],
  ])('a person who could be anyone is refused: %j', (given, reason) => {
    expect(() => readPerson(given)).toThrow(reason)
  })
})
