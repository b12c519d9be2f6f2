import { isMailAddress } from '../../kernel/reading/text-readers.ts'
import { redactText } from '../../platform/log/redaction.ts'
import { type HandOver, handOverOf, type SmtpFailure } from './hand-over.ts'

/** A mail as bytes, and whom it goes to. */
type MailEnvelope = { readonly from: string; readonly to: string; readonly bytes: Buffer }

export type MailServer = {
  /** Never fails: what the server says or does not say is the outcome. */
  readonly handOver: (mail: MailEnvelope) => Promise<HandOver>
  readonly close: () => void
}

/** As many as jobs that deliver mails run at once. */
export const MAIL_CONNECTIONS_MAX = 5
const CONNECT_MS_MAX = 10_000
/** Between two signs of life; scanning a mail may take a server a while. */
const SILENCE_MS_MAX = 60_000

/** Opens connections to the mail server as they are needed, and keeps them for the next mails. */
export function openMailServer(smtpUrl: string): MailServer {
  let opening: ReturnType<typeof openTransport> | undefined
  return {
    handOver: async ({ from, to, bytes }) => {
      if (!isMailAddress(to)) return { outcome: 'refused', reason: 'This is not a mail address.', isAddress: true }
      const envelope = { from: { name: '', address: from }, to: [{ name: '', address: to }] }
      opening ??= openTransport(smtpUrl)
      const transport = await opening
      try {
        await transport.sendMail({ raw: bytes, envelope })
        return { outcome: 'accepted' }
      } catch (error) {
        const failure = error as SmtpFailure
        return handOverOf({ ...failure, message: redactText(failure.message) })
      }
    },
    close: () => void opening?.then((transport) => transport.close()),
  }
}

/** Loads the mail library when the first mail needs it. */
async function openTransport(smtpUrl: string) {
  const { createTransport } = await import('nodemailer')
  return createTransport({
    pool: true,
    url: smtpUrl,
    maxConnections: MAIL_CONNECTIONS_MAX,
    connectionTimeout: CONNECT_MS_MAX,
    dnsTimeout: CONNECT_MS_MAX,
    greetingTimeout: CONNECT_MS_MAX,
    socketTimeout: SILENCE_MS_MAX,
    // Only where a kept connection was found closed before anything of the mail was sent.
    maxRequeues: 2,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}
