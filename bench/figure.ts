/** One measured thing beside its limit, measured in the same run on the same machine. */
export type Figure = {
  readonly what: string
  readonly unit: string
  readonly ours: number
  /** What the machine or the bare engine reaches. */
  readonly limit: number
  readonly limitIs: string
  /** Whether a larger number is better. */
  readonly isRate: boolean
}

export type Bench = () => Promise<readonly Figure[]>

/** 1 means as good as the limit, whichever way is better. */
export function ratioOf({ ours, limit, isRate }: Figure): number {
  return isRate ? ours / limit : limit / ours
}
