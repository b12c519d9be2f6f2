import { deliveryFigures } from '../../notifications/index.ts'
import type { Database } from '../../platform/postgres/database.ts'

type Finding = { readonly state: 'ok' | 'warning'; readonly message: string }

/** Says how many webhooks are suspended, and how many notifications wait for them. */
export async function checkWebhooks({ db }: Pick<Database, 'db'>): Promise<Finding> {
  const { suspended, held } = await deliveryFigures.count({ db })
  if (suspended === 0) return { state: 'ok', message: 'none suspended' }
  const webhooks = suspended === 1 ? '1 webhook is suspended' : `${suspended} webhooks are suspended`
  const waiting = held === 1 ? '1 notification waits' : `${held} notifications wait`
  const command = 'quittance webhooks list --status suspended'
  return { state: 'warning', message: `${webhooks}, ${waiting}: see "${command}"` }
}
