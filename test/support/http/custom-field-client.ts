import type { App } from '../apps/app.ts'
import { type Answer, type Keyed, sendAs } from './send-request.ts'

type Sent = {
  readonly as?: Keyed | undefined
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}
export type CustomFieldAnswer = Answer & { readonly isReplayed: boolean }

/** Calls the routes of custom fields. */
export const customFieldClient = ({ port }: App) => ({
  ask: async (method: string, path: string, { as, ...sent }: Sent = {}): Promise<CustomFieldAnswer> => {
    const response = await sendAs(port, as, { method, path, ...sent })
    return { ...response, isReplayed: response.headers['idempotency-replayed'] === 'true' }
  },
})
