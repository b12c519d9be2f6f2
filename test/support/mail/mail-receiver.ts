import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { fileResources } from '../run/file-resources.ts'

/** Where and how a receiver refuses a mail. */
type Verdict = {
  readonly at: 'connect' | 'sender' | 'recipient' | 'data'
  /**
   * An answer such as `550 5.1.1 no such user`; `drop` closes the connection, at `data` after the mail is accepted;
   * `trickle`, at `data`, sends a line of an answer now and then that never ends.
   */
  readonly answer: string
}

type ReceivedMail = {
  readonly to: readonly string[]
  readonly from: string
  readonly source: string
  readonly isEncrypted: boolean
}

export type MailReceiver = {
  readonly url: string
  /** Mails that it accepted, in order. */
  readonly received: ReceivedMail[]
  /** How often a recipient, or this one, was named to it. */
  readonly asked: (address?: string) => number
  /** Refuses an address n times from now on; 0 to accept it again. */
  readonly refuse: (address: string, verdict: Verdict, times?: number) => void
  /** Runs before a mail is accepted: the answer is sent when it ends. */
  readonly beforeAnswer: (work: (mail: ReceivedMail) => Promise<void>) => void
  /** Runs when an answer begins that never ends. */
  readonly beforeTrickle: (work: () => void) => void
}

class Answer extends Error {
  readonly responseCode: number
  constructor(answer: string) {
    super(answer.slice(4))
    this.responseCode = Number(answer.slice(0, 3))
  }
}

type ReceiverOptions = {
  /** Encrypts from the start, or after STARTTLS; default: not at all. */
  readonly tls?: { readonly by: 'smtps' | 'starttls'; readonly key: string; readonly cert: string }
}

const TRICKLE_MS = 20

/** A mail server in this process; it ends with the test file. */
export async function startMailReceiver({ tls }: ReceiverOptions = {}): Promise<MailReceiver> {
  const received: ReceivedMail[] = []
  const verdicts = new Map<string, { readonly verdict: Verdict; left: number }>()
  let before: (mail: ReceivedMail) => Promise<void> = async () => {}
  const asked: string[] = []
  const refusal = (address: string, at: Verdict['at']): string | undefined => {
    const found = verdicts.get(address.toLowerCase())
    if (found === undefined || found.left === 0 || found.verdict.at !== at) return undefined
    found.left -= 1
    return found.verdict.answer
  }
  const server = new SMTPServer({
    authOptional: true,
    // A client that keeps its connections does not hold up the end of the test file.
    closeTimeout: 100,
    ...(tls === undefined ? { disabledCommands: ['STARTTLS'] } : { ...tls, secure: tls.by === 'smtps' }),
    onConnect: (_session, done) => done(problem(refusal('*', 'connect'))),
    onMailFrom: ({ address }, _session, done) => done(problem(refusal(address, 'sender'))),
    onRcptTo: ({ address }, session, done) => {
      asked.push(address)
      const answer = refusal(address, 'recipient')
      if (answer === 'drop') drop(session.id)
      else done(problem(answer))
    },
    onData: (stream, session, done) => {
      const to = session.envelope.rcptTo.map(({ address }) => address)
      const from = session.envelope.mailFrom === false ? '' : session.envelope.mailFrom.address
      const take = async (): Promise<void> => {
        const mail = { to, from, source: await text(stream), isEncrypted: session.secure }
        const answer = to.map((address) => refusal(address, 'data')).find((each) => each !== undefined)
        if (answer === 'trickle') return trickle(session.id)
        if (answer === undefined || answer === 'drop') received.push(mail)
        await before(mail)
        if (answer === 'drop') drop(session.id)
        else done(problem(answer))
      }
      // A client that dies in the middle of a mail has sent none.
      take().catch(done)
    },
  })
  const socketsOf = (sessionId: string) =>
    [...server.connections].filter(({ session }) => session.id === sessionId).map(({ _socket }) => _socket)
  const drop = (sessionId: string): void => {
    for (const socket of socketsOf(sessionId)) socket.destroy()
  }
  let beforeTrickle = (): void => {}
  const trickle = (sessionId: string): void => {
    beforeTrickle()
    for (const socket of socketsOf(sessionId)) {
      const timer = setInterval(() => socket.write('250-still scanning\r\n'), TRICKLE_MS)
      socket.once('close', () => clearInterval(timer))
    }
  }
  server.on('error', () => {})
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  fileResources.defer(() => new Promise<void>((resolve) => void server.close(resolve)))
  return {
    url: `${tls?.by === 'smtps' ? 'smtps' : 'smtp'}://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    received,
    asked: (address) => asked.filter((each) => address === undefined || each === address).length,
    refuse: (address, verdict, times = Number.POSITIVE_INFINITY) =>
      void verdicts.set(address.toLowerCase(), { verdict, left: times }),
    beforeAnswer: (work) => {
      before = work
    },
    beforeTrickle: (work) => {
      beforeTrickle = work
    },
  }
}

function problem(answer: string | undefined): Error | null {
  return answer === undefined ? null : new Answer(answer)
}

/** A header of a mail as it was received, unfolded; undefined if it has none. */
export function headerOf({ source }: Pick<ReceivedMail, 'source'>, name: string): string | undefined {
  const head = source.slice(0, source.search(/\r?\n\r?\n/)).replace(/\r?\n[ \t]+/g, ' ')
  const line = head.split(/\r?\n/).find((each) => each.toLowerCase().startsWith(`${name.toLowerCase()}:`))
  return line?.slice(name.length + 1).trim()
}
