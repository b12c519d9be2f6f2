import { sql } from 'kysely'
import type { ComposedMail, MailComposers } from '../../../src/notifications/mail/composed-mail.ts'
import { mailDeliveryJobs } from '../../../src/notifications/mail/jobs.ts'
import type { Mail, MailKind } from '../../../src/notifications/mail/mail.ts'
import { type DeliveryDeps, MailDispatcher } from '../../../src/notifications/mail/mail-dispatcher.ts'
import { type MailServer, openMailServer } from '../../../src/notifications/mail/mail-server.ts'
import { DELIVER_MAIL, DUE_MAILS, type MailKey, mailWrite } from '../../../src/notifications/mail/outbox-store.ts'
import type { Database } from '../../../src/platform/postgres/database.ts'
import { writeTogether } from '../../../src/platform/postgres/write-together.ts'
import { newId } from '../../../src/platform/secrets/random.ts'
import { anOrganization, testSecrets as secrets } from '../data/organizations.ts'
import { aDatabase, silentLog } from '../processes/queue-node.ts'
import { eventually } from '../run/eventually.ts'
import { fileResources } from '../run/file-resources.ts'
import { settableClock } from '../run/settable-clock.ts'
import { type MailReceiver, startMailReceiver } from './mail-receiver.ts'

export const HELLO: ComposedMail = {
  ...{ language: 'en', subject: 'Your invoice', html: '<p>Hello</p>', text: 'Hello' },
  ...{ sender: { name: 'Acme', ownDomain: undefined }, replyTo: 'contact@acme.example', attachments: [] },
}
const SENDER = { name: 'Quittance', address: 'mail@quittance.example' }

/** An outbox of the test file's own, the organization `shop`, and a mail server. */
export async function outgoingMails() {
  const { database } = await aDatabase()
  const clock = settableClock('2026-03-09T10:00:00Z')
  await anOrganization({ database }, 'shop')
  const receiver: MailReceiver = await startMailReceiver()

  const mailServer = (url = receiver.url): MailServer => {
    const server = openMailServer(url)
    fileResources.defer(server.close)
    return server
  }
  /** The dependencies of a delivering node; all mails have the same text. */
  const delivery = (given: Partial<DeliveryDeps> & { readonly composed?: ComposedMail } = {}): DeliveryDeps => {
    const { composed = HELLO, ...deps } = given
    const composers = new Proxy({} as MailComposers, { get: () => async () => composed })
    return {
      ...{ database, secrets, clock, refreshClock: async () => {}, isSandbox: false, log: silentLog },
      ...{ composers, refusalEffects: {}, mailServer: mailServer(), sender: SENDER, mailsPerHour: 1_000, ...deps },
    }
  }
  const write = async (given: Partial<Mail> = {}): Promise<MailKey> => {
    const mailId = newId()
    const recipient = { name: 'Jane', address: 'jane@example.org' }
    const mail = { organizationId: 'shop', kind: 'invoice' as MailKind, subject: 'invoice:1042', cause: newId() }
    const row = { ...mail, recipient, payload: {}, createdAt: clock.now(), ...given }
    await database.transaction((tx) => writeTogether(tx, [mailWrite(row, mailId)]))
    return { organizationId: 'shop', mailId }
  }
  /** Makes an attempt for every mail that is due. */
  const deliverDue = async (deps: DeliveryDeps): Promise<void> => {
    const dispatcher = new MailDispatcher(deps)
    await eventually(async () => !(await isAnyMailDue(database)))
    await dispatcher.stop()
  }
  /** The agenda's job: the next attempt is due. */
  const makeDue = async ({ organizationId, mailId }: MailKey): Promise<void> => {
    const payload = { organizationId, subject: mailId, dueAt: clock.now().toString() }
    await mailDeliveryJobs({ database })[DELIVER_MAIL]?.(payload, new AbortController().signal)
  }
  const stateOf = async ({ mailId }: Pick<MailKey, 'mailId'>) => {
    const query = `select state, attempts, last_error as reason from mail_outbox where mail_id = $1`
    return (await database.pool.query(query, [mailId])).rows[0]
  }
  const onAgenda = async (): Promise<readonly { readonly subject: string; readonly due_at: Temporal.Instant }[]> => {
    const query = 'select subject, due_at from agenda where kind = $1'
    return (await database.pool.query(query, [DELIVER_MAIL])).rows
  }
  const clear = async (): Promise<void> => {
    await database.pool.query('truncate mail_outbox, mail_rates, agenda, refused_addresses, sandbox_messages cascade')
    receiver.received.splice(0)
  }
  return {
    ...{
      database,
      secrets,
      clock,
      receiver,
      mailServer,
      delivery,
      write,
      deliverDue,
      makeDue,
      stateOf,
      onAgenda,
      clear,
    },
    isAnyDue: () => isAnyMailDue(database),
  }
}

async function isAnyMailDue({ db }: Database): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`select exists (select ${DUE_MAILS[0]}) as is`.execute(db)
  return rows[0]?.is === true
}
