import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { expect, onTestFinished, test } from 'vitest'
import { checkMail } from './check-mail.ts'

async function startMailServer(): Promise<number> {
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    onAuth: ({ username, password }, _session, done) =>
      username === 'shop' && password === 'right' ? done(null, { user: username }) : done(new Error('no such user')),
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  onTestFinished(() => new Promise<void>((resolve) => void server.close(resolve)))
  return (server.server.address() as AddressInfo).port
}

test('a mail server that accepts the credentials passes', async () => {
  const port = await startMailServer()

  await expect(checkMail(`smtp://shop:right@127.0.0.1:${port}`)).resolves.toBeUndefined()
})

test('a mail server that refuses the credentials fails', async () => {
  const port = await startMailServer()

  await expect(checkMail(`smtp://shop:wrong@127.0.0.1:${port}`)).rejects.toThrow(/no such user/)
})

test('an address where nothing listens fails', async () => {
  await expect(checkMail('smtp://127.0.0.1:1')).rejects.toMatchObject({
    message: expect.stringContaining('ECONNREFUSED'),
  })
})
