import { ALL_KINDS, KINDS, type KindName, type RecordKind } from '../catalogue/kinds.ts'
import { recordRetention } from '../records/index.ts'

type Deps = Parameters<typeof recordRetention.remove>[0]

/** The kind of the closing record comes first: the rest of an interrupted removal must not look complete. */
const KINDS_TO_CLEAR: readonly RecordKind[] = [
  KINDS['billing-summary'],
  ...ALL_KINDS.filter(({ name }) => name !== 'billing-summary'),
]

/** Removes the demo data of these merchants, or all demo data, and returns the number of rows by kind. */
export async function clearDemo(
  deps: Deps,
  { merchantIds }: { readonly merchantIds: readonly string[] | undefined },
): Promise<Readonly<Record<KindName, number>>> {
  const counts: [KindName, number][] = []
  for (const kind of KINDS_TO_CLEAR) {
    counts.push([kind.name, await recordRetention.remove(deps, { kind, source: 'demo', merchantIds })])
  }
  return Object.fromEntries(counts) as Record<KindName, number>
}
