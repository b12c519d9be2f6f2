import type { Figure } from './figure.ts'
import { benchDeliveries } from './messages/deliveries.ts'
import { benchMails } from './messages/mails.ts'

/** How fast messages leave: mails through a mail server, notifications to receivers of webhooks. */
export async function benchMessages(): Promise<readonly Figure[]> {
  return [...(await benchMails()), ...(await benchDeliveries())]
}
