/** Bounds against slow and oversized requests. */
export type HttpLimits = {
  readonly bodyBytesMax: number
  readonly headerBytesMax: number
  /** Of one part of a path that names something; reserved characters count as they are encoded. */
  readonly pathPartLengthMax: number
  /** Until the headers are complete. */
  readonly headersTimeoutMs: number
  /** Until the whole request has arrived, body included. */
  readonly requestTimeoutMs: number
  /** How often the two above are looked at. */
  readonly checkIntervalMs: number
  /** How long an idle connection is kept for the next request. */
  readonly keepAliveTimeoutMs: number
  readonly requestsPerConnectionMax: number
  /** How long running requests may go on once the service closes. */
  readonly closeTimeoutMs: number
  /** How long one readiness check may take. */
  readonly readinessTimeoutMs: number
}

export const defaultHttpLimits: HttpLimits = {
  bodyBytesMax: 1024 * 1024,
  headerBytesMax: 16 * 1024,
  // A report's name of 250 characters, each of them a plus sign, has 750.
  pathPartLengthMax: 1_000,
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 60_000,
  checkIntervalMs: 2_000,
  // Longer than the usual 60 s of load balancers, so that the balancer closes first and no request
  // is sent into a connection that is just going away.
  keepAliveTimeoutMs: 65_000,
  requestsPerConnectionMax: 10_000,
  closeTimeoutMs: 15_000,
  readinessTimeoutMs: 2_000,
}
