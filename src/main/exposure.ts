// pure
import type { Mode } from '../kernel/mode.ts'

/** The documents that the public port has besides the API. */
type Exposure = { readonly hasDocs: boolean; readonly hasOpenApi: boolean; readonly hasMetrics: boolean }
type ExposureSettings = { readonly docs: boolean | undefined; readonly metricsPort: number | undefined }

/**
 * A sandbox shows everything, unless its settings say otherwise. In live mode, strangers need neither the description of
 * the API, which shows what can be attacked, nor metrics, which show how the business goes.
 */
export function exposureOf({ docs, metricsPort }: ExposureSettings, mode: Mode): Exposure {
  const isSandbox = mode === 'sandbox'
  return {
    hasDocs: docs ?? isSandbox,
    hasOpenApi: docs === true || isSandbox,
    hasMetrics: metricsPort === undefined && isSandbox,
  }
}
