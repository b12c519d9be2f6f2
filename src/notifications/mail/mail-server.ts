import { isMailAddress } from '../../kernel/reading/text-readers.ts'
import { Semaphore } from '../../platform/concurrency/semaphore.ts'
import { redactText } from '../../platform/log/redaction.ts'
import { type HandOver, handOverOf, type SmtpFailure } from './hand-over.ts'

/** A mail as bytes, and its recipient. */
type MailEnvelope = { readonly from: string; readonly to: string; readonly bytes: Buffer }

export type MailServer = {
  /** Never rejects: the server's answer, or its silence, is the outcome. Aborting the signal closes the connection. */
  readonly handOver: (mail: MailEnvelope, signal?: AbortSignal) => Promise<HandOver>
  readonly close: () => void
}

type MailServerOptions = {
  /** Default: two minutes. */
  readonly handOverMsMax?: number
}

/** This many mails are handed over concurrently. */
export const MAIL_CONNECTIONS_MAX = 5
const CONNECT_MS_MAX = 10_000
/** Between two responses; scanning a mail may take a server a while. */
const SILENCE_MS_MAX = 60_000
/** For one mail as a whole: a server that sends a byte now and then is never silent. */
const HAND_OVER_MS_MAX = 120_000
const LATE: HandOver = { outcome: 'deferred', reason: 'The mail server took too long.' }

/** Opens connections to the mail server as they are needed, and keeps them for the next mails. */
export function openMailServer(
  smtpUrl: string,
  { handOverMsMax = HAND_OVER_MS_MAX }: MailServerOptions = {},
): MailServer {
  const turns = new Semaphore({ concurrencyMax: MAIL_CONNECTIONS_MAX })
  const idle: Connection[] = []
  let isClosed = false
  const send = async (mail: MailEnvelope, signal: AbortSignal | undefined): Promise<HandOver> => {
    const connection = idle.pop() ?? (await openConnection(smtpUrl))
    let isCut = false
    let isLate = false
    const cut = (): void => {
      isCut = true
      connection.close({ force: true })
    }
    const timer = setTimeout(() => {
      isLate = true
      cut()
    }, handOverMsMax)
    signal?.addEventListener('abort', cut)
    if (signal?.aborted) cut()
    try {
      const result = await handOver(connection, mail)
      return result.outcome === 'deferred' && isLate ? LATE : result
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', cut)
      if (isClosed) connection.close()
      else if (!isCut) idle.push(connection)
    }
  }
  return {
    handOver: async (mail, signal) => {
      if (!isMailAddress(mail.to)) return { outcome: 'refused', reason: 'This is not a mail address.', isAddress: true }
      return turns.run(() => send(mail, signal))
    },
    close: () => {
      isClosed = true
      for (const connection of idle.splice(0)) connection.close()
    },
  }
}

type Connection = Awaited<ReturnType<typeof openConnection>>

/** A pool of one connection, because a pool can only be cut off as a whole. Loads the library when it is needed. */
async function openConnection(smtpUrl: string) {
  const { createTransport } = await import('nodemailer')
  return createTransport({
    pool: true,
    url: smtpUrl,
    maxConnections: 1,
    connectionTimeout: CONNECT_MS_MAX,
    dnsTimeout: CONNECT_MS_MAX,
    greetingTimeout: CONNECT_MS_MAX,
    socketTimeout: SILENCE_MS_MAX,
    // Only if a kept connection was found closed before any part of the mail was sent.
    maxRequeues: 2,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

async function handOver(connection: Connection, { from, to, bytes }: MailEnvelope): Promise<HandOver> {
  const envelope = { from: { name: '', address: from }, to: [{ name: '', address: to }] }
  try {
    await connection.sendMail({ raw: bytes, envelope })
    return { outcome: 'accepted' }
  } catch (error) {
    const failure = error as SmtpFailure
    return handOverOf({ ...failure, message: redactText(failure.message) })
  }
}
