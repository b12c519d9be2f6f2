import type { Repetition } from '../../platform/concurrency/repeat.ts'
import { openPersistentConnection } from '../../platform/postgres/persistent-connection.ts'
import { type DeliveryDeps, MailDispatcher } from './mail-dispatcher.ts'
import { MAILS_CHANNEL } from './outbox-store.ts'

export type RunningMails = Repetition & { readonly moveTo: (url: string) => void }

/** Starts sending mails; `url` is where PostgreSQL is, for a connection that listens. */
export async function startMails(deps: DeliveryDeps & { readonly url: string }): Promise<RunningMails> {
  const dispatcher = new MailDispatcher(deps)
  const { wake } = dispatcher
  try {
    const connection = await openPersistentConnection({
      ...{ url: deps.url, name: 'quittance mails', log: deps.log },
      prepare: async (client) => {
        client.on('notification', wake)
        await client.query(`listen ${MAILS_CHANNEL}`)
      },
      absenceMessage: 'mails are noticed late: no connection for notifications',
    })
    const stop = async (): Promise<void> => {
      await connection.end()
      await dispatcher.stop()
    }
    return { wake, stop, moveTo: connection.moveTo }
  } catch (error) {
    await dispatcher.stop()
    throw error
  }
}
