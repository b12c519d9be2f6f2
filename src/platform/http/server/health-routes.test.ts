import { expect, onTestFinished, test, vi } from 'vitest'
import { startHttpApp } from '../../../../test/support/apps/http-app.ts'

test('healthz responds as long as the process lives', async () => {
  const { app, url } = await startHttpApp({
    readiness: [{ name: 'postgres', check: () => Promise.reject(new Error('gone')) }],
  })

  const response = await fetch(`${url}/healthz`)

  expect([response.status, await response.json()]).toEqual([200, { status: 'ok' }])
  await app.close()
})

test('readyz is 200 when every check passes', async () => {
  const { app, url } = await startHttpApp({
    readiness: [{ name: 'postgres', check: () => Promise.resolve() }],
  })

  const response = await fetch(`${url}/readyz`)

  expect([response.status, await response.json()]).toEqual([
    200,
    { status: 'ready', checks: [{ name: 'postgres', ok: true, message: 'ok' }] },
  ])
  await app.close()
})

test('readyz is 503 and names what fails; only the log has the reasons, without passwords', async () => {
  const { app, url, logLines } = await startHttpApp({
    limits: { readinessTimeoutMs: 30 },
    readiness: [
      { name: 'postgres', check: () => Promise.reject(new Error('no postgres://a:b@db/x')) },
      { name: 'engine', check: () => new Promise(() => undefined) },
      {
        name: 'mail',
        check: () => {
          throw new Error('immediate')
        },
      },
    ],
  })

  const response = await fetch(`${url}/readyz`)

  expect(response.status).toBe(503)
  expect(await response.json()).toEqual({
    status: 'not-ready',
    checks: ['postgres', 'engine', 'mail'].map((name) => ({ name, ok: false, message: 'not available' })),
  })
  const reasons = logLines().filter(({ level, part }) => level === 'warn' && part !== undefined)
  expect(reasons.toSorted((one, other) => String(one['part']).localeCompare(String(other['part'])))).toMatchObject([
    { part: 'engine', err: { message: 'no response within 30 ms' } },
    { part: 'mail', err: { message: 'immediate' } },
    { part: 'postgres', err: { message: 'no postgres://a:[redacted]@db/x' } },
  ])
  await app.close()
})

test('readyz checks the stores once a second at most, however many requests come', async () => {
  let checks = 0
  const check = async () => {
    checks += 1
    if (checks > 1) throw new Error('gone')
  }
  const { app, url } = await startHttpApp({ readiness: [{ name: 'postgres', check }] })
  const now = vi.spyOn(performance, 'now').mockReturnValue(1e9)
  onTestFinished(() => now.mockRestore())

  const ask = async () => (await fetch(`${url}/readyz`)).status
  const together = await Promise.all([ask(), ask(), ask(), ask()])
  now.mockReturnValue(1e9 + 999)
  const early = await ask()
  const checkedBefore = checks
  now.mockReturnValue(1e9 + 1_000)
  const late = await ask()
  await app.close()

  expect([together, early, checkedBefore, late]).toEqual([[200, 200, 200, 200], 200, 1, 503])
})
