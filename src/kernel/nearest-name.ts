/** Longer names are not typing errors. */
const LENGTH_MAX = 100
const SLIPS_MAX = 3

/** Finds the most similar name: one typing error per four letters is allowed, at least one and at most three. Letter case is ignored. */
export function nearestName(meant: string, names: Iterable<string>): string | undefined {
  if (meant.length > LENGTH_MAX) return undefined
  const wanted = meant.toLowerCase()
  let best: string | undefined
  let slipsMax = Math.min(SLIPS_MAX, Math.max(1, Math.floor(wanted.length / 4)))
  for (const name of names) {
    if (Math.abs(name.length - wanted.length) > slipsMax) continue
    const slips = slipsBetween(wanted, name.toLowerCase(), slipsMax)
    if (slips > slipsMax) continue
    best = name
    slipsMax = slips - 1
  }
  return best
}

/**
 * Counts the letters to add, drop, replace or swap with the next one to turn one text into the other, up to
 * `slipsMax` + 1. It branches only at differences, so that texts with the same start, such as those of a group, cost
 * little: a client may send thousands of unknown names.
 */
function slipsBetween(a: string, b: string, slipsMax: number): number {
  const start = firstDifference(a, b)
  const [restOfA, restOfB] = [a.slice(start), b.slice(start)]
  if (restOfA === '' || restOfB === '') return restOfA.length + restOfB.length
  if (slipsMax === 0) return 1
  const [first = '', second = ''] = restOfA
  const isSwapped = restOfB.startsWith(second + first) && second !== ''
  const ways = [
    [restOfA.slice(1), restOfB],
    [restOfA, restOfB.slice(1)],
    [restOfA.slice(1), restOfB.slice(1)],
    ...(isSwapped ? [[restOfA.slice(2), restOfB.slice(2)]] : []),
  ]
  return 1 + Math.min(...ways.map(([left = '', right = '']) => slipsBetween(left, right, slipsMax - 1)))
}

function firstDifference(a: string, b: string): number {
  let at = 0
  while (at < a.length && a[at] === b[at]) at += 1
  return at
}
