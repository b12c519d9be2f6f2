import type { Mode } from '../kernel/mode.ts'
import { loopbackRule } from '../platform/outbound/loopback-rule.ts'
import { createOutbound, type Outbound } from '../platform/outbound/outbound.ts'
import type { Stores } from '../platform/stores/stores.ts'
import type { Config } from './config.ts'

type Deps = { readonly config: Config; readonly mode: Mode; readonly stores: Pick<Stores, 'embeddedUrls'> }

/** Calls the addresses of webhooks. */
export function openWebhookOutbound({ config, mode, stores }: Deps): Outbound {
  const { databaseUrl, clickhouseUrl, fileStore } = config
  const endpoint = fileStore.kind === 's3' ? fileStore.endpoint : undefined
  const storeUrls = () =>
    [databaseUrl, clickhouseUrl, endpoint, ...Object.values(stores.embeddedUrls())].filter((url) => url !== undefined)
  return createOutbound({
    isSandbox: mode === 'sandbox',
    allowed: config.outboundAllowed,
    isLoopbackAllowed: loopbackRule(config, storeUrls),
  })
}
