import { expect, test } from 'vitest'
import { startHttpApp } from '../../../../test/support/apps/http-app.ts'
import { settableClock } from '../../../../test/support/run/settable-clock.ts'
import { siteErrors } from '../errors/site-errors.ts'
import { securityTxt, securityTxtRoute } from './security-txt.ts'

const contact = 'mailto:security@example.com'

test('security.txt has a contact, an end that moves with the clock, a language and its own address', async () => {
  const clock = settableClock('2026-03-09T10:00:00Z')
  const { app, url } = await startHttpApp({
    routes: [securityTxtRoute({ contact, publicUrl: 'https://pay.example.com' }, clock)],
  })

  const response = await fetch(`${url}/.well-known/security.txt`)
  const text = await response.text()
  clock.set('2026-06-09T10:00:00Z')
  const later = await (await fetch(`${url}/.well-known/security.txt`)).text()
  await app.close()

  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
  expect(text.split('\n')).toEqual([
    'Contact: mailto:security@example.com',
    'Expires: 2026-09-05T00:00:00Z',
    'Preferred-Languages: en',
    'Canonical: https://pay.example.com/.well-known/security.txt',
    '',
  ])
  expect(later).toContain('Expires: 2026-12-06T00:00:00Z')
})

test.each([undefined, 'http://pay.example.com'])('with the public address %s it names none of its own', (publicUrl) => {
  expect(securityTxt({ contact, publicUrl }, Temporal.Instant.from('2026-03-09T10:00:00Z'))).not.toContain('Canonical')
})

test('without a contact there is no security.txt, and a browser gets a page', async () => {
  const { app, url } = await startHttpApp({ errorShapes: [siteErrors({ hasStart: false })] })

  const response = await fetch(`${url}/.well-known/security.txt`, { headers: { accept: 'text/html' } })
  const text = await response.text()
  await app.close()

  expect([response.status, response.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
  expect(text).toContain('<h1>')
})
