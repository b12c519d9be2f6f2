// pure

/** The ages of debts, by the days since the due date; the youngest first. */
export const OWED_AGES = [
  { age: 'notDue', fromDaysLate: 0 },
  { age: 'late1', fromDaysLate: 1 },
  { age: 'late31', fromDaysLate: 31 },
  { age: 'late61', fromDaysLate: 61 },
  { age: 'late91', fromDaysLate: 91 },
] as const
export type OwedAge = (typeof OWED_AGES)[number]['age']

/** The due dates of an age; undefined where it is open. */
export function dueDatesOf(
  age: OwedAge,
  today: Temporal.PlainDate,
): { readonly dueFrom: Temporal.PlainDate | undefined; readonly dueTo: Temporal.PlainDate | undefined } {
  const place = OWED_AGES.findIndex((one) => one.age === age)
  const older = OWED_AGES[place + 1]
  return {
    dueFrom: older === undefined ? undefined : today.subtract({ days: older.fromDaysLate - 1 }),
    dueTo: age === 'notDue' ? undefined : today.subtract({ days: OWED_AGES[place]?.fromDaysLate ?? 0 }),
  }
}
