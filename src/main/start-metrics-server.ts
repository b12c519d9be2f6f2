import { createHttpApp, type HttpAppInput, listen } from '../platform/http/server/create-http-app.ts'
import { reloadCertificate } from '../platform/http/server/reload-certificate.ts'
import type { Config } from './config.ts'

type MetricsServerInput = Pick<HttpAppInput, 'certificate' | 'log' | 'metrics' | 'clock' | 'readiness'> & {
  readonly config: Config
}

/** Serves metrics and health checks on the port of their own, if they have one; returns how to close it. */
export async function startMetricsServer({
  config,
  ...input
}: MetricsServerInput): Promise<(() => Promise<void>) | undefined> {
  const { host, metricsPort: port } = config
  if (port === undefined) return undefined
  const app = await createHttpApp({
    ...input,
    config: { ...config, hasDocs: false, hasOpenApi: false, hasMetrics: true },
    routes: [],
    api: { version: '' },
  })
  try {
    await listen(app, { host, port, setting: 'QUITTANCE_METRICS_PORT' })
  } catch (error) {
    await app.close()
    throw error
  }
  const reloading = reloadCertificate(app, { config, certificate: input.certificate, log: input.log })
  return async () => {
    await reloading?.stop()
    await app.close()
  }
}
