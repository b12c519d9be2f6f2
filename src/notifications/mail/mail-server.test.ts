import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { makeCertificateAuthority } from '../../../test/support/http/certificate-authority.ts'
import { startMailReceiver } from '../../../test/support/mail/mail-receiver.ts'
import { fileResources } from '../../../test/support/run/file-resources.ts'
import { temporaryFolder } from '../../../test/support/stores/temporary-folder.ts'
import { openMailServer } from './mail-server.ts'

function aMail(to = 'jane@example.org') {
  return { from: 'mail@quittance.example', to, bytes: Buffer.from('Subject: Hello\r\n\r\nHello\r\n') }
}

function aServer(...args: Parameters<typeof openMailServer>) {
  const server = openMailServer(...args)
  fileResources.defer(server.close)
  return server
}

test('a server that trickles bytes is cut off, and other mails are not affected', async () => {
  const receiver = await startMailReceiver()
  receiver.refuse('slow@example.org', { at: 'data', answer: 'trickle' }, 1)
  const server = aServer(receiver.url, { handOverMsMax: 4_000 })

  const [slow, other] = await Promise.all([
    server.handOver(aMail('slow@example.org')),
    server.handOver(aMail('other@example.org')),
  ])
  const again = await server.handOver(aMail('slow@example.org'))

  expect(slow).toEqual({ outcome: 'deferred', reason: 'The mail server took too long.' })
  expect([other, again]).toEqual([{ outcome: 'accepted' }, { outcome: 'accepted' }])
  expect(receiver.received.map(({ to }) => to[0])).toEqual(['other@example.org', 'slow@example.org'])
})

test('an abort cuts the server off, and the next mail has a new connection', async () => {
  const receiver = await startMailReceiver()
  receiver.refuse('slow@example.org', { at: 'data', answer: 'trickle' }, 1)
  const server = aServer(receiver.url)
  const stopping = new AbortController()
  const isTaken = new Promise<void>((resolve) => receiver.beforeTrickle(resolve))

  const slow = server.handOver(aMail('slow@example.org'), stopping.signal)
  await isTaken
  stopping.abort()

  expect(await slow).toMatchObject({ outcome: 'deferred' })
  expect(await server.handOver(aMail())).toEqual({ outcome: 'accepted' })
})

test.each(['smtps', 'starttls'] as const)('a mail is encrypted by %s, if the certificate is trusted', async (by) => {
  const { caFile, certFile, keyFile } = await makeCertificateAuthority(temporaryFolder())
  const [ca = '', cert = '', key = ''] = [caFile, certFile, keyFile].map((file) => readFileSync(file, 'utf8'))
  const receiver = await startMailReceiver({ tls: { by, key, cert } })

  const stranger = await aServer(receiver.url).handOver(aMail())
  // As an operator with their own certificate authority writes it.
  const known = await aServer(`${receiver.url}?tls.ca=${encodeURIComponent(ca)}`).handOver(aMail())

  expect(stranger).toMatchObject({ outcome: 'deferred', reason: expect.stringMatching(/certificate/) })
  expect(known).toEqual({ outcome: 'accepted' })
  expect(receiver.received.map(({ isEncrypted }) => isEncrypted)).toEqual([true])
})

test('a server that does not encrypt gets no mail if the setting requires it', async () => {
  const receiver = await startMailReceiver()

  const result = await aServer(`${receiver.url}?requireTLS=true`).handOver(aMail())

  expect(result).toMatchObject({ outcome: 'deferred' })
  expect(receiver.asked()).toBe(0)
})
