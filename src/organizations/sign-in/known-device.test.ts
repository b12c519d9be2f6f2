import { expect, test } from 'vitest'
import { testSecrets as secrets } from '../../../test/support/data/organizations.ts'
import { cookieOfDevice, knownDeviceOf } from './known-device.ts'

test('a browser is known for the people who signed in there, and for nobody else', () => {
  const first = cookieOfDevice(secrets, undefined, 'ada')
  const both = cookieOfDevice(secrets, first, 'bob')

  expect(knownDeviceOf(secrets, both, 'ada')?.deviceId).toBe(knownDeviceOf(secrets, first, 'ada')?.deviceId)
  expect(knownDeviceOf(secrets, both, 'bob')).toMatchObject({ personId: 'bob' })
  expect(knownDeviceOf(secrets, both, 'eve')).toBeUndefined()
})

test('a cookie that was edited is not known', () => {
  const cookie = cookieOfDevice(secrets, undefined, 'ada')

  expect(knownDeviceOf(secrets, cookie.replace('ada', 'eve'), 'eve')).toBeUndefined()
  expect(knownDeviceOf(secrets, `${cookie}x`, 'ada')).toBeUndefined()
  for (const text of ['', '~', '..', 'ada', 'ada.x', 'ada.x.'])
    expect(knownDeviceOf(secrets, text, 'ada')).toBeUndefined()
})

test('the last five people of a browser are remembered', () => {
  const people = ['a', 'b', 'c', 'd', 'e', 'f']
  const cookie = people.reduce<string | undefined>(
    (before, person) => cookieOfDevice(secrets, before, person),
    undefined,
  )

  expect(people.filter((person) => knownDeviceOf(secrets, cookie, person) !== undefined)).toEqual(people.slice(1))
})
