// pure
/** An amount of an invoice; lists are in the order of organization and number. */
type Amount = { readonly organizationId: string; readonly invoiceNumber: string; readonly minor: bigint }

const NAMED_MAX = 5

export type ComparedBalances = {
  readonly invoices: number
  readonly differences: number
  /** The first of them, by organization and number. */
  readonly named: readonly string[]
}

/** Compares what invoices say is paid with what their payments add up to, both in one order. */
export async function compareBalances(
  paid: AsyncIterable<Amount>,
  received: AsyncIterable<Amount>,
): Promise<ComparedBalances> {
  const named: string[] = []
  let [invoices, differences] = [0, 0]
  for await (const [one, other] of paired(paid, received)) {
    invoices += 1
    if (one?.minor === other?.minor) continue
    differences += 1
    const subject = one ?? other
    if (named.length < NAMED_MAX) named.push(`${subject?.organizationId} ${subject?.invoiceNumber}`)
  }
  return { invoices, differences, named }
}

type Pair = readonly [Amount | undefined, Amount | undefined]

/** The amounts of each invoice from both lists; undefined where one does not have it. */
async function* paired(paid: AsyncIterable<Amount>, received: AsyncIterable<Amount>): AsyncGenerator<Pair> {
  const [left, right] = [paid[Symbol.asyncIterator](), received[Symbol.asyncIterator]()]
  const next = async (list: AsyncIterator<Amount>): Promise<Amount | undefined> => {
    const step = await list.next()
    return step.done === true ? undefined : step.value
  }
  let [one, other] = [await next(left), await next(right)]
  while (one !== undefined || other !== undefined) {
    const order = compareKeys(one, other)
    yield [order <= 0 ? one : undefined, order >= 0 ? other : undefined]
    if (order <= 0) one = await next(left)
    if (order >= 0) other = await next(right)
  }
}

/** By bytes, as PostgreSQL orders these columns; a missing one comes last. */
function compareKeys(one: Amount | undefined, other: Amount | undefined): number {
  if (one === undefined || other === undefined) return one === undefined ? 1 : -1
  const [a, b] = [one, other].map(({ organizationId, invoiceNumber }) => `${organizationId}\0${invoiceNumber}`)
  if (a === b) return 0
  return (a ?? '') < (b ?? '') ? -1 : 1
}
