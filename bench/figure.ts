/** One measurement and its limit, taken in the same run on the same machine. */
export type Figure = {
  readonly what: string
  readonly unit: string
  readonly ours: number
  /** The value that the machine or the bare engine reaches. */
  readonly limit: number
  readonly limitIs: string
  /** Whether a larger number is better. */
  readonly isRate: boolean
  /** The requirement; undefined where the figure is only reported. */
  readonly bar?: Bar | undefined
}

export type Bar =
  /** Of the ratio of the figure. */
  | { readonly ratioMin: number }
  /** Of our time or memory, as a multiple of the limit. */
  | { readonly timesMax: number }
  /** Of the difference between our value and the limit, in the unit of the figure. */
  | { readonly aboveMax: number }
  /** Of our value, in the unit of the figure. */
  | { readonly oursMax: number }

export type Bench = () => Promise<readonly Figure[]>

/** 1 means as good as the limit, more is better. */
export function ratioOf({ ours, limit, isRate }: Figure): number {
  return isRate ? ours / limit : limit / ours
}

export function barText({ bar, unit }: Figure): string {
  if (bar === undefined) return '-'
  if ('ratioMin' in bar) return `ratio ≥ ${bar.ratioMin}`
  if ('timesMax' in bar) return `≤ ${bar.timesMax} × the limit`
  if ('aboveMax' in bar) return `≤ the limit + ${bar.aboveMax.toLocaleString('en-US')} ${unit}`
  return `≤ ${bar.oursMax.toLocaleString('en-US')} ${unit}`
}

/** Undefined where there is no bar. */
export function isReached(figure: Figure): boolean | undefined {
  const { bar, ours, limit } = figure
  if (bar === undefined) return undefined
  if ('ratioMin' in bar) return ratioOf(figure) >= bar.ratioMin
  if ('timesMax' in bar) return ours <= limit * bar.timesMax
  if ('aboveMax' in bar) return ours <= limit + bar.aboveMax
  return ours <= bar.oursMax
}

/** The median, because the machine does other things too. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
