/**
 * Bounds against slow and oversized requests: anyone who can connect, without a key, could otherwise hold connections
 * and memory by requests that never end.
 */
export const defaultHttpLimits = {
  bodyBytesMax: 1024 * 1024,
  headerBytesMax: 16 * 1024,
  /**
   * The longest path segment that is a parameter; reserved characters count as they are encoded. A report name of
   * 250 plus signs has 750 characters.
   */
  pathPartLengthMax: 1_000,
  /** Until the headers are complete. */
  headersTimeoutMs: 10_000,
  /** Until the whole request has arrived, body included. */
  requestTimeoutMs: 60_000,
  /**
   * How long a response may wait for a reader that takes nothing. The kernel holds up to 4 MiB of a response and takes
   * more only when a third of it is free: from a reader of 10 kB/s nothing is seen for more than two minutes.
   */
  stalledReaderMsMax: 3 * 60_000,
  /** How often the two timeouts above are checked. */
  checkIntervalMs: 2_000,
  /**
   * How long an idle connection is kept. Longer than the usual 60 s of load balancers, so that the balancer closes
   * first and sends no request on a connection that is being closed.
   */
  keepAliveTimeoutMs: 65_000,
  requestsPerConnectionMax: 10_000,
  /** How long running requests may continue once the service closes. */
  closeTimeoutMs: 15_000,
  /** How long one readiness check may take. */
  readinessTimeoutMs: 2_000,
}

export type HttpLimits = Readonly<typeof defaultHttpLimits>
