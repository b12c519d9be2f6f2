import type { App } from '../apps/app.ts'
import { type Keyed, sendAs } from './send-request.ts'

/** Asks for reports; no header is added but the key. */
export const downloadClient = ({ port }: App) => ({
  ask: (owner: Keyed | undefined, path: string, headers: Readonly<Record<string, string>> = {}, method = 'GET') =>
    sendAs(port, owner, { method, path: `/reporting/v3${path}`, headers }),
})
