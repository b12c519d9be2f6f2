// pure

/** The days that are compared with as many before them. */
export const PERIOD_DAYS = 30

export type HomePeriod = {
  readonly from: Temporal.PlainDate
  readonly to: Temporal.PlainDate
  readonly previousFrom: Temporal.PlainDate
  readonly previousTo: Temporal.PlainDate
}

/** The last 30 days, today among them, and the 30 before. */
export function periodUntil(today: Temporal.PlainDate): HomePeriod {
  const from = today.subtract({ days: PERIOD_DAYS - 1 })
  return {
    from,
    to: today,
    previousFrom: from.subtract({ days: PERIOD_DAYS }),
    previousTo: from.subtract({ days: 1 }),
  }
}
