/** One run of a job, by the lock that its node took for it. */
export type JobLock = {
  readonly id: bigint
  readonly locked_by: string
  readonly attempts: number
}
