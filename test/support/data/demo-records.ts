import type { FieldValue } from '../../../src/catalogue/field.ts'
import type { KindName } from '../../../src/catalogue/kinds.ts'
import { type DemoPlan, demoProfileOf, generateDemo } from '../../../src/demo/generate-demo.ts'
import type { RecordContent } from '../../../src/records/reading/record.ts'

/** A demo record with its values by wire name, as its column keeps them: amounts in units of 1/10000. */
export type ReadableRecord = Omit<RecordContent, 'values'> & {
  readonly fields: Readonly<Record<string, FieldValue>>
}

/** A plan with `count` merchants, each in the time zone of its profile. */
export function aDemoPlan({
  merchants = 3,
  ...given
}: Partial<Omit<DemoPlan, 'merchants'>> & { readonly merchants?: number } = {}): DemoPlan {
  return {
    profile: 'shop-year',
    seed: 1,
    from: '2025-01-01',
    transactions: 2_000,
    merchants: Array.from({ length: merchants }, (_, index) => ({
      merchantId: `shop-${index + 1}`,
      timeZone: demoProfileOf(index + 1).timeZone,
    })),
    ...given,
  }
}

/** All records of the plan, by kind. */
export function demoRecordsOf(plan: DemoPlan): (kind: KindName) => readonly ReadableRecord[] {
  const records = new Map<KindName, ReadableRecord[]>()
  for (const { kind, record } of generateDemo(plan)) {
    const { values, ...envelope } = record
    const fields = Object.fromEntries(values.map(([field, value]) => [field.wireName, value]))
    const ofKind = records.get(kind) ?? []
    ofKind.push({ ...envelope, fields })
    records.set(kind, ofKind)
  }
  return (kind) => records.get(kind) ?? []
}
